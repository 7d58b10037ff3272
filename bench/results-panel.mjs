// Measures the result panel with many rows in a real editor (VS Code in code-server, shown by Chromium).
//   npm run measure -- results-panel [--rows 100000]
// Runs a query with that many rows of three columns. Reports the time from the panel's first message to the second frame after it
// (first paint) and until all rows are loaded; the frame times while the table is scrolled from top to bottom in 300 steps, one per
// frame; and the time of sorting and filtering until the next frame.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { main } from '../scripts/lib/failure.mjs';
import { cleanUp } from '../scripts/lib/processes.mjs';
import { startEditor } from './editor.mjs';

const { values: options } = parseArgs({ options: { rows: { type: 'string', default: '100000' } } });
const rows = Number(options.rows);

await main(async () => {
  const openWindow = await startEditor(prepareWorkspace);
  const page = await openWindow();
  await page.locator('.editor-instance .view-line').first().click();
  await page.keyboard.press('Control+Enter');
  const panel = page.frameLocator('iframe.webview.ready').frameLocator('iframe#active-frame');
  const grid = panel.locator('.grid');
  await panel.locator('[id="cell-0-0"]').waitFor();
  await panel.locator(`.grid[aria-rowcount="${rows + 1}"]`).waitFor();
  const opened = await grid.evaluate(() => {
    const at = (name) => globalThis.performance.getEntriesByName(name).at(-1)?.startTime ?? NaN;
    return {
      firstPaint: at('funfusic-painted') - at('funfusic-show'),
      allRows: at('funfusic-complete') - at('funfusic-show'),
    };
  });
  const scroll = await grid.evaluate(scrollThrough);
  const sort = await grid.evaluate(timed, '.head-cell:nth-child(4)');
  const filter = await panel.locator('.filter').evaluate(typed, '99');
  const report = { rows, columns: 3, opened: round(opened), scroll: round(scroll), sort, filter };
  console.log(JSON.stringify(report, null, 2));
});
await cleanUp();
process.exit();

function prepareWorkspace(folder) {
  mkdirSync(join(folder, '.vscode'));
  const settings = {
    'funfusic.knowledgeBases': { many: { file: 'many.nt' } },
    'funfusic.knowledgeBase': 'many',
    'funfusic.run.maxRows': 1_000_000,
  };
  writeFileSync(join(folder, '.vscode', 'settings.json'), JSON.stringify(settings));
  const ns = 'http://rdf.freebase.com/ns/';
  const lines = Array.from(
    { length: rows },
    (_, index) =>
      `<${ns}m.0${index.toString(36)}> <${ns}measurement_unit.dated_integer.number> "${(index * 7919) % rows}"^^<http://www.w3.org/2001/XMLSchema#integer> .\n`,
  );
  writeFileSync(join(folder, 'many.nt'), lines.join(''));
  writeFileSync(join(folder, 'query.rq'), 'SELECT ?s ?p ?o WHERE { ?s ?p ?o }\n');
}

/** Runs in the page: scrolls from top to bottom, one step per frame. */
async function scrollThrough(element) {
  const frame = () => new Promise((resolve) => globalThis.requestAnimationFrame(resolve));
  const steps = 300;
  const maxScroll = element.scrollHeight - element.clientHeight;
  const times = [];
  let before = await frame();
  for (let step = 1; step <= steps; step += 1) {
    element.scrollTop = (maxScroll * step) / steps;
    const now = await frame();
    times.push(now - before);
    before = now;
  }
  times.sort((a, b) => a - b);
  return {
    frames: times.length,
    over50ms: times.filter((time) => time > 50).length,
    median: times[Math.floor(steps / 2)],
    p95: times[Math.floor(steps * 0.95)],
    longest: times.at(-1),
    rowsInPage: element.querySelectorAll('.grid-body .row').length,
  };
}

async function timed(element, selector) {
  const began = globalThis.performance.now();
  element.querySelector(selector).click();
  await new Promise((resolve) => globalThis.requestAnimationFrame(resolve));
  return Math.round(globalThis.performance.now() - began);
}

async function typed(element, text) {
  const began = globalThis.performance.now();
  element.value = text;
  element.dispatchEvent(new globalThis.Event('input'));
  const frame = () => new Promise((resolve) => globalThis.requestAnimationFrame(resolve));
  while (!/match/.test(globalThis.document.querySelector('.status').textContent)) await frame();
  return Math.round(globalThis.performance.now() - began);
}

function round(values) {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, Math.round(value)]));
}
