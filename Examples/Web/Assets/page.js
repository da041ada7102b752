// Replaces what changed, and keeps focus, scroll and what is being typed. Without it every link and form works too.
(() => {
  const byId = (id) => document.getElementById(id)
  const here = () => location.pathname + location.search
  const parse = (html) => {
    const template = document.createElement("template")
    template.innerHTML = html
    return template.content.firstElementChild
  }
  let shown = document.body.dataset
  let source, visit = 0
  history.scrollRestoration = "manual"

  // Makes an element like another one; what the user typed stays unless the server changed the field itself.
  function morph(old, now) {
    if (old.isEqualNode(now)) return
    if (old.nodeType !== 1 || old.tagName !== now.tagName || old.id !== now.id) return old.replaceWith(now)
    const resets = "defaultValue" in old && old.defaultValue !== now.defaultValue
    for (const { name } of [...old.attributes]) {
      if (!now.hasAttribute(name) && !(old.tagName === "DETAILS" && name === "open")) old.removeAttribute(name)
    }
    for (const { name, value } of now.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value)
    const [before, after] = [[...old.childNodes], [...now.childNodes]]
    after.forEach((node, i) => (before[i] ? morph(before[i], node) : old.append(node)))
    before.slice(after.length).forEach((node) => node.remove())
    if (resets) old.value = now.defaultValue
  }

  // Shows a page or the changes of one.
  function apply(page, isNew) {
    const main = byId("main")
    const parts = new Map(page.html.map(([id, html]) => [id, parse(html)]))
    const focused = document.activeElement
    if (page.order) {
      const wanted = new Set(page.order)
      for (const child of [...main.children]) if (!wanted.has(child.id)) child.remove()
      page.order.forEach((id, i) => {
        const child = byId(id) ?? parts.get(id)
        if (main.children[i] !== child) main.insertBefore(child, main.children[i] ?? null)
      })
    }
    for (const [id, part] of parts) morph(byId(id), part)
    document.title = page.title
    shown = page
    const path = page.path
    const moved = path !== here()
    if (moved || isNew) history[isNew && moved ? "pushState" : "replaceState"](null, "", path)
    // A screen reader hears the heading of a new page, and focus never falls off the page.
    if (isNew || moved || (focused !== document.body && !focused.isConnected)) main.querySelector("h1")?.focus()
    if (moved) listen()
  }

  // Loads a page, or submits a form and loads the page that follows.
  async function open(url, options = {}, isNew = true) {
    const current = ++visit
    const headers = { Accept: "application/json", Prefer: "respond-async" }
    try {
      const response = await fetch(url, { ...options, headers })
      if (current !== visit) return true
      if (!response.headers.get("Content-Type").startsWith("application/json")) throw new Error(response.status)
      const page = await response.json()
      const moved = page.path !== here()
      apply(page, isNew && moved)
      if (moved) scrollTo(0, 0)
      return true
    } catch {
      return false
    }
  }

  function listen() {
    source?.close()
    const events = new EventSource(`/events?at=${encodeURIComponent(here())}&digest=${shown.digest}`)
    events.onmessage = ({ data }) => apply(JSON.parse(data), false)
    events.addEventListener("gone", () => location.reload())
    // A refused stream stays closed: ask again later.
    events.onerror = () => events.readyState === 2 && events === source && setTimeout(listen, 5000)
    source = events
  }

  document.addEventListener("click", async (event) => {
    const link = event.target.closest("a[href^='/']")
    if (!link || event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    if (!(await open(link.href))) location.assign(link.href)
  })
  document.addEventListener("submit", async (event) => {
    const form = event.target
    event.preventDefault()
    const body = new URLSearchParams(new FormData(form, event.submitter))
    if (!(await open(form.action, { method: "POST", body }))) return form.submit()
    if (form.isConnected) form.reset()
  })
  addEventListener("popstate", async () => (await open(here(), {}, false)) || location.reload())
  listen()
})()
