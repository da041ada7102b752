import Foundation

extension Exploration {
  /// A page of HTML, which needs nothing else, to walk through the explored states step by step.
  public func page(title: String) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let data = (try? encoder.encode(GraphData(graph))) ?? Data()
    // A “</script>” in a label would end the data.
    let json = String(decoding: data, as: UTF8.self).replacing("<", with: "\\u003c")
    return GraphData.page.replacing("TITLE", with: GraphData.escaped(title))
      .replacing("SUMMARY", with: GraphData.escaped(pageSummary)).replacing("DATA", with: json)
  }

  private var pageSummary: String {
    let found = "\(Self.count(graph.nodes.count, "state")) and \(Self.count(graph.edges.count, "step"))."
    switch outcome {
    case .violated(let violation): return "\(found) It stopped where “\(violation.invariant)” is violated."
    case .inconclusive: return "\(found) The exploration is inconclusive."
    case .clean, .neverApplied, .notJudged: return "\(found) \(extent)"
    }
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
    <meta name="viewport" content="width=device-width">
    <title>TITLE: explored states</title>
    <style>
    :root {
      color-scheme: light dark; scroll-padding: 1rem;
      --ground: light-dark(#f5f5fa, #101018); --surface: light-dark(#fff, #1a1a26); --raised: light-dark(#eeeef6, #262636);
      --line: light-dark(#dcdce8, #34344a); --edge: light-dark(#82829a, #77779a);
      --text: light-dark(#17171f, #ececf4); --muted: light-dark(#58586c, #a9a9c0);
      --accent: light-dark(#3a3fd4, #a3a8ff); --soft: light-dark(#e6e7fd, #2a2b55);
      font: 100%/1.5 system-ui, -apple-system, "Segoe UI", "Hiragino Sans", "Noto Sans CJK JP", sans-serif;
    }
    * { box-sizing: border-box; }
    body { background: var(--ground); color: var(--text); margin: 0 auto; max-width: 72rem; padding: 1.5rem 1rem 4rem; }
    h1, h2, p, ol, ul { margin: 0; padding: 0; }
    h1 { font-size: 1.5rem; line-height: 1.25; letter-spacing: -0.015em; overflow-wrap: anywhere; }
    h2 { font-size: 1rem; }
    ol, ul { list-style: none; }
    .muted:empty { position: absolute; }
    .muted, header p { color: var(--muted); font-size: 0.925rem; }
    header p { max-width: 46rem; margin-top: 0.35rem; text-wrap: balance; }
    main { display: grid; gap: 1rem; margin-top: 1.25rem; align-items: start; }
    section { display: grid; gap: 0.75rem; min-width: 0; padding: 1.1rem; background: var(--surface);
      border: 1px solid var(--line); border-radius: 14px; box-shadow: 0 1px 2px #20204014, 0 6px 20px #2020400d; }
    @media (min-width: 52rem) {
      main { grid-template-columns: minmax(0, 20rem) minmax(0, 1fr); }
      .way { grid-row: 1 / span 2; }
    }
    button, select { min-height: 2.5rem; padding: 0.4rem 0.8rem; border: 1px solid var(--edge); border-radius: 10px;
      background: var(--surface); color: var(--text); font: inherit; }
    button { cursor: pointer; text-align: start; overflow-wrap: anywhere; }
    button:hover { background: var(--raised); }
    :focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
    form { display: flex; flex-wrap: wrap; gap: 0.5rem; align-items: end; }
    label { display: grid; gap: 0.25rem; flex: 1 1 18rem; min-width: 0; font-size: 0.925rem; color: var(--muted); }
    select { width: 100%; padding-inline: 0.5rem; text-overflow: ellipsis; }
    form button { flex: none; font-weight: 600; }
    .name { font-size: 1.35rem; font-weight: 700; line-height: 1.3; overflow-wrap: anywhere; }
    .name:focus { outline: none; }
    .chips { display: flex; flex-wrap: wrap; gap: 0.35rem; }
    .chips:empty { display: none; }
    .chip { max-width: 100%; padding: 0.1rem 0.6rem; border-radius: 8px; background: var(--raised); font-size: 0.875rem;
      overflow-wrap: anywhere; }
    .chip.call { background: var(--soft); color: var(--accent); }
    /* The way here is a line with a point for each state. */
    .way li { position: relative; padding-inline-start: 1.5rem; }
    .way li::before, .way li::after { content: ""; position: absolute; }
    .way li::before { inset: 0 auto 0 0.4rem; border-inline-start: 2px solid var(--line); }
    .way li:first-child::before { top: 50%; }
    .way li:last-child::before { bottom: 50%; }
    .way li::after { left: 0.1rem; top: calc(50% - 0.35rem); width: 0.7rem; height: 0.7rem; border-radius: 50%;
      border: 2px solid var(--accent); background: var(--surface); }
    .way li:last-child::after { background: var(--accent); }
    .way li button { width: 100%; border-color: transparent; padding-inline: 0.5rem; }
    .way li button:hover { border-color: var(--edge); }
    .steps ul { display: grid; gap: 0.5rem; }
    .steps li button { display: grid; grid-template-columns: minmax(0, 1fr); gap: 0.15rem 1rem; width: 100%; padding: 0.6rem 0.9rem; }
    .label { color: var(--accent); font-weight: 600; }
    .to::before { content: "→ "; color: var(--muted); }
    .seen { border-style: dashed; }
    @media (min-width: 40rem) { .steps li button { grid-template-columns: minmax(0, 2fr) minmax(0, 3fr); } }
    @media (forced-colors: active) {
      .chip { border: 1px solid; }
      .way li::after { border-color: Highlight; }
      .way li:last-child::after { forced-color-adjust: none; background: Highlight; }
    }
    </style>
    </head>
    <body>
    <header><h1>TITLE</h1><p>SUMMARY</p></header>
    <main>
      <section class="way" aria-labelledby="way-title">
        <h2 id="way-title">The way here</h2>
        <ol id="path"></ol>
        <form id="jump">
          <label>Go the shortest way to<select id="target"></select></label>
          <button>Go</button>
        </form>
      </section>
      <section aria-labelledby="state">
        <h2 class="name" id="state" tabindex="-1"></h2>
        <div class="chips" id="chips"></div>
        <p class="muted" id="note" role="status"></p>
      </section>
      <section class="steps" aria-labelledby="steps-title">
        <h2 id="steps-title">Steps from here</h2>
        <ul id="steps"></ul>
        <p class="muted" id="hint"></p>
      </section>
    </main>
    <noscript><p>This page needs JavaScript.</p></noscript>
    <script id="data" type="application/json">DATA</script>
    <script>
    const graph = JSON.parse(document.getElementById("data").textContent)
    const out = graph.nodes.map(() => []), first = []
    graph.edges.forEach(edge => { out[edge.from].push(edge); if (edge.to && !(edge.to in first)) first[edge.to] = edge })
    let path = []
    const here = () => path.length ? path.at(-1).to : 0
    const element = id => document.getElementById(id)
    const names = (word, all) => all.length ? `, ${word} ${all.join(", ")}` : ""
    const describe = node => node.state + names("running", node.running)
    const count = (number, noun) => `${number} ${noun}${number === 1 ? "" : "s"}`
    function make(tag, name, text) {
      const made = document.createElement(tag)
      made.className = name
      made.textContent = text
      return made
    }
    function item(name, ...parts) {
      const made = document.createElement("li"), button = make("button", name, "")
      button.type = "button"
      button.append(...parts)
      made.append(button)
      return [made, button]
    }
    const shortest = node => { const way = []; while (node) { way.unshift(first[node]); node = first[node].from } return way }
    const read = () => location.hash.slice(1).split(",").map(text => graph.edges[parseInt(text)]).filter(edge => edge)
    function go(next) {
      path = next
      history.pushState(null, "", "#" + path.map(edge => graph.edges.indexOf(edge)).join(","))
      draw()
      element("state").focus({ preventScroll: true })
      const { top } = element("state").getBoundingClientRect()
      if (top < 0 || top > innerHeight) element("state").scrollIntoView({ block: "start" })
    }
    function draw() {
      const node = graph.nodes[here()], steps = out[here()], seen = new Set([0, ...path.map(edge => edge.to)])
      element("state").textContent = node.state
      element("chips").replaceChildren(
        ...node.running.map(name => make("span", "chip", `runs ${name}`)),
        ...node.calls.map(name => make("span", "chip call", `waits for ${name}`)))
      element("note").textContent = node.running.length ? "" : "No action runs."
      element("path").replaceChildren(...[null, ...path].map((edge, index) => {
        const [made, button] = item("", edge ? edge.label : "Launch")
        if (index === path.length) button.setAttribute("aria-current", "step")
        button.onclick = () => go(path.slice(0, index))
        return made
      }))
      element("steps").replaceChildren(...steps.map(edge => {
        const [made, button] = item(
          seen.has(edge.to) ? "seen" : "", make("span", "label", edge.label), make("span", "to", describe(graph.nodes[edge.to])))
        button.onclick = () => go([...path, edge])
        return made
      }))
      element("hint").textContent = !steps.length ? "The exploration did not continue from this state."
        : steps.some(edge => seen.has(edge.to)) ? "Dashed: a state on the way here." : ""
    }
    const targets = new Map()
    graph.nodes.forEach((node, index) => { const name = describe(node); if (!targets.has(name)) targets.set(name, index) })
    element("target").replaceChildren(...[...targets].sort().map(([name, index]) => new Option(name, index)))
    element("jump").onsubmit = event => { event.preventDefault(); go(shortest(Number(element("target").value))) }
    onpopstate = () => { path = read(); draw() }
    path = read()
    draw()
    </script>
    </body>
    </html>

    """#
}
