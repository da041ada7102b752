import Foundation

extension Exploration {
  /// A page of HTML, which needs nothing else, to walk through the explored states step by step.
  public func page(title: String) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let data = (try? encoder.encode(GraphData(graph))) ?? Data()
    // A “</script>” in a label would end the data.
    let json = String(decoding: data, as: UTF8.self).replacing("<", with: "\\u003c")
    let summary = isComplete ? "complete" : "not complete"
    return GraphData.page.replacing("TITLE", with: GraphData.escaped(title))
      .replacing("SUMMARY", with: "\(graph.nodes.count) states, \(graph.edges.count) steps, \(summary)")
      .replacing("DATA", with: json)
  }
}

/// The graph as the page reads it.
private struct GraphData: Encodable {
  struct Node: Encodable {
    let state: String
    let running: [String]
    let calls: [String]
  }

  struct Edge: Encodable {
    let from: Int
    let label: String
    let to: Int
  }

  let nodes: [Node]
  let edges: [Edge]

  init(_ graph: ExplorationGraph) {
    nodes = graph.nodes.map { Node(state: $0.state, running: $0.running, calls: $0.calls) }
    edges = graph.edges.map { Edge(from: $0.from, label: $0.step.label, to: $0.to) }
  }

  static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing("\"", with: "&quot;")
  }

  static let page = #"""
    <!DOCTYPE html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <title>TITLE</title>
    <style>
    :root { color-scheme: light dark; --line: #8884; --accent: #06c; --card: #8881; }
    body { font: 15px/1.5 system-ui, sans-serif; margin: 0 auto; max-width: 1100px; padding: 24px; }
    h1 { font-size: 22px; margin: 0; } h2 { font-size: 13px; margin: 20px 0 6px; opacity: .7; }
    header p { margin: 2px 0 16px; opacity: .7; }
    main { display: grid; gap: 28px; grid-template-columns: 300px 1fr; }
    .card { background: var(--card); border-radius: 8px; padding: 12px 14px; }
    .card b { font-size: 18px; overflow-wrap: anywhere; }
    ol { margin: 0; padding-left: 24px; } li button { text-align: left; }
    button { background: none; border: 0; color: var(--accent); cursor: pointer; font: inherit; padding: 1px 0; }
    button:hover, g.step:hover text, g.step:focus text { text-decoration: underline; }
    select { font: inherit; max-width: 100%; }
    svg { width: 100%; } svg text { fill: currentColor; font: 13px system-ui, sans-serif; }
    svg rect { fill: var(--card); stroke: var(--line); } svg path { fill: none; stroke: #888a; }
    g.step { cursor: pointer; } g.step text.label { fill: var(--accent); } g.seen rect { stroke-dasharray: 4 3; }
    </style>
    </head>
    <body>
    <header><h1>TITLE</h1><p>SUMMARY</p></header>
    <main>
      <section>
        <div class="card"><b id="state"></b><div id="running"></div><div id="calls"></div></div>
        <h2>The way here</h2><ol id="path"></ol>
        <h2>Go to</h2><select id="jump" aria-label="Go to a state"></select>
      </section>
      <section><h2>Steps from here; dashed: a state on the way here</h2><svg id="steps" role="list"></svg></section>
    </main>
    <script id="data" type="application/json">DATA</script>
    <script>
    const graph = JSON.parse(document.getElementById("data").textContent)
    const out = graph.nodes.map(() => []), first = []
    graph.edges.forEach((edge, index) => { out[edge.from].push(edge); if (edge.to && !(edge.to in first)) first[edge.to] = edge })
    let path = []
    const here = () => path.length ? path[path.length - 1].to : 0
    const element = id => document.getElementById(id)
    const list = (word, names) => names.length ? `${word}: ${names.join(", ")}` : ""
    const describe = node => [node.state, list("running", node.running)].filter(text => text).join(" · ")
    const cut = (text, length) => text.length > length ? text.slice(0, length - 1) + "…" : text
    function svg(name, attributes, text) {
      const made = document.createElementNS("http://www.w3.org/2000/svg", name)
      for (const key in attributes) made.setAttribute(key, attributes[key])
      if (text !== undefined) made.textContent = text
      return made
    }
    function go(next) { path = next; history.replaceState(null, "", "#" + path.map(edge => graph.edges.indexOf(edge)).join(",")); draw() }
    function shortest(node) { const way = []; while (node) { way.unshift(first[node]); node = first[node].from } return way }
    function draw() {
      const node = graph.nodes[here()]
      element("state").textContent = node.state
      element("running").textContent = list("Running", node.running) || "No action runs."
      element("calls").textContent = list("Pending", node.calls)
      element("path").replaceChildren(...[null, ...path].map((edge, index) => {
        const item = document.createElement("li"), button = document.createElement("button")
        button.textContent = edge ? edge.label : "launch"
        button.onclick = () => go(path.slice(0, index))
        item.append(button)
        return item
      }))
      const steps = out[here()], picture = element("steps"), row = 46, height = Math.max(steps.length, 1) * row
      const seen = new Set([0, ...path.map(edge => edge.to)])
      picture.replaceChildren()
      picture.setAttribute("viewBox", `0 0 720 ${height + 8}`)
      const middle = height / 2
      picture.append(svg("rect", { x: 1, y: middle - 18, width: 150, height: 36, rx: 8 }))
      picture.append(svg("text", { x: 12, y: middle + 5 }, cut(node.state, 20)))
      steps.forEach((edge, index) => {
        const y = index * row + row / 2, group = svg("g", { class: "step" + (seen.has(edge.to) ? " seen" : ""), tabindex: 0, role: "listitem" })
        group.append(svg("path", { d: `M151 ${middle} C 190 ${middle} 190 ${y} 215 ${y} L 440 ${y}` }))
        group.append(svg("text", { class: "label", x: 222, y: y - 5 }, cut(edge.label, 34)))
        group.append(svg("rect", { x: 440, y: y - 18, width: 276, height: 36, rx: 8 }))
        group.append(svg("text", { x: 452, y: y + 5 }, cut(describe(graph.nodes[edge.to]), 40)))
        group.append(svg("title", {}, `${edge.label} → ${describe(graph.nodes[edge.to])}`))
        group.onclick = () => go([...path, edge])
        group.onkeydown = event => { if (event.key === "Enter") go([...path, edge]) }
        picture.append(group)
      })
      if (!steps.length) picture.append(svg("text", { x: 222, y: middle + 5 }, "The search did not continue from here."))
    }
    const targets = new Map()
    graph.nodes.forEach((node, index) => { const name = describe(node); if (!targets.has(name)) targets.set(name, index) })
    element("jump").replaceChildren(new Option("a state…", ""), ...[...targets].sort().map(([name, index]) => new Option(name, index)))
    element("jump").onchange = event => { if (event.target.value !== "") go(shortest(Number(event.target.value))); event.target.value = "" }
    path = location.hash.slice(1).split(",").filter(text => text).map(text => graph.edges[Number(text)]).filter(edge => edge)
    draw()
    </script>
    </body>
    </html>

    """#
}
