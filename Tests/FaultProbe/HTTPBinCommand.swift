#if Network
  import ArgumentParser
  import Core
  import FaultTable

  /// Asks httpbin, a server that nobody made for this package, for what the table of faults is about.
  struct HTTPBinCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "httpbin", abstract: "Compares what comes of answers by httpbin with what the table says.",
      discussion: """
        Prints each path with what is expected and what was seen. The exit status is 1 where they differ.
          pip install httpbin gunicorn
          gunicorn --bind 127.0.0.1:8081 --threads 8 httpbin:app
        """)

    @Argument(help: "The address of httpbin, such as http://127.0.0.1:8081.")
    var url: WebAddress

    @Option(help: "The transport.")
    var transport = TransportName.asyncHTTPClient

    func run() async throws {
      let transport = transport.make()
      var differences = 0
      for check in HTTPBinCheck.all(at: url.url) {
        let seen = await check.seen(at: url.url, over: transport)
        let isRight = seen == check.expected
        if !isRight { differences += 1 }
        print("\(isRight ? "same" : "DIFFERS")  \(check.path)  expected \(check.expected), seen \(seen)")
      }
      print(differences == 0 ? "Everything is as expected." : "\(differences) differ.")
      if differences > 0 { throw ExitCode(1) }
    }
  }
#endif
