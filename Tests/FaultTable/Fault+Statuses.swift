#if Network
  extension Fault {
    /// What a server says that is not the answer.
    static let statuses =
      [
        Fault("100, then the answer", .success) { Answer.bytes(100, []) + Answer.good($0) },
        Fault("103, then the answer", .success) { Answer.bytes(103, ["Link: </style.css>"]) + Answer.good($0) },
        Fault("101 that nobody asked for", .status(101)) { _ in Answer.bytes(101, ["Upgrade: other"]) },
        Fault("204 with a body", .unreadable, sparing: .callsWithoutAnswer, closes: true) { call in
          Answer.bytes(204, ["Connection: close", "Content-Length: 2"], Answer.body(of: call))
        },
        Fault("204 that says it is a web page", .unreadable, sparing: .callsWithoutAnswer) { _ in
          Answer.bytes(204, ["Content-Type: text/html"])
        },
        Fault("205", .unreadable, sparing: .callsWithoutAnswer) { _ in Answer.bytes(205, ["Content-Length: 0"]) },
        status(304),
        Fault("a redirect without a place to go", .status(302)) { _ in Answer.bytes(302, ["Content-Length: 0"]) },
        Fault("a redirect to no address", .status(302)) { redirect(302, to: "http://[", $0) },
        Fault("a redirect to another host", .status(302)) { redirect(302, to: "http://localhost:9/", $0) },
        Fault("a redirect with 307 to another host", .status(307)) { redirect(307, to: "http://localhost:9/", $0) },
        Fault("a redirect in a circle", .status(307)) {
          redirect(307, to: String($0.description.split(separator: " ")[1]), $0)
        },
      ]
      + [
        ("Bearer", "Bearer realm=\"x\", error=\"invalid_token\""), ("Basic", "Basic realm=\"x\""),
        ("Digest", "Digest realm=\"x\", nonce=\"y\""), ("Negotiate", "Negotiate"), ("none", ""),
        ("malformed", "=,=;\"unclosed"),
      ].map { name, challenge in
        Fault("401, challenge \(name)", .status(401)) { _ in
          Answer.bytes(401, ["Content-Length: 0"] + (challenge.isEmpty ? [] : ["WWW-Authenticate: \(challenge)"]))
        }
      }
      + [400, 403, 404, 405, 409, 413, 422, 500, 501, 505, 999].map { status($0) }
      + [429, 502, 503, 504].map { status($0, isTransient: true) }
      + [
        Fault("429, Retry-After: 2", .status(429), isTransient: true) { _ in
          Answer.bytes(429, ["Content-Length: 0", "Retry-After: 2"])
        }.asking(toWait: 2),
        Fault("503, Retry-After: a date long ago", .status(503), isTransient: true) { _ in
          Answer.bytes(503, ["Content-Length: 0", "Retry-After: Sun, 06 Nov 1994 08:49:37 GMT"])
        },
        Fault("503, Retry-After: a date far ahead", .status(503)) { _ in
          Answer.bytes(503, ["Content-Length: 0", "Retry-After: Fri, 31 Dec 9999 23:59:59 GMT"])
        },
        Fault("503 with a problem that is none", .status(503), isTransient: true) { _ in
          Answer.json(Array(#"{"status":"banana","code":[]}"#.utf8), status: 503)
        },
      ]

    private static func status(_ code: Int, isTransient: Bool = false) -> Fault {
      Fault("\(code)", .status(code), isTransient: isTransient) { _ in
        Answer.bytes(code, code == 304 ? [] : ["Content-Length: 0"])
      }
    }

    private static func redirect(_ status: Int, to location: String, _ call: ContractCall) -> [UInt8] {
      Answer.bytes(status, ["Location: \(location)", "Content-Length: 0"])
    }
  }
#endif
