// Replaces what changed, and keeps focus, scroll and what is being typed. Every link and form works without it too.
(() => {
  const byId = (id) => document.getElementById(id)
  const here = () => location.pathname + location.search
  const parse = (innerHTML) => Object.assign(document.createElement("template"), { innerHTML }).content.children[0]
  let shown = document.body.dataset, source, visit = 0, busy = 0, isBehind = false, held
  history.scrollRestoration = "manual"

  // Makes an element like another one; a field keeps what the user typed: only its default changes.
  function morph(old, now) {
    if (old.isEqualNode(now)) return
    if (old.nodeType !== 1 || old.tagName !== now.tagName || old.id !== now.id) return old.replaceWith(now)
    for (const { name } of [...old.attributes]) {
      if (!now.hasAttribute(name) && !(/DETAILS|DIALOG/.test(old.tagName) && name === "open")) old.removeAttribute(name)
    }
    for (const { name, value } of now.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value)
    const [before, after] = [[...old.childNodes], [...now.childNodes]]
    after.forEach((node, i) => (before[i] ? morph(before[i], node) : old.append(node)))
    before.slice(after.length).forEach((node) => node.remove())
  }

  // Shows a page or the changes of one; a page that the user asked for becomes an entry of the history.
  function apply(page, isWanted) {
    const [main, focused, moved] = [byId("main"), document.activeElement, page.path !== shown.path]
    const parts = new Map(page.html.map(([id, html]) => [id, parse(html)]))
    if (page.order) {
      const wanted = new Set(page.order)
      for (const child of [...main.children]) if (!wanted.has(child.id)) child.remove()
      page.order.forEach((id, i) => {
        const [child, place] = [byId(id) ?? parts.get(id), main.children[i] ?? null]
        if (child !== place) main.insertBefore(child, place)
      })
    }
    for (const [id, part] of parts) morph(byId(id), part)
    document.title = page.title
    shown = page
    countCharacters()
    if (page.path !== here()) history[isWanted ? "pushState" : "replaceState"](null, "", page.path)
    // A screen reader hears the heading of a new page, and focus does not fall off the page with its element.
    if (moved || (focused !== document.body && !focused.isConnected)) main.querySelector("h1")?.focus()
    // What is disabled while the app is busy, maybe for another tab, loses focus, and gets it back.
    if (held?.disabled === false && document.activeElement === document.body) held.focus()
    held = [focused, held].find((field) => field?.disabled)
    return moved
  }

  // Loads a page, or submits a form and loads the page that follows; what is not such a page is left to the browser.
  async function open(url, options, leave, top = 0, isWanted = true) {
    const current = ++visit
    const headers = { Accept: "application/json", Prefer: "respond-async" }
    busy++
    const page = await fetch(url, { ...options, headers })
      .then((response) => /json/.test(response.headers.get("Content-Type")) && response.json())
      .catch(() => undefined)
    busy--
    if (page === undefined) return (byId("offline").hidden = false)
    if (current !== visit) return
    if (!page) return leave()
    if (isWanted) history.replaceState({ top: scrollY }, "")
    // Another page fades in, unless the user wants no motion; a newer visit may be shown by then.
    const show = () => {
      if (current !== visit) return
      const moved = apply(page, isWanted)
      if (moved) scrollTo(0, top)
      if (moved || isBehind) listen()
    }
    const isStill = page.path === shown.path || document.hidden || matchMedia("(prefers-reduced-motion: reduce)").matches
    await (isStill ? show() : document.startViewTransition?.(show).updateCallbackDone ?? show())
  }

  // Counts as the server does: what a reader takes for a character, without the white space around the text.
  const segments = new Intl.Segmenter()
  function countCharacters() {
    const counter = byId("counter")
    if (!counter) return
    const count = [...segments.segment(counter.form.text.value.trim())].length
    counter.value = count ? `${count} / ${counter.dataset.maximum}` : counter.defaultValue
    counter.classList.toggle("over", count > counter.dataset.maximum)
  }

  function listen() {
    isBehind = false
    source?.close()
    const events = (source = new EventSource(`/events?at=${encodeURIComponent(shown.path)}&digest=${shown.digest}`))
    events.onopen = () => (byId("offline").hidden = true)
    events.onmessage = ({ data }) => {
      const page = JSON.parse(data)
      // The page that is on its way may be the same move, and has to become an entry of the history.
      if (busy && page.path !== shown.path) isBehind = true
      else if (apply(page, false)) listen()
    }
    events.addEventListener("gone", () => (busy ? (isBehind = true) : location.reload()))
    events.onerror = () => {
      byId("offline").hidden = false
      // A refused stream stays closed: ask again later.
      if (events.readyState === 2) setTimeout(() => events === source && listen(), 5000)
    }
  }

  // A question is a dialog, which gives the focus back to what was pressed.
  document.addEventListener("click", (event) => {
    const question = event.target.closest(".confirm > summary")?.nextElementSibling
    if (question) question.parentElement.open = true
    question?.showModal()
    const cancel = event.target.closest("dialog .cancel")
    cancel?.closest("dialog").close()
    if (question || cancel) event.preventDefault()
  })
  document.addEventListener("close", ({ target }) => target.parentElement?.removeAttribute("open"), true)
  document.addEventListener("input", countCharacters)
  document.addEventListener("click", (event) => {
    const link = event.target.closest("a[href^='/']")
    if (!link || event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    open(link.href, {}, () => location.assign(link.href))
  })
  document.addEventListener("submit", async (event) => {
    const form = event.target, button = event.submitter
    event.preventDefault()
    // A second click sends nothing, unless the page has changed the button meanwhile, as it does that of a like.
    if (button?.classList.contains("busy")) return
    button?.classList.add("busy")
    form.closest("dialog")?.close()
    const filled = () => new URLSearchParams(new FormData(form)), body = filled()
    await open(form.action, { method: "POST", body }, () => form.submit())
    button?.classList.remove("busy")
    // Without an answer, what was typed is still there, and so is what was typed since.
    if (form.isConnected && byId("offline").hidden && `${filled()}` === `${body}`) form.reset()
    countCharacters()
  })
  addEventListener("popstate", ({ state }) => open(here(), {}, () => location.reload(), state?.top, false))
  addEventListener("pageshow", (event) => event.persisted && location.reload())
  countCharacters()
  listen()
})()
