#if Network
  import NIOSSL

  /// A certificate for `localhost` and `127.0.0.1` that nobody vouches for, and its key, which keeps no secret.
  public enum SelfSigned {
    /// The certificate in PEM.
    public static let certificate = """
      -----BEGIN CERTIFICATE-----
      MIIBSDCB7qADAgECAgEBMAoGCCqGSM49BAMCMBQxEjAQBgNVBAMMCWxvY2FsaG9z
      dDAgFw0yMDAxMDEwMDAwMDBaGA8yMTIwMDEwMTAwMDAwMFowFDESMBAGA1UEAwwJ
      bG9jYWxob3N0MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEQquWCXCb0Acm6KXt
      BG7IuWUro+H0/MftfTzx7+MXdgJ4SWvvW6ceSHozp1q3m/+M88L0K8JFhPND6TQF
      +BoaLqMvMC0wGgYDVR0RBBMwEYIJbG9jYWxob3N0hwR/AAABMA8GA1UdEwEB/wQF
      MAMBAf8wCgYIKoZIzj0EAwIDSQAwRgIhAKBzFS5tLMYJGJF/zhp1qdzOnnE5NjDT
      1fzro4qCsvxMAiEAjLR1dXwjXyMT9e3HrK3dHXvW2CDn6m/cYVPprFH6aaE=
      -----END CERTIFICATE-----
      """

    private static let key = """
      -----BEGIN PRIVATE KEY-----
      MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgnALWg8hfnUwYYYLp
      fVzuGP98ciQ7HHle5KnhARFXq6yhRANCAARCq5YJcJvQBybope0Ebsi5ZSuj4fT8
      x+19PPHv4xd2AnhJa+9bpx5IejOnWreb/4zzwvQrwkWE80PpNAX4Ghou
      -----END PRIVATE KEY-----
      """

    /// What a server with this certificate needs.
    static func context() throws -> NIOSSLContext {
      let certificates = try NIOSSLCertificate.fromPEMBytes(Array(certificate.utf8))
      let key = try NIOSSLPrivateKey(bytes: Array(key.utf8), format: .pem)
      return try NIOSSLContext(
        configuration: .makeServerConfiguration(
          certificateChain: certificates.map { .certificate($0) }, privateKey: .privateKey(key)))
    }
  }
#endif
