#if Network
  /// Answers in bytes, in order and damaged.
  enum Answer {
    /// An answer with a body in JSON and its right length.
    static func json(_ body: some Sequence<UInt8>, status: Int = 200, headers: [String] = []) -> [UInt8] {
      let body = Array(body)
      return bytes(status, ["Content-Type: application/json", "Content-Length: \(body.count)"] + headers, body)
    }

    /// The answer of a server in order.
    static func good(_ call: ContractCall) -> [UInt8] {
      call.answer.isEmpty ? bytes(call.status, []) : json(call.answer.utf8, status: call.status)
    }

    /// The answer of a server in order to a call that expects a body, and the same status with `{}` to others.
    static func body(of call: ContractCall) -> [UInt8] {
      Array((call.answer.isEmpty ? "{}" : call.answer).utf8)
    }

    /// An answer of just these parts.
    static func bytes(_ status: Int, _ headers: [String], _ body: [UInt8] = []) -> [UInt8] {
      Array((["HTTP/1.1 \(status) Some Reason"] + headers + ["", ""]).joined(separator: "\r\n").utf8) + body
    }

    /// A body in chunks of a few bytes.
    static func chunks(of body: [UInt8], size: Int = 7) -> [UInt8] {
      stride(from: 0, to: body.count, by: size).flatMap { start in
        let chunk = body[start..<min(start + size, body.count)]
        return Array("\(String(chunk.count, radix: 16))\r\n".utf8) + chunk + Array("\r\n".utf8)
      }
    }

    /// A body in gzip, which compresses nothing: one stored block.
    static func gzip(_ body: [UInt8]) -> [UInt8] {
      let size = UInt16(body.count)
      var bytes: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 0xFF, 1]
      append(size, to: &bytes)
      append(~size, to: &bytes)
      bytes += body
      append(checksum(of: body), to: &bytes)
      append(UInt32(body.count), to: &bytes)
      return bytes
    }

    private static func append(_ number: some FixedWidthInteger, to bytes: inout [UInt8]) {
      withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
    }

    private static func checksum(of body: [UInt8]) -> UInt32 {
      var sum: UInt32 = .max
      for byte in body {
        sum ^= UInt32(byte)
        for _ in 0..<8 { sum = sum & 1 == 1 ? (sum >> 1) ^ 0xEDB8_8320 : sum >> 1 }
      }
      return ~sum
    }
  }
#endif
