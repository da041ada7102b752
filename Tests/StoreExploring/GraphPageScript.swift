extension GraphPage {
  static let script = #"""
    const data = JSON.parse(document.getElementById("data").textContent)
    const element = id => document.getElementById(id)
    const count = (number, noun) => `${number} ${noun}${number === 1 ? "" : "s"}`
    function make(tag, name, ...parts) {
      const made = document.createElement(tag)
      if (name) made.className = name
      made.append(...parts)
      return made
    }
    function button(name, ...parts) {
      const made = make("button", name, ...parts)
      made.type = "button"
      return made
    }

    // The data.

    const [started, called, answered, cancelled, returned, killed, served] = [0, 1, 2, 3, 4, 5, 6]
    const events = all => all.map(([kind, run, ...texts]) => [kind, run, ...texts.map(text => data.texts[text])])
    const nodes = data.nodes
    const edges = data.edges.map(([[from, step, to], renumbered, calls, ...all], index) =>
      ({ index, from, to, step: data.steps[step], renumbered, calls, all }))
    const out = nodes.map(() => []), first = []
    for (const edge of edges) {
      out[edge.from].push(edge)
      if (edge.to && !first[edge.to]) first[edge.to] = edge
    }
    function shortest(node) {
      const path = []
      for (; node; node = first[node].from) path.push(first[node])
      return path.reverse()
    }
    const pending = node => nodes[node].pending ?? nodes[node].calls
    const describe = node => [node.state, ...node.running.map(name => `runs ${name}`),
      ...node.calls.map(name => `waits for ${name}`)].join(", ")
    const swift = (step, number = step.number) =>
      step.swift[0] + (number ? step.swift[1] + number : "") + step.swift[2]

    // A schedule has lanes, one for each run of an action, and rows, one for each step.

    class Schedule {
      lanes = []
      rows = []
      // The lane of each run by its number, which differs from state to state.
      lane = new Map()

      /// `sharesLanes`: whether a run has the lane of an earlier one of the same action that has ended.
      constructor(first, sharesLanes = false) {
        this.rows.push({ step: null, cells: [], states: first.map(state => [state]) })
        this.sharesLanes = sharesLanes
      }

      add(step, events, states, extra) {
        const cells = this.lanes.map(lane => ({ words: [], was: lane.runs }))
        for (const [kind, run, first, second] of events) {
          if (kind === started) {
            const ended = this.lanes.findIndex(lane => this.sharesLanes && lane.name === first && !lane.runs)
            const index = ended < 0 ? this.lanes.length : ended
            this.lane.set(run, index)
            this.lanes[index] = { name: first, process: second, start: this.rows.length, runs: true }
            cells[index] = { words: [["starts", "starts"]], was: false }
            continue
          }
          if (kind === killed) {
            this.lanes.forEach((lane, index) => {
              if (!lane.runs || (first && lane.process !== first)) return
              lane.runs = false
              cells[index].words.push(["ends", "✕ killed"])
            })
            continue
          }
          const index = this.lane.get(run)
          if (index === undefined) continue
          const words = cells[index].words
          if (kind === called) words.push(["waits", `waits for “${first}”`])
          if (kind === answered) words.push(["gets", `gets “${second}”`])
          if (kind === cancelled) words.push(["ends", "cancelled"])
          if (kind === served) words.push(["gets", `“${first}” was handled: “${second}”`])
          if (kind === returned) {
            words.push(["returns", "returns"])
            this.lanes[index].runs = false
          }
        }
        cells.forEach((cell, index) => cell.runs = this.lanes[index].runs)
        this.rows.push({ step, cells, states, ...extra })
      }

      title(index) {
        const { name } = this.lanes[index]
        const same = this.lanes.map((lane, other) => lane.name === name ? other : -1).filter(other => other >= 0)
        return same.length > 1 ? `${name} #${same.indexOf(index) + 1}` : name
      }
    }

    const lines = steps => steps.map(step => `  ${step},\n`).join("")
    const test = (steps, loop = []) =>
      `#expect(try await explorer.replay([\n${lines(steps)}]${loop.length ? `, loop: [\n${lines(loop)}]` : ""}) == nil)`

    /// The parts of a text between its commas, but for commas in brackets or quotes.
    function clauses(text) {
      const parts = [""]
      let depth = 0, isQuoted = false
      for (const character of text) {
        if (character === "\"") isQuoted = !isQuoted
        if (!isQuoted && "([{“".includes(character)) depth += 1
        if (!isQuoted && ")]}”".includes(character)) depth -= 1
        if (character === "," && depth <= 0 && !isQuoted) parts.push("")
        else parts[parts.length - 1] += character
      }
      return parts.map(part => part.trim())
    }
    const property = clause => clause.split(" ")[0]
    /// What has changed: of properties, those that have; or the whole state.
    function change(before, after) {
      if (before === after) return []
      const [old, all] = [clauses(before), clauses(after)]
      const sameProperties = old.length > 1 && old.length === all.length
        && old.every((clause, index) => property(clause) === property(all[index]))
      return [sameProperties ? all.filter(clause => !old.includes(clause)).join(", ") : after]
    }

    function stateCell(states, other) {
      if (!states.length) return [other?.length ? make("span", "", make("mark", "", "no change")) : make("span", "same", "no change")]
      const last = states.length - 1
      return states.map((state, index) => {
        const made = make("span", index ? "then" : "")
        const marked = other && index === last ? clauses(other.at(-1) ?? "") : null
        clauses(state).forEach((clause, number) =>
          made.append(number ? ", " : "", marked && !marked.includes(clause) ? make("mark", "", clause) : clause))
        return made
      })
    }

    /// The diagram of a schedule as a table.
    function diagram(schedule, { columns = ["State"], loopStart = Infinity, end = [], current, select, differs }) {
      const head = make("tr", "", make("th", "", "Step"),
        ...schedule.lanes.map((_, index) => make("th", "lane", schedule.title(index))), ...columns.map(name => make("th", "state", name)))
      const [stem, loop] = [make("tbody", ""), make("tbody", "loop")]
      const whole = (name, text) => {
        const cell = make("td", "", text)
        cell.colSpan = 1 + schedule.lanes.length + columns.length
        return make("tr", name, cell)
      }
      schedule.rows.forEach((row, index) => {
        const label = button("", row.step ? `${index}. ${row.step.label}` : "Launch")
        label.onclick = () => select(index)
        const made = make("tr", "", make("th", "", label))
        made.dataset.row = index
        made.firstChild.scope = "row"
        if (index === current) made.setAttribute("aria-current", "step")
        schedule.lanes.forEach((lane, number) => {
          const cell = row.cells[number] ?? { words: [], was: false, runs: false }
          const has = cell.words.length > 0
          const name = ["lane", !cell.was && "begins", !cell.runs && "ends", !has && (cell.runs ? "waits" : "idle")]
          const words = make("span", "words", ...cell.words.map(([kind, text]) => make("span", `word ${kind}`, text)))
          if (has) words.prepend(make("span", "lane-name", `${schedule.title(number)}:`))
          else if (cell.runs) words.append(make("span", "hidden", "waits"))
          made.append(make("td", name.filter(Boolean).join(" "), words))
        })
        row.states.forEach((states, column) => {
          const isMarked = differs && index === schedule.rows.length - 1 && row.states.length > 1
          const cell = make("td", "state", ...stateCell(states, isMarked ? row.states[1 - column] : null))
          cell.prepend(make("span", "lane-name", `${columns[column]}:`))
          made.append(cell)
        })
        const isInLoop = index > loopStart
        if (index === loopStart + 1) loop.append(whole("again", "↻ Then, without end:"))
        ;(isInLoop ? loop : stem).append(made)
      })
      const last = make("tbody", "", ...end.map(text => whole("violated", text)))
      const table = make("table", "", make("thead", "", head), stem, ...(loop.children.length ? [loop] : []),
        ...(end.length ? [last] : []))
      for (const cell of head.children) cell.scope = "col"
      // Where rows are cards, they would be no table without these.
      const roles = { TABLE: "table", THEAD: "rowgroup", TBODY: "rowgroup", TR: "row", TD: "cell" }
      for (const part of [table, ...table.querySelectorAll("*")]) if (roles[part.tagName]) part.setAttribute("role", roles[part.tagName])
      for (const part of table.querySelectorAll("th")) part.setAttribute("role", part.scope === "col" ? "columnheader" : "rowheader")
      return table
    }

    /// A row in words.
    function sentence(schedule, index, columns) {
      const row = schedule.rows[index]
      const done = row.cells.map((cell, number) => cell.words.length
        ? `${schedule.title(number)} ${cell.words.map(([, text]) => text === "cancelled" ? "is cancelled" : text).join(", ")}. ` : "")
      const states = row.states.map((states, column) => {
        const name = columns.length > 1 ? `${columns[column]}: ` : ""
        return states.length ? `${name}${states.join(", then ")}.` : `${name}no change.`
      })
      return `${row.step ? `${index}. ${row.step.label}` : "Launch"}. ${done.join("")}${columns.length > 1 ? "" : "State: "}${states.join(" ")}`
    }

    // The violation.

    const violation = data.violation
    if (violation) {
      const columns = violation.firstStates.length > 1 ? ["Old", "New"] : ["State"]
      const schedule = new Schedule(violation.firstStates)
      const loop = violation.loop ?? []
      for (const row of [...violation.trace, ...loop]) {
        schedule.add(data.steps[row.step], events(row.events), row.states)
      }
      const end = violation.loop?.length === 0 ? ["No answer is left to come."] : []
      let current = 0
      const select = (index, focuses = true) => {
        current = Math.min(Math.max(index, 0), schedule.rows.length - 1)
        for (const row of element("schedule").querySelectorAll("[data-row]")) {
          const isCurrent = Number(row.dataset.row) === current
          isCurrent ? row.setAttribute("aria-current", "step") : row.removeAttribute("aria-current")
          if (isCurrent) row.scrollIntoView({ block: "nearest", inline: "nearest" })
          if (isCurrent && focuses) row.querySelector("button").focus({ preventScroll: true })
        }
        element("previous").disabled = current === 0
        element("next").disabled = current === schedule.rows.length - 1
        element("sentence").textContent = sentence(schedule, current, columns)
      }
      element("violation").hidden = element("explore").hidden = false
      const length = `Violated after ${count(violation.trace.length, "step")}`
      element("verdict").textContent = loop.length ? `${length}, and then by ${count(loop.length, "step")} without end`
        : violation.loop ? `${length}, with no answer left to come` : length
      element("invariant").textContent = violation.invariant
      element("why").textContent = violation.why ?? ""
      element("why").hidden = !violation.why
      element("schedule").append(diagram(schedule, {
        columns, current: 0, select, loopStart: loop.length ? violation.trace.length : Infinity, differs: true,
        end: [...end, `✕ Violated: ${violation.invariant}`] }))
      element("violation-swift").textContent = test(
        violation.trace.map(row => swift(data.steps[row.step])), loop.map(row => swift(data.steps[row.step])))
      element("previous").onclick = () => select(current - 1, false)
      element("next").onclick = () => select(current + 1, false)
      select(0, false)
      document.addEventListener("keydown", event => {
        const by = { j: 1, k: -1, ArrowDown: 1, ArrowUp: -1 }[event.key]
        if (!by || event.metaKey || event.ctrlKey || event.altKey || event.target.matches("input")) return
        const isHere = element("violation").contains(event.target) && !event.target.matches("pre")
        if (!isHere && (event.key.length > 1 || event.target !== document.body)) return
        event.preventDefault()
        select(current + by, isHere && !event.target.matches("#previous, #next"))
      })
    }

    // The coverage.

    const coverage = data.coverage
    const seenStates = new Set(coverage?.states), seenSteps = new Set(coverage?.steps)
    const unseen = isSeen => coverage && !isSeen ? [make("span", "chip unseen", "not seen")] : []
    if (coverage) {
      element("coverage").hidden = false
      element("counts").replaceChildren(...coverage.counts.map(([name, number]) =>
        make("div", "", make("dt", "", name), make("dd", "", number))))
      element("missing").closest("details").hidden = !coverage.missing.length
      element("missing").textContent = coverage.missing.map(steps =>
        `try await explorer.replay([\n${lines(steps.map(step => swift(data.steps[step])))}])`).join("\n")
    }

    // The walk.

    let path = []
    const here = () => path.length ? path.at(-1).to : 0
    const read = () => location.hash.slice(1).split(",").map(text => edges[parseInt(text)]).filter(edge => edge)
    function go(next, focuses = true) {
      path = next
      history.pushState(null, "", "#" + path.map(edge => edge.index).join(","))
      draw()
      if (!focuses) return
      element("state").focus({ preventScroll: true })
      const { top, bottom } = element("state").getBoundingClientRect()
      if (top < 0 || bottom > innerHeight) element("state").scrollIntoView({ block: "start" })
    }

    /// The schedule of a path, and its steps in Swift, in which calls and runs have the numbers that they have there.
    function follow(path) {
      const schedule = new Schedule([nodes[0].state], true)
      let calls = pending(0).map((name, id) => ({ name }))
      let pastCalls = [...calls]
      const source = []
      for (const edge of path) {
        const all = events(edge.all)
        const [kind, run, name] = all[0] ?? []
        let number = edge.step.number
        if (kind === answered || kind === served) {
          const call = calls.filter(call => call.name === name)[number]
          number = Math.max(pastCalls.filter(call => call.name === name).indexOf(call), 0)
        } else if (kind === cancelled) {
          const own = schedule.lanes[schedule.lane.get(run)]
          number = schedule.lanes.filter(lane => lane.runs && lane.name === own.name && lane.start < own.start).length
        }
        source.push(swift(edge.step, number))
        schedule.add(edge.step, all, [change(nodes[edge.from].state, nodes[edge.to].state)])
        calls = pending(edge.to).map((name, index) => calls[edge.calls[index]] ?? { name })
        pastCalls = [...pastCalls.filter(call => calls.includes(call)), ...calls.filter(call => !pastCalls.includes(call))]
        const lanes = new Map(schedule.lane)
        for (let index = 0; index < edge.renumbered.length; index += 2)
          schedule.lane.set(edge.renumbered[index], lanes.get(edge.renumbered[index + 1]))
      }
      return { schedule, source }
    }

    function draw() {
      const node = nodes[here()], steps = out[here()], visited = new Set([0, ...path.map(edge => edge.to)])
      element("state").textContent = node.state
      element("chips").replaceChildren(
        ...node.running.map(name => make("span", "chip", `runs ${name}`)),
        ...node.calls.map(name => make("span", "chip call", `waits for ${name}`)), ...unseen(seenStates.has(here())))
      element("note").textContent = node.running.length ? "" : "No action runs."
      const { schedule, source } = follow(path)
      element("path").replaceChildren(diagram(schedule, {
        current: path.length, select: index => go(path.slice(0, index)) }))
      element("path-swift").closest(".code").hidden = !path.length
      element("path-swift").textContent = `try await explorer.replay([\n${lines(source)}])`
      element("steps").replaceChildren(...steps.map(edge => {
        const next = nodes[edge.to]
        const run = schedule.lane.get(edge.all[0]?.[1])
        const isOneOfSeveral = steps.filter(other => other.step.label === edge.step.label).length > 1
        const whose = !isOneOfSeveral || run === undefined ? ""
          : edge.all[0][0] === cancelled ? ` (${schedule.title(run)})` : ` to ${schedule.title(run)}`
        const to = make("span", "to", next.state, ...next.running.length ? [make("span", "muted", `, runs ${next.running.join(", ")}`)] : [])
        const made = button(visited.has(edge.to) ? "visited" : "", make("span", "label", edge.step.label + whose), to,
          ...unseen(seenSteps.has(edge.index)))
        made.onclick = () => go([...path, edge])
        return make("li", "", made)
      }))
      element("hint").textContent = !steps.length ? "The exploration did not continue from this state."
        : steps.some(edge => visited.has(edge.to)) ? "Dashed: a state on the way here." : ""
    }

    // The search.

    const targets = new Map()
    nodes.forEach((node, index) => {
      const name = describe(node)
      if (!targets.has(name)) targets.set(name, { name, node, path: () => shortest(index) })
    })
    const taken = new Map()
    for (const edge of edges) {
      const { label } = edge.step
      if (!taken.has(label)) taken.set(label, { name: label, edge, path: () => [...shortest(edge.from), edge] })
    }
    const maximum = 100
    function search() {
      const query = element("query").value.trim().toLowerCase(), words = query.split(/\s+/).filter(Boolean)
      const matches = all => [...all.values()].filter(({ name }) => words.every(word => name.toLowerCase().includes(word)))
      const steps = words.length ? matches(taken) : [], states = matches(targets)
      const isExact = ({ name }) => name.toLowerCase() === query
      const found = [...steps, ...states].sort((one, other) => isExact(other) - isExact(one))
      element("found").querySelector("summary").textContent = !words.length ? `All ${count(states.length, "state")}`
        : !found.length ? "Nothing found"
        : `${count(steps.length, "step")} and ${count(states.length, "state")} found${found.length > maximum ? `, the first ${maximum} of which are shown` : ""}`
      element("found").querySelector("ul").replaceChildren(...found.slice(0, maximum).map(({ name, node, edge, path }) => {
        const made = edge ? button("", make("span", "label", name), make("span", "to", describe(nodes[edge.to])))
          : button("", make("span", "", node.state), ...node.running.length ? [make("span", "muted", name.slice(node.state.length + 2))] : [])
        made.onclick = () => go(path())
        return make("li", "", made)
      }))
    }
    element("query").oninput = () => {
      element("found").open = element("query").value.trim() !== ""
      search()
    }
    element("query").onkeydown = event => {
      if (event.key === "Enter") element("found").querySelector("li button")?.click()
    }
    document.addEventListener("keydown", event => {
      if (event.key !== "/" || event.target.matches("input") || event.ctrlKey || event.metaKey) return
      event.preventDefault()
      element("query").focus()
    })

    for (const copy of document.querySelectorAll(".copy")) copy.onclick = async () => {
      const code = copy.parentElement.querySelector("code")
      try {
        await navigator.clipboard.writeText(code.textContent)
      } catch {
        getSelection().selectAllChildren(code)
        document.execCommand("copy")
      }
      copy.textContent = element("copied").textContent = "Copied"
      setTimeout(() => { copy.textContent = "Copy"; element("copied").textContent = "" }, 2000)
    }

    onpopstate = () => { path = read(); draw() }
    path = read()
    draw()
    search()

    """#
}
