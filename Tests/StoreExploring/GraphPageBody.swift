extension GraphPage {
  static let body = #"""
    <!DOCTYPE html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width">
    <title>TITLE: explored states</title>
    <style>
    STYLE</style>
    </head>
    <body>
    <header><h1>TITLE</h1><p>SUMMARY</p></header>
    <main>
      <section class="violation" id="violation" aria-labelledby="invariant" hidden>
        <div>
          <p class="verdict" id="verdict"></p>
          <h2 id="invariant"></h2>
          <p id="why"></p>
        </div>
        <div class="walk">
          <div class="buttons">
            <button type="button" id="previous">Previous</button>
            <button type="button" id="next">Next</button>
            <span class="muted keys" aria-hidden="true"><kbd>j</kbd> <kbd>k</kbd> or <kbd>↓</kbd> <kbd>↑</kbd></span>
          </div>
          <p id="sentence" role="status"></p>
        </div>
        <div class="scroll" id="schedule"></div>
        <div class="code">
          <pre tabindex="0" role="region" aria-label="The schedule as Swift"><code id="violation-swift"></code></pre>
          <button type="button" class="copy">Copy</button>
        </div>
      </section>
      <section id="coverage" aria-labelledby="coverage-title" hidden>
        <h2 id="coverage-title">Coverage</h2>
        <dl id="counts"></dl>
        <details>
          <summary>Schedules of what is missing</summary>
          <div class="code">
            <pre tabindex="0" role="region" aria-label="What is missing as Swift"><code id="missing"></code></pre>
            <button type="button" class="copy">Copy</button>
          </div>
        </details>
      </section>
      <h2 class="title" id="explore" hidden>All states up to the violation</h2>
      <section class="search" aria-label="Search">
        <label for="query">Go the shortest way to a state, a step or a call</label>
        <input type="search" id="query" autocomplete="off" spellcheck="false">
        <details id="found"><summary></summary><ul class="list"></ul></details>
      </section>
      <div class="columns">
        <section aria-labelledby="state">
          <div>
            <p class="muted">State</p>
            <h2 class="name" id="state" tabindex="-1"></h2>
          </div>
          <div class="chips" id="chips"></div>
          <p class="muted" id="note" role="status"></p>
          <h3 id="steps-title">Steps from here</h3>
          <ul class="list" id="steps"></ul>
          <p class="muted" id="hint"></p>
        </section>
        <section aria-labelledby="way-title">
          <h2 id="way-title">The way here</h2>
          <div class="scroll" id="path"></div>
          <div class="code">
            <pre tabindex="0" role="region" aria-label="The way here as Swift"><code id="path-swift"></code></pre>
            <button type="button" class="copy">Copy</button>
          </div>
        </section>
      </div>
    </main>
    <p class="hidden" id="copied" role="status"></p>
    <noscript><p>This page needs JavaScript.</p></noscript>
    <script id="data" type="application/json">DATA</script>
    <script>
    SCRIPT</script>
    </body>
    </html>

    """#
}
