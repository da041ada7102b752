extension String {
  /// “ Did you mean “login”?”, or nothing where no word is like this one.
  func suggestion(among words: [String]) -> String {
    suggestion(among: words.map { ($0, $0) })
  }

  /// Suggests what stands beside the words that are most like this one.
  func suggestion(among words: [(word: String, meaning: String)]) -> String {
    let word = prefix(40).lowercased()
    let distances = words.map { candidate in
      // The beginning of a word is like it.
      let edits = countEdits(from: word, to: candidate.word)
      return word.count > 2 && candidate.word.hasPrefix(word) ? Swift.min(1, edits) : edits
    }
    guard let nearest = distances.min(), nearest <= Swift.max(1, word.count / 4) else { return "" }
    var meanings: [String] = []
    for (candidate, distance) in zip(words, distances)
    where distance == nearest && !meanings.contains(candidate.meaning) {
      meanings.append(candidate.meaning)
    }
    return " Did you mean \(meanings.map { "“\($0)”" }.joined(separator: " or "))?"
  }
}

/// The number of characters to insert, leave out, replace or swap with their neighbor.
private func countEdits(from first: String, to second: String) -> Int {
  let (first, second) = (Array(first), Array(second))
  var rows = [Array(0...second.count)]
  for (row, character) in first.enumerated() {
    var next = [row + 1]
    for (column, other) in second.enumerated() {
      var least = min(next[column] + 1, rows[row][column + 1] + 1, rows[row][column] + (character == other ? 0 : 1))
      if row > 0, column > 0, character == second[column - 1], first[row - 1] == other {
        least = min(least, rows[row - 1][column - 1] + 1)
      }
      next.append(least)
    }
    rows.append(next)
  }
  return rows[first.count][second.count]
}
