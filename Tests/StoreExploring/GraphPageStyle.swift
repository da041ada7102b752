extension GraphPage {
  static let style = #"""
    :root {
      color-scheme: light dark; scroll-padding: 1rem;
      --ground: light-dark(#f5f5fa, #101018); --surface: light-dark(#fff, #1a1a26); --raised: light-dark(#eeeef6, #262636);
      --line: light-dark(#dcdce8, #34344a); --edge: light-dark(#82829a, #77779a);
      --text: light-dark(#17171f, #ececf4); --muted: light-dark(#58586c, #a9a9c0);
      --accent: light-dark(#3a3fd4, #a3a8ff); --soft: light-dark(#e6e7fd, #2a2b55);
      --bad: light-dark(#b3261e, #ffb0a8); --bad-soft: light-dark(#fdeceb, #46201f);
      font: 100%/1.5 system-ui, -apple-system, "Segoe UI", "Hiragino Sans", "Noto Sans CJK JP", sans-serif;
    }
    * { box-sizing: border-box; }
    [hidden] { display: none !important; }
    body { background: var(--ground); color: var(--text); margin: 0 auto; max-width: 78rem; padding: 1.5rem 1rem 4rem; }
    h1, h2, h3, p, ul, pre { margin: 0; padding: 0; }
    h1, h2, h3, p, td, th, button, summary { overflow-wrap: anywhere; }
    h1 { font-size: 1.5rem; line-height: 1.25; letter-spacing: -0.015em; }
    h2 { font-size: 1.1rem; line-height: 1.3; }
    h3 { font-size: 1rem; }
    ul { list-style: none; }
    .muted:empty, #chips:empty { display: none; }
    .muted, header p { color: var(--muted); font-size: 0.925rem; }
    .hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
    header p { max-width: 46rem; margin-top: 0.35rem; text-wrap: pretty; }
    main, .columns { display: grid; gap: 1rem; align-items: start; grid-template-columns: minmax(0, 1fr); }
    main { margin-top: 1.25rem; }
    .title { margin-top: 1rem; }
    section { display: grid; gap: 0.85rem; grid-template-columns: minmax(0, 1fr); min-width: 0; padding: 1.1rem;
      background: var(--surface); border: 1px solid var(--line); border-radius: 14px;
      box-shadow: 0 1px 2px #20204014, 0 6px 20px #2020400d; }
    @media (min-width: 60rem) { .columns { grid-template-columns: minmax(0, 19rem) minmax(0, 1fr); } }
    button, input, summary { min-height: 2.5rem; padding: 0.4rem 0.8rem; border: 1px solid var(--edge); border-radius: 10px;
      background: var(--surface); color: var(--text); font: inherit; }
    button { cursor: pointer; text-align: start; }
    button:hover:enabled, summary:hover { background: var(--raised); }
    button:disabled { color: var(--muted); border-style: dashed; cursor: default; }
    :focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
    .name:focus { outline: none; }
    label { color: var(--muted); font-size: 0.925rem; }
    input { width: 100%; }
    .search { gap: 0.4rem; }
    summary { border-color: transparent; padding-inline: 0.25rem; cursor: pointer; }
    #found ul { max-height: 22rem; overflow: auto; padding: 0.25rem; }
    .name { font-size: 1.35rem; font-weight: 700; }
    .chips, .buttons { display: flex; flex-wrap: wrap; gap: 0.35rem; align-items: center; }
    .chip { max-width: 100%; padding: 0.1rem 0.6rem; border-radius: 8px; background: var(--raised); font-size: 0.875rem;
      overflow-wrap: anywhere; }
    .chip.call { background: var(--soft); color: var(--accent); }
    .chip.unseen { justify-self: start; background: var(--bad-soft); color: var(--bad); }
    dl { display: grid; grid-template-columns: repeat(auto-fit, minmax(9rem, 1fr)); gap: 0.75rem; margin: 0; }
    dl dt { color: var(--muted); font-size: 0.925rem; }
    dl dd { margin: 0; font-weight: 700; }
    .list { display: grid; gap: 0.5rem; grid-template-columns: minmax(0, 1fr); }
    .list button { display: grid; gap: 0.1rem; grid-template-columns: minmax(0, 1fr); width: 100%; }
    .label { color: var(--accent); font-weight: 600; }
    .to { font-size: 0.925rem; }
    .to::before { content: "→ "; color: var(--muted); }
    .visited { border-style: dashed; }

    /* A violation: the invariant, why, and the schedule. */
    .violation { border-block-start: 4px solid var(--bad); }
    .verdict { color: var(--bad); font-weight: 700; font-size: 0.925rem; }
    .violation h2 { font-size: 1.35rem; }
    #why { margin-top: 0.5rem; max-width: 52rem; }
    .walk { display: grid; gap: 0.5rem 1rem; grid-template-columns: minmax(0, 1fr); padding: 0.75rem; border-radius: 10px;
      background: var(--raised); }
    #sentence { min-height: 3em; align-content: center; }
    @media (min-width: 48rem) { .walk { grid-template-columns: auto minmax(0, 1fr); align-items: center; } }
    kbd { padding: 0 0.35rem; border: 1px solid var(--edge); border-radius: 5px; font: inherit; }
    .keys { margin-inline-start: 0.25rem; }
    @media (pointer: coarse) { .keys { display: none; } }
    .code { position: relative; }
    pre { padding: 0.75rem 1rem; padding-inline-end: 6rem; border-radius: 10px; background: var(--raised); overflow: auto;
      font: 0.875rem/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; max-height: 24rem; }
    .copy { position: absolute; inset: 0.4rem 0.4rem auto auto; }

    /* The diagram: time goes down, with a lane for each run of an action. */
    .scroll { overflow-x: auto; border: 1px solid var(--line); border-radius: 10px; }
    table { border-collapse: collapse; width: 100%; font-size: 0.925rem; }
    thead th { background: var(--raised); font-weight: 600; }
    th, td { padding: 0.4rem 0.6rem; text-align: start; vertical-align: middle; }
    tbody tr { border-block-start: 1px solid var(--line); }
    th.lane, td.lane { text-align: center; min-width: 7rem; }
    td.lane { position: relative; padding-block: 0.3rem; }
    td.lane::before { content: ""; position: absolute; inset: 0 auto 0 calc(50% - 1px); border-inline-start: 2px solid var(--accent); }
    td.idle::before, td.begins.ends::before { display: none; }
    td.begins::before { top: 50%; }
    td.ends::before { bottom: 50%; }
    .words { position: relative; display: inline-flex; flex-direction: column; gap: 0.2rem; align-items: center; }
    .word { padding: 0.05rem 0.55rem; border-radius: 8px; background: var(--soft); color: var(--accent);
      font-size: 0.875rem; line-height: 1.4; border: 1px solid transparent; }
    .word.starts { background: var(--accent); color: var(--surface); }
    .word.gets { background: var(--raised); color: var(--text); border-color: var(--edge); }
    .word.returns { background: var(--surface); border-color: var(--accent); }
    .word.ends { background: var(--bad-soft); color: var(--bad); }
    .lane-name { display: none; }
    tbody th { min-width: 8rem; font-weight: 400; padding: 0.2rem; }
    thead th:first-child, tbody th { position: sticky; inset-inline-start: 0; z-index: 1; }
    tbody th { background: var(--surface); }
    tbody th button { width: 100%; border-color: transparent; background: none; padding: 0.35rem 0.6rem; }
    td.state { min-width: 7rem; }
    td.state span:not(.lane-name) { display: block; }
    td.state .then::before { content: "→ "; color: var(--muted); }
    .same { color: var(--muted); }
    mark { background: var(--bad-soft); color: var(--bad); font-weight: 600; border-radius: 4px; padding-inline: 0.15rem; }
    tr[aria-current], tr[aria-current] th { background: var(--soft); }
    tr[aria-current] th { box-shadow: inset 4px 0 var(--accent); }
    tr[aria-current] button { font-weight: 600; }
    tr[aria-current] .word { border-color: var(--accent); }
    tr.violated { border-block-start: 2px solid var(--bad); }
    tr.violated td, tr.again td { padding: 0.55rem 0.8rem; font-weight: 600; }
    tr.violated td { color: var(--bad); background: var(--bad-soft); }
    tbody.loop { border-inline-start: 4px solid var(--bad); }
    tr.again td { color: var(--bad); }

    /* On a narrow screen, each row is a card. */
    @media (max-width: 44rem) {
      .scroll { overflow: visible; }
      tr[aria-current] { box-shadow: inset 4px 0 var(--accent); }
      table, tbody, tr, th, td { display: block; }
      thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
      th.lane, td.lane { text-align: start; min-width: 0; }
      tbody th, td.state { min-width: 0; }
      td.lane.idle, td.lane.waits { display: none; }
      td.lane::before { display: none; }
      td { padding-block: 0.15rem; padding-inline: 0.8rem; }
      td:last-child { padding-block-end: 0.6rem; }
      tbody th button { font-weight: 600; }
      .words { flex-flow: row wrap; align-items: baseline; }
      .lane-name { display: inline; color: var(--muted); margin-inline-end: 0.35rem; }
      td.state span:not(.lane-name) { display: inline; }
      .code { display: grid; gap: 0.5rem; grid-template-columns: minmax(0, 1fr); }
      pre { padding-inline-end: 1rem; }
      .copy { position: static; justify-self: end; }
    }
    @media (forced-colors: active) {
      .chip, .word, mark { border: 1px solid; }
      td.lane::before { border-color: CanvasText; }
      tr[aria-current] { outline: 3px solid Highlight; outline-offset: -3px; }
    }

    """#
}
