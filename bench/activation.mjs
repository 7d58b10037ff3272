// Measures the activation of the extension in the extension host of a real editor (VS Code in code-server, shown by Chromium).
//   npm run measure -- activation [--windows 7]
// Opens a query in that many windows, one after another, and reads the time that the editor itself shows in "Show Running Extensions":
// loading the extension and running its `activate`. Windows start slowly on a busy machine, so the small built-in extension Emmet,
// which is activated at the same time, is the measure.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { main } from '../scripts/lib/failure.mjs';
import { cleanUp } from '../scripts/lib/processes.mjs';
import { startEditor } from './editor.mjs';

const { values: options } = parseArgs({ options: { windows: { type: 'string', default: '7' } } });

await main(async () => {
  const openWindow = await startEditor((workspace) =>
    writeFileSync(join(workspace, 'query.rq'), 'SELECT ?x WHERE { ?x ?y ?z }\n'),
  );
  const times = [];
  const emmet = [];
  for (let window = 0; window < Number(options.windows); window++) {
    const page = await openWindow();
    await page.keyboard.press('F1');
    await page.keyboard.type('Developer: Show Running Extensions');
    await page.keyboard.press('Enter');
    times.push(await activationTime(page, 'FUn-FuSIC'));
    emmet.push(await activationTime(page, 'Emmet'));
    await page.close();
  }
  const [ours, reference] = [median(times), median(emmet)];
  console.log(JSON.stringify({ ours, emmet: reference, ratio: (ours / reference).toFixed(2), times }));
});
await cleanUp();
process.exit();

/** In milliseconds. */
async function activationTime(page, extension) {
  const row = page.locator('.runtime-extensions-editor .extension', { hasText: extension });
  return Number.parseInt((await row.locator('.activation-time').textContent()).replace(/\D+/, ''), 10);
}

function median(values) {
  return [...values].sort((left, right) => left - right)[values.length >> 1];
}
