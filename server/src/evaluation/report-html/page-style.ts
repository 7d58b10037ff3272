/** The style of a report: light, dark, print and narrow screens. */
export const STYLE = `
:root {
  color-scheme: light dark;
  --ground: #fff; --raised: #f6f8fa; --text: #1b1f24; --muted: #59636e; --rule: #d1d9e0; --accent: #0550ae; --press: #ddf0ff;
  --s0: #0067a8; --s1: #b94e00; --s2: #00795a; --s3: #9a4a86;
  --good: #116b3a; --half: #8a5a00; --bad: #b3261e; --calm: #59636e; --heat: 0, 103, 168;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #0f1318; --raised: #171c23; --text: #e4e9ee; --muted: #9aa4af; --rule: #303841; --accent: #79b8ff; --press: #16324d;
    --s0: #5cb3ee; --s1: #f0a04b; --s2: #4fc79c; --s3: #dd93c8;
    --good: #5fce8f; --half: #e3b341; --bad: #ff8d84; --calm: #9aa4af; --heat: 92, 179, 238;
  }
}
* { box-sizing: border-box; }
html { scroll-padding-top: 3.5rem; }
body { margin: 0 auto; max-width: 72rem; padding: 1.5rem 1.25rem 4rem; background: var(--ground); color: var(--text);
  font: 15px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "DejaVu Sans", sans-serif; }
h1 { margin: 0 0 .75rem; font-size: 1.7rem; line-height: 1.2; overflow-wrap: anywhere; }
h2 { margin: 0 0 .25rem; font-size: 1.2rem; }
h4 { margin: .75rem 0 .25rem; font-size: .8rem; font-weight: 600; color: var(--muted); }
p { margin: .25rem 0 .75rem; }
code, pre { font: 13px/1.45 ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace; }
code { overflow-wrap: anywhere; }
pre { margin: .25rem 0 .5rem; padding: .6rem .75rem; max-height: 22rem; overflow: auto; background: var(--raised); border: 1px solid var(--rule);
  border-radius: 6px; white-space: pre-wrap; overflow-wrap: anywhere; }
button, input { font: inherit; color: inherit; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 4px; }
.muted, .about { color: var(--muted); }
header > .muted { margin: 0; }
.note { padding: .5rem .75rem; border-left: 3px solid var(--half); background: var(--raised); }
.run { display: flex; flex-wrap: wrap; gap: .25rem 1.5rem; margin: 0 0 1rem; }
.run div { display: flex; gap: .4rem; min-width: 0; }
.run dt { color: var(--muted); white-space: nowrap; }
.run dd { margin: 0; font-weight: 600; overflow-wrap: anywhere; }
nav { position: sticky; top: 0; z-index: 1; display: flex; gap: .25rem 1.1rem; margin: 0 -1.25rem; padding: .6rem 1.25rem; overflow-x: auto;
  background: var(--ground); border-block: 1px solid var(--rule); white-space: nowrap; }
a { color: var(--accent); text-decoration: none; }
a:hover { text-decoration: underline; }
section { padding: 1.75rem 0 .5rem; }
.cards { display: grid; grid-template-columns: repeat(auto-fill, minmax(8.2rem, 1fr)); gap: .75rem; margin: .5rem 0; }
.card { display: flex; flex-direction: column; padding: .7rem .9rem; border: 1px solid var(--rule); border-radius: 8px; }
.card.first { border-color: var(--s0); box-shadow: inset 3px 0 0 var(--s0); }
.card dt { flex: 1; font-size: .85rem; font-weight: 600; }
.card dd { margin: 0; font-size: .8rem; }
.card dd { white-space: nowrap; }
.card strong { font-size: 1.55rem; font-weight: 650; font-variant-numeric: tabular-nums; }
.plots { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 21rem), 1fr)); gap: 1.5rem 2rem; margin: .75rem 0 1rem; }
figure { margin: 0; min-width: 0; }
.plots > figure { max-width: 34rem; }
figcaption { margin-bottom: .4rem; font-weight: 600; font-size: .9rem; }
svg { display: block; width: 100%; height: auto; overflow: visible; }
svg text { fill: var(--text); font-size: 12px; }
svg .tick, svg .axis { fill: var(--muted); font-size: 11px; }
svg .value { font-variant-numeric: tabular-nums; }
.grid { stroke: var(--rule); stroke-width: 1; }
.zero { stroke: var(--muted); stroke-width: 1; }
.s0 { --c: var(--s0); } .s1 { --c: var(--s1); } .s2 { --c: var(--s2); } .s3 { --c: var(--s3); }
.line { fill: none; stroke: var(--c); stroke-width: 1.8; stroke-linejoin: round; }
.whisker { stroke: var(--c); stroke-width: 2; opacity: .55; }
.mark, .bar { fill: var(--c); }
.noticed { --c: var(--s0); } .alarm { --c: var(--s1); } .missed { --c: var(--rule); }
.legend { display: flex; flex-wrap: wrap; gap: .1rem 1rem; margin: .4rem 0; padding: 0; list-style: none; font-size: .85rem; }
.legend li { display: flex; align-items: center; gap: .4rem; }
.key { width: 22px; height: 12px; }
.swatch { width: .8rem; height: .8rem; border-radius: 2px; background: var(--c); }
.parts { width: 9rem; height: .7rem; }
.wide { overflow-x: auto; margin: .5rem 0; max-width: 100%; }
.beside { display: flex; flex-wrap: wrap; gap: .5rem 3rem; align-items: start; }
.beside > * { min-width: 0; }
.beside > figure:first-child { flex: 0 1 32rem; }
.beside > figure:has(table) { flex: none; max-width: 100%; }
table { border-collapse: collapse; font-size: .87rem; font-variant-numeric: tabular-nums; }
th, td { padding: .3rem .9rem .3rem 0; text-align: right; border-bottom: 1px solid var(--rule); white-space: nowrap; }
th:first-child, td:first-child { text-align: left; }
th:last-child, td:last-child { padding-right: .1rem; }
thead th { color: var(--muted); font-weight: 600; }
tbody th { font-weight: 500; }
.confusion td, .confusion th { padding: .2rem .6rem; }
.confusion .heat { padding: 0; text-align: right; }
.confusion button { width: 100%; min-width: 5.5rem; padding: .35rem .6rem; border: 0; background: none; text-align: right; cursor: pointer; }
.confusion button:hover { text-decoration: underline; }
.confusion button[aria-pressed="true"] { box-shadow: inset 0 0 0 2px var(--accent); }
.confusion .heat > span { padding: .35rem .6rem; }
small { color: var(--muted); font-size: .82em; }
.heat small { color: inherit; opacity: .8; }
${Array.from({ length: 10 }, (_, at) => `.h${at + 1} { background: rgba(var(--heat), ${(0.05 * (at + 1)).toFixed(2)}); }`).join('\n')}
.numbers { margin: .4rem 0; font-size: .9rem; }
summary { cursor: pointer; }
.numbers > summary { color: var(--muted); font-size: .85rem; width: max-content; }
.filters { position: sticky; top: 2.8rem; z-index: 1; padding: .6rem 0; background: var(--ground); border-bottom: 1px solid var(--rule); }
nav + main .filters { top: 2.75rem; }
header + main .filters { top: 0; }
#filter { width: 100%; padding: .5rem .75rem; background: var(--raised); border: 1px solid var(--rule); border-radius: 6px; }
.kinds { display: flex; flex-wrap: wrap; gap: .4rem; margin-top: .5rem; }
.kinds button { padding: .15rem .65rem; background: none; border: 1px solid var(--rule); border-radius: 1rem; cursor: pointer; font-size: .88rem; }
.kinds button:hover { border-color: var(--muted); }
.kinds button[aria-pressed="true"] { background: var(--press); border-color: var(--accent); }
#clear { border-style: dashed; }
#shown { margin: .4rem 0 0; font-size: .85rem; }
.dot { display: inline-block; width: .6rem; height: .6rem; margin-right: .4rem; border-radius: 50%; background: var(--v, var(--calm)); }
.v-right, .v-abstained, .v-newly-right, .v-better { --v: var(--good); }
.v-partly, .v-refused, .v-other { --v: var(--half); }
.v-wrong, .v-invented, .v-failed, .v-newly-wrong, .v-worse { --v: var(--bad); }
.v-abstained .dot, .v-refused .dot, .v-invented .dot, .v-better .dot, .v-worse .dot { background: none; border: 2px solid var(--v); }
.v-failed .dot { border-radius: 0; }
.question { border-bottom: 1px solid var(--rule); content-visibility: auto; contain-intrinsic-size: auto 2.4rem; }
.question[hidden] { display: none; }
.question > summary { display: grid; grid-template-columns: 7.2rem minmax(0, 1fr) minmax(0, 9rem) 3.6rem 5rem; gap: 0 .9rem; align-items: baseline;
  padding: .45rem .25rem; list-style: none; }
.question > summary::-webkit-details-marker { display: none; }
.question > summary:hover { background: var(--raised); }
.question[open] > summary .words { font-weight: 600; }
.verdict { font-size: .85rem; white-space: nowrap; }
.words { overflow-wrap: anywhere; }
.id { font-size: .8rem; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; text-align: right; }
.f1, .sure { text-align: right; font-variant-numeric: tabular-nums; font-size: .87rem; }
.changes .question > summary, .changes .columns { grid-template-columns: 7.2rem minmax(0, 1fr) minmax(0, 9rem) 3.6rem; }
.columns { display: grid; grid-template-columns: 7.2rem minmax(0, 1fr) minmax(0, 9rem) 3.6rem 5rem; gap: 0 .9rem; padding: .4rem .25rem; font-size: .8rem;
  color: var(--muted); border-bottom: 1px solid var(--rule); }
.columns span:nth-child(n+3) { text-align: right; }
.inside { padding: 0 .25rem 1rem 1rem; margin-left: .3rem; border-left: 2px solid var(--rule); }
.pair { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 18rem), 1fr)); gap: 0 2rem; }
.pair > div { min-width: 0; }
.answers { margin: 0; padding: 0; list-style: none; overflow-wrap: anywhere; }
.ok { color: var(--good); } .bad { color: var(--bad); }
.facts { display: flex; flex-wrap: wrap; gap: 0 1.1rem; margin: .4rem 0; padding: 0; list-style: none; font-size: .85rem; font-variant-numeric: tabular-nums; }
.facts b { font-weight: 500; color: var(--muted); }
.troubles { margin: .25rem 0; padding-left: 1.1rem; color: var(--half); }
.found { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: .1rem 1rem; margin: .4rem 0; font-size: .85rem; overflow-wrap: anywhere; }
.found dt { color: var(--muted); } .found dd { margin: 0; }
.attempt { margin: .15rem 0; }
.attempt > summary { font-size: .88rem; }
.chosen { font-weight: 600; color: var(--accent); }
.codes code { padding: .05rem .35rem; border: 1px solid var(--rule); border-radius: 4px; font-size: 12px; }
.empty { padding: 1rem; color: var(--muted); border: 1px dashed var(--rule); border-radius: 6px; }
@media (max-width: 800px) {
  nav { position: static; flex-wrap: wrap; }
  nav + main .filters { top: 0; }
}
@media (max-width: 640px) {
  body { padding-inline: .9rem; }
  nav { margin-inline: -.9rem; padding-inline: .9rem; }
  .question > summary, .columns { grid-template-columns: minmax(0, 1fr) auto auto; gap: 0 .8rem; }
  .words { grid-column: 1 / -1; grid-row: 2; }
  .id, .columns span:nth-child(2), .columns span:nth-child(3) { display: none; }
  .cards { grid-template-columns: repeat(auto-fill, minmax(7rem, 1fr)); }
  .inside { padding-left: .7rem; }
  .filters { position: static; }
}
/* Keeps the colors that carry meaning and highlights pressed buttons. */
@media (forced-colors: active) {
  .dot, .swatch, .bar, .heat { forced-color-adjust: none; }
  .missed { --c: GrayText; }
  .heat, .heat button, .heat .muted { color: CanvasText; }
  .card.first { border-width: 3px; }
  .kinds button[aria-pressed="true"], .confusion button[aria-pressed="true"] { forced-color-adjust: none; background: Highlight; color: HighlightText; }
  .kinds button[aria-pressed="true"] small { color: inherit; }
  svg text, svg .tick, svg .axis { fill: CanvasText; }
  .grid { stroke: GrayText; }
}
@media print {
  :root { color-scheme: light; }
  body { max-width: none; padding: 0; font-size: 10pt; }
  nav, .filters input, .kinds, .numbers > summary { display: none; }
  .filters, nav { position: static; }
  section, figure, .question { break-inside: avoid; }
  #questions { break-inside: auto; }
  .question { content-visibility: visible; }
  pre { max-height: none; }
}
@media (prefers-reduced-motion: no-preference) { html { scroll-behavior: smooth; } }
`;
