#if Network
  import Core
  import Foundation

  /// Many requests over one transport, with the memory and the open files of this process along the way.
  struct Soak {
    let transport: any HTTPTransport
    let url: URL
    let count: Int

    func run() async {
      for round in 1...10 {
        await withTaskGroup(of: Int.self) { group in
          for _ in 0..<16 {
            group.addTask {
              var failures = 0
              for _ in 0..<count / 160 where !(await succeeds()) { failures += 1 }
              return failures
            }
          }
          let failures = await group.reduce(0, +)
          print("\(round * (count / 160) * 16) requests, \(failures) failures, \(Self.memory), \(Self.openFiles) files")
        }
      }
    }

    private func succeeds() async -> Bool {
      let answer = try? await transport.send(HTTPTransportRequest(.get, url), progress: { _ in })
      return answer?.status == 200
    }

    private static var memory: String {
      let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
      let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") } ?? "memory unknown"
      return line.split(whereSeparator: \.isWhitespace).dropFirst().joined(separator: " ")
    }

    private static var openFiles: Int {
      (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count) ?? 0
    }
  }
#endif
