#if canImport(SwiftUI) && canImport(AuthenticationServices)
  import AuthenticationServices
  import Core
  import Foundation
  import SwiftUI

  extension IdentityProvider {
    /// Returns Apple as a provider, with Apple’s own sign-in screen.
    ///
    /// A view has the controller in its environment: `@Environment(\.authorizationController)`. The app needs the
    /// capability “Sign in with Apple”. The app’s server gets the identity token.
    @MainActor
    public static func apple(using controller: AuthorizationController) -> IdentityProvider {
      .apple { () async throws(AuthError) -> Secret in try await controller.identityToken() }
    }
  }

  extension AuthorizationController {
    @MainActor
    fileprivate func identityToken() async throws(AuthError) -> Secret {
      let request = ASAuthorizationAppleIDProvider().createRequest()
      let nonce = OAuthRequest.random()
      request.requestedScopes = [.email]
      request.nonce = nonce
      let result: ASAuthorizationResult
      do {
        result = try await performRequest(request)
      } catch let error as ASAuthorizationError where error.code == .canceled {
        throw .cancelled
      } catch {
        throw .notAuthorized
      }
      guard case .appleID(let credential) = result, let data = credential.identityToken else { throw .notAuthorized }
      let token = Secret(String(decoding: data, as: UTF8.self))
      guard (try? IdentityClaims(of: token))?.nonce == nonce else { throw .notAuthorized }
      return token
    }
  }

  extension WebAuthenticationSession {
    /// Returns a browser for an OAuth sign-in, whose redirect URL has this scheme.
    ///
    /// A view has the session in its environment: `@Environment(\.webAuthenticationSession)`.
    @MainActor
    public func browser(callbackURLScheme: String) -> OAuthBrowser {
      { url throws(OAuthError) in try await callback(of: url, scheme: callbackURLScheme) }
    }

    @MainActor
    private func callback(of url: URL, scheme: String) async throws(OAuthError) -> URL {
      do {
        return try await authenticate(using: url, callbackURLScheme: scheme)
      } catch let error as ASWebAuthenticationSessionError where error.code == .canceledLogin {
        throw .cancelled
      } catch {
        throw .failed(.requestFailed(.unusableRequest(reason: "The browser cannot be shown.")))
      }
    }
  }
#endif
