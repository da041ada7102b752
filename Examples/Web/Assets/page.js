// Replaces what changed, and keeps focus, scroll and what is being typed. Every link and form works without it too.
(() => {
  const byId = (id) => document.getElementById(id)
  const here = () => location.pathname + location.search
  const parse = (innerHTML) => Object.assign(document.createElement("template"), { innerHTML }).content.children[0]
  const focus = (element) => element?.focus({ preventScroll: true })
  let shown = document.body.dataset, told, source, visit = 0, busy = 0, isNew = true, held, before, answered
  // What a form has submitted and is not answered, and what the server last said of a like that is shown before that.
  const sent = new Map(), described = new Map()
  // The question about a password that is being answered, and the field of one that was refused.
  let asked, refused
  history.scrollRestoration = "manual"

  // Whether an attribute is the browser's: an open question, and the key of a form until the form is answered.
  const isOwn = (element, name) =>
    (name === "open" && /DETAILS|DIALOG/.test(element.tagName)) || (name === "aria-busy" && sent.has(element)) ||
    (name === "value" && element.name === "key" && element.form !== answered)

  // Makes an element like another one; a field keeps what the user typed: only its default changes.
  function morph(old, now) {
    if (described.has(old)) return described.set(old, now)
    if (old.isEqualNode(now)) return
    if (old.nodeType !== 1 || old.tagName !== now.tagName || old.id !== now.id) return old.replaceWith(now)
    for (const { name } of [...old.attributes]) {
      if (!now.hasAttribute(name) && !isOwn(old, name)) old.removeAttribute(name)
    }
    for (const { name, value } of now.attributes) {
      if (old.getAttribute(name) !== value && !isOwn(old, name)) old.setAttribute(name, value)
    }
    // Children with an identifier are the same element wherever they are, and the others by their order. What is gone
    // goes first: an element that is moved loses the focus.
    const kept = new Map([...old.children].filter(({ id }) => id).map((child) => [child.id, child]))
    const wanted = new Set([...now.children].map(({ id }) => id))
    for (const [id, child] of kept) if (!wanted.has(id)) child.remove()
    let place = old.firstChild
    const next = () => ([place] = [place.nextSibling, place])[1]
    for (const node of [...now.childNodes]) {
      const match = node.id && kept.get(node.id)
      if (match) while (place && place !== match && !place.id) next().remove()
      if (match && match !== place) {
        old.insertBefore(match, place)
        morph(match, node)
      } else if (match || (!node.id && place && !place.id && place.nodeName === node.nodeName)) {
        morph(next(), node)
      } else old.insertBefore(node, place)
    }
    while (place) next().remove()
  }

  // Where the focus goes when its element is gone: to what comes next in its list, or to what comes before it.
  function neighbors(element) {
    const item = element.closest("main [id][tabindex='-1']")
    const all = item ? [...item.parentElement.querySelectorAll(":scope > [id][tabindex='-1']")] : []
    const i = all.indexOf(item)
    return [...all.slice(i + 1), ...all.slice(0, Math.max(i, 0)).reverse()]
  }

  // Shows a page or the changes of one; a page that the user asked for becomes an entry of the history.
  function apply(page, isWanted) {
    const [main, focused, moved] = [byId("main"), document.activeElement, page.path !== shown.path]
    // What is disabled while the app is busy, maybe for another tab, loses the focus.
    const from = focused === document.body ? held : focused
    const near = from ? neighbors(from) : []
    const last = from?.closest("#more") && page.order && [...main.children].findLast((child) => child.matches("article"))
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
    dress()
    if (page.path !== here()) history[isWanted ? "pushState" : "replaceState"](null, "", page.path)
    const isAdded = last?.nextElementSibling?.matches("article")
    // A screen reader hears the heading of a new page. Elsewhere the focus stays near, and so does what is on the screen.
    if (moved) focus(main.querySelector("h1"))
    else if (isAdded) focus(last.nextElementSibling)
    else if (from && !from.isConnected) {
      focus([...near, before].find((element) => element?.isConnected) ?? main.querySelector("h1"))
    } else if (held?.disabled === false && document.activeElement === document.body) focus(held)
    held = [focused, held].find((field) => field?.disabled)
    return moved
  }
  // A notice that is dismissed gives the focus back.
  document.addEventListener("focusin", ({ target }) => target.closest("#notices") || (before = target))

  // Brings the post whose thread is shown into view, once: it may arrive after its page.
  function reveal() {
    const post = isNew && document.querySelector(".post[aria-current]")
    if (!post) return
    isNew = false
    post.scrollIntoView()
  }

  // Loads a page, or submits a form and loads the page that follows; what is not such a page is left to the browser.
  async function open(url, options, leave, top = 0, isWanted = true, form) {
    const current = ++visit
    const headers = { Accept: "application/json", Prefer: "respond-async" }
    wait(1)
    // What was submitted before is answered first: the page that follows it would take the place of this one at the server.
    if (!form) await Promise.allSettled([...sent.values()].map(({ turn }) => turn))
    if (current !== visit && !form) return wait(-1)
    const page = await fetch(url, { ...options, headers })
      .then((response) => /json/.test(response.headers.get("Content-Type")) && response.json())
      .catch(() => undefined)
    wait(-1)
    if (page === undefined) return (byId("offline").hidden = false)
    if (current !== visit) return
    if (!page) return leave()
    if (isWanted) history.replaceState({ top: scrollY }, "")
    // Another page fades in, unless the user wants no motion; a newer visit may be shown by then.
    const show = () => {
      if (current !== visit) return
      answered = form
      const moved = apply(page, isWanted)
      answered = undefined
      if (moved) {
        scrollTo(0, top)
        isNew = !top
      }
      reveal()
      // An answer can be older than what the stream has told, which then tells all of it again.
      if (moved || page.digest !== told) listen()
    }
    const isStill = page.path === shown.path || document.hidden || matchMedia("(prefers-reduced-motion: reduce)").matches
    await (isStill ? show() : document.startViewTransition?.(show).updateCallbackDone ?? show())
  }

  // What takes long is said; what does not, does not flicker.
  function wait(change) {
    busy += change
    setTimeout(() => (byId("waiting").hidden = !busy), busy ? 400 : 0)
  }

  // Adds what only a browser knows: the time zone of its reader, and what was typed in it.
  const clock = new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: "long", timeStyle: "short" })
  function dress() {
    for (const time of document.querySelectorAll("time")) time.textContent = clock.format(new Date(time.dateTime))
    // A text that is being sent is not filled in elsewhere, such as in the composer of the timeline that follows.
    const keeps = new Set([...sent.keys()].map(({ dataset }) => dataset.keep))
    for (const field of document.querySelectorAll("form[data-keep] [name]")) {
      const text = isTyped(field) && !keeps.has(field.form.dataset.keep) ? sessionStorage.getItem(slot(field)) : null
      if (text !== null && field.value !== text) field.value = text
    }
    for (const notice of document.querySelectorAll(".notice.success")) {
      const text = notice.textContent
      if (leaving.get(notice) !== text) setTimeout(leave, 6000, notice, text)
      leaving.set(notice, text)
    }
    countCharacters()
    showRefusal()
  }

  // A question about a password closes when it is answered, and stays open where the password is refused.
  function showRefusal() {
    const [before, dialog] = [refused, asked?.closest("dialog")]
    refused = document.querySelector("dialog [aria-invalid]")
    const question = refused?.closest("dialog")
    // It opens again where it was closed before the answer.
    if (asked?.contains(refused)) question.parentElement.open = true
    if (question?.parentElement.open && !question.open) question.showModal()
    if (refused && refused !== before) refused.focus(), refused.select()
    if (!asked || sent.has(asked) || asked.querySelector(":disabled")) return
    asked = undefined
    if (!refused) dialog?.close()
  }

  // A success leaves by itself, unless it is being read.
  const leaving = new WeakMap()
  function leave(notice, text) {
    if (!notice.isConnected || notice.textContent !== text) return
    if (notice.matches(":hover, :focus-within")) setTimeout(leave, 1000, notice, text)
    else tell(notice.querySelector("form"))
  }

  // Sends a form whose answer the event stream has.
  const tell = (form, action = form.action) =>
    fetch(action, {
      method: "POST", body: new URLSearchParams(new FormData(form)), keepalive: true, redirect: "manual",
    }).catch(() => {})

  // What is typed is kept in the tab until it is sent, for its user; and what is written in the outbox of the app, as soon
  // as the user pauses or leaves.
  const isTyped = (field) => field.form?.dataset.keep !== undefined && !/hidden|password/.test(field.type)
  const slot = (field) => `typed ${field.form.dataset.keep} ${field.name}`
  let pause, kept
  function keep() {
    const form = pause?.form
    clearTimeout(pause?.timer)
    pause = undefined
    if (form?.isConnected) kept = tell(form, form.dataset.save)
  }
  document.addEventListener("input", ({ target }) => {
    countCharacters()
    if (!isTyped(target)) return
    sessionStorage.setItem(slot(target), target.value)
    clearTimeout(pause?.timer)
    if (target.form.dataset.save) pause = { form: target.form, timer: setTimeout(keep, 700) }
  })
  addEventListener("pagehide", keep)

  // Shows a like at once, as its Store does; what the server says follows.
  function toggleLike(form) {
    const button = form.querySelector(".like"), isLiked = button.classList.toggle("liked")
    const count = Number(button.lastChild.data) + (isLiked ? 1 : -1)
    button.lastChild.data = count
    button.ariaPressed = isLiked
    button.ariaLabel = button.ariaLabel.replace(/\d+/, count)
    form.action = form.action.replace(/\w+$/, isLiked ? "unlike" : "like")
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
    told = shown.digest
    source?.close()
    const events = (source = new EventSource(`/events?at=${encodeURIComponent(shown.path)}&digest=${shown.digest}`))
    events.onopen = () => (byId("offline").hidden = true)
    events.onmessage = ({ data }) => {
      const page = JSON.parse(data)
      told = page.digest
      // The page that is on its way may be the same move, and has to become an entry of the history.
      if (busy && page.path !== shown.path) return
      if (apply(page, false)) (isNew = true), listen()
      reveal()
    }
    events.addEventListener("gone", () => (busy ? (told = undefined) : location.reload()))
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
  document.addEventListener("close", ({ target }) => {
    target.parentElement?.removeAttribute("open")
    // To close the question is to dismiss its refusal.
    const dismissal = target.querySelector(".cancel")?.form
    if (dismissal) tell(dismissal)
  }, true)
  document.addEventListener("click", (event) => {
    const link = event.target.closest("a[href^='/']")
    if (!link || event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    keep()
    open(link.href, {}, () => location.assign(link.href))
  })
  document.addEventListener("submit", async (event) => {
    const form = event.target, { action } = form
    event.preventDefault()
    const filled = () => `${[...form.elements].filter(({ type }) => type !== "hidden").map(({ value }) => value)}`
    // A second click sends nothing, unless the page has changed the action meanwhile, as it does that of a like, or the
    // user has corrected what a form without a key says: its answer can be on its way, and changes only what is hidden.
    const last = sent.get(form), typed = filled()
    if (last?.action === action && (form.elements.key || last.typed === typed)) return
    const submission = { action, typed }
    sent.set(form, submission)
    if (form.querySelector("[type=password]")) (asked = form), (refused = undefined)
    else form.closest("dialog")?.close()
    const body = new URLSearchParams(new FormData(form, event.submitter))
    const slots = [...form.elements].filter(isTyped).map(slot)
    if (form.querySelector(".like")) {
      if (!described.has(form)) described.set(form, form.cloneNode(true))
      toggleLike(form)
    }
    form.setAttribute("aria-busy", "true")
    if (pause?.form === form) clearTimeout(pause.timer), (pause = undefined)
    // The likes of a post are sent in their order, and a text after what was kept of it.
    submission.turn = Promise.all([last?.turn, kept]).then(() =>
      open(action, { method: "POST", body }, () => form.submit(), 0, true, form))
    await submission.turn
    const isAnswered = byId("offline").hidden
    if (sent.get(form) === submission) {
      sent.delete(form)
      form.removeAttribute("aria-busy")
      const now = described.get(form)
      described.delete(form)
      if (now) morph(form, now)
      showRefusal()
    }
    // Without an answer, what was typed is still there, and so is what was typed since. So is a password that is not
    // refused, which the server does not repeat.
    if (!isAnswered) return
    if (filled() === typed) {
      for (const name of slots) sessionStorage.removeItem(name)
      if (action.endsWith("/signout")) sessionStorage.clear()
      const secrets = [...form.querySelectorAll("[type=password]:not([aria-invalid])")].map((field) => [field, field.value])
      form.reset()
      for (const [field, text] of secrets) field.value = text
    }
    countCharacters()
  })
  addEventListener("popstate", ({ state }) => keep() ?? open(here(), {}, () => location.reload(), state?.top, false))
  addEventListener("pageshow", (event) => event.persisted && location.reload())
  // Another tab has opened another timeline before this one was loaded.
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden && byId("main").querySelector(".loading, .spinner")) open(here(), {}, () => location.reload(), scrollY, false)
  })
  dress()
  reveal()
  listen()
})()
