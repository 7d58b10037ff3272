// Measures the activation of the extension in the extension host of a real editor (VS Code in code-server, shown by Chromium).
//   npm run measure -- activation [--windows 7]
// The editor itself shows the time in "Show Running Extensions": loading the extension and running its `activate`. It is read in
// windows that start with a query, and in open windows in which a query is opened. Windows start slowly on a busy machine, so the
// small built-in extension Emmet, which is activated at the same time, is the measure.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { main } from '../scripts/lib/failure.mjs';
import { cleanUp } from '../scripts/lib/processes.mjs';
import { extensionIsReady, startEditor } from './editor.mjs';

const { values: options } = parseArgs({ options: { windows: { type: 'string', default: '7' } } });

/** After this time (ms), a window has started. */
const STARTING_TIME = 10_000;

await main(async () => {
  const openWindow = await startEditor((workspace) => {
    writeFileSync(join(workspace, 'query.rq'), 'SELECT ?x WHERE { ?x ?y ?z }\n');
    writeFileSync(join(workspace, 'notes.txt'), 'Notes\n');
  });
  const starting = [];
  const emmet = [];
  const open = [];
  for (let window = 0; window < Number(options.windows); window++) {
    const page = await openWindow();
    await showRunningExtensions(page);
    starting.push(await activationTime(page, 'FUn-FuSIC'));
    emmet.push(await activationTime(page, 'Emmet'));
    await page.close();
    open.push(await activationInOpenWindow(await openWindow('notes.txt')));
  }
  const medians = { starting: median(starting), emmet: median(emmet), open: median(open) };
  console.log(JSON.stringify({ ...medians, times: { starting, emmet, open } }));
});
await cleanUp();
process.exit();

async function activationInOpenWindow(page) {
  await page.waitForTimeout(STARTING_TIME);
  await page.keyboard.press('Control+P');
  await page.keyboard.type('query.rq');
  await page.locator('.quick-input-list .monaco-list-row', { hasText: 'query.rq' }).waitFor();
  await page.keyboard.press('Enter');
  await extensionIsReady(page);
  await showRunningExtensions(page);
  const time = await activationTime(page, 'FUn-FuSIC');
  await page.close();
  return time;
}

async function showRunningExtensions(page) {
  await page.keyboard.press('F1');
  await page.keyboard.type('Developer: Show Running Extensions');
  await page.keyboard.press('Enter');
}

/** In milliseconds. */
async function activationTime(page, extension) {
  const row = page.locator('.runtime-extensions-editor .extension', { hasText: extension });
  return Number.parseInt((await row.locator('.activation-time').textContent()).replace(/\D+/, ''), 10);
}

function median(values) {
  return [...values].sort((left, right) => left - right)[values.length >> 1];
}
