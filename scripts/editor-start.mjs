// Tests that `npm start` opens the editor on the samples, underlines the mistakes of the first one, and opens the walkthrough and the
// tour of the samples beside it.
import { writeFileSync } from 'node:fs';
import { installChromium, launchChromium } from './lib/chromium.mjs';
import { Failure, main } from './lib/failure.mjs';
import { root } from './lib/paths.mjs';
import { cleanUp, onExit, start } from './lib/processes.mjs';
import { lastLines } from './lib/project.mjs';

const SECONDS = 120;

await main(async () => {
  const chromium = await installChromium();
  const npm = start('npm', ['start', '--', '--no-open', '--browser'], { cwd: root });
  const url = await waitForAddress(npm);
  const browser = await launchChromium(chromium);
  onExit(() => browser.close());
  const page = await browser.newPage({ viewport: { width: 1400, height: 900 } });
  await page.goto(url, { timeout: SECONDS * 1000 });
  await page.locator('.tab.active', { hasText: 'mistakes.rq' }).waitFor({ timeout: SECONDS * 1000 });
  await page
    .locator('.squiggly-error')
    .first()
    .waitFor({ timeout: SECONDS * 1000 });
  await page
    .locator('.getting-started-step')
    .first()
    .waitFor({ timeout: SECONDS * 1000 });
  await page.locator('.tab', { hasText: 'Preview README.md' }).waitFor({ timeout: SECONDS * 1000 });
  console.log(
    '  ✔ npm start opens a sample, underlines its mistakes, and opens the walkthrough and the tour',
  );
  if (process.env.FUNFUSIC_TEST_RESULTS)
    writeFileSync(process.env.FUNFUSIC_TEST_RESULTS, JSON.stringify({ passed: 1, failed: 0 }));
});
await cleanUp();
process.exit();

/** Waits for the address that npm start prints. */
async function waitForAddress(npm) {
  let left = SECONDS * 4;
  const ended = npm.exited.then(() => true);
  for (;;) {
    const [url] = /http:\/\/\S+/.exec(npm.output()) ?? [];
    if (url) return url;
    const over = await Promise.race([ended, new Promise((next) => setTimeout(next, 250, false))]);
    if (over || --left < 0)
      throw new Failure(
        'npm start did not open the editor.',
        'Its output is above.',
        lastLines(npm.output()),
      );
  }
}
