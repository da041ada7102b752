// Copies what was done; without it, the links beside the buttons show the same text.
if (navigator.clipboard) {
  document.documentElement.classList.add("can-copy")
  document.addEventListener("click", async ({ target }) => {
    const button = target.closest?.("[data-copy]")
    if (!button) return
    const text = await (await fetch(button.dataset.copy)).text()
    await navigator.clipboard.writeText(text)
    document.getElementById("copied").textContent = `Copied ${text.trim().split("\n").length} lines.`
  })
}
