// npm run generate -- screenshots: takes screenshots of the extension. Those of the documentation are written to docs/images/, the
// others, for visual checks, to .cache/screenshots/.
//   --only NAME   only the shots whose name contains NAME; may be given several times
//   --documents   only those that go to docs/images/
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { Animation } from './lib/animation.mjs';
import { installChromium, launchChromium } from './lib/chromium.mjs';
import { installCodeServer } from './lib/code-server-install.mjs';
import {
  installExtension,
  prepareHome,
  quietSettings,
  remoteUri,
  startCodeServer,
  workbenchUrl,
} from './lib/code-server.mjs';
import { Failure, main } from './lib/failure.mjs';
import { readOptions } from './lib/options.mjs';
import { cache, inRoot } from './lib/paths.mjs';
import { cleanUp, onExit } from './lib/processes.mjs';
import { build, installPackages } from './lib/project.mjs';
import { steps } from './lib/shot-steps.mjs';
import { shots, themes } from './lib/shots.mjs';
import { temporaryFolder } from './lib/temporary-folder.mjs';
import { packVsix } from './lib/vsix.mjs';

const plainEditor = { 'editor.fontSize': 14, 'editor.minimap.enabled': false, 'editor.wordWrap': 'on' };
const images = inRoot('docs', 'images');
const others = join(cache, 'screenshots');
const { values: options } = readOptions({
  only: { type: 'string', multiple: true, default: [''] },
  documents: { type: 'boolean', default: false },
});
const wanted = shots.filter(
  ({ name, documents }) =>
    options.only.some((part) => name.includes(part)) && (documents || !options.documents),
);

await main(async () => {
  await installPackages();
  await build();
  await installCodeServer();
  for (const folder of [images, others]) mkdirSync(folder, { recursive: true });
  const temporary = temporaryFolder();
  const samples = join(temporary.path, 'samples');
  const home = join(temporary.path, 'user');
  prepareHome(home, quietSettings);
  const { file } = await packVsix(join(home, 'extension.vsix'));
  await installExtension(home, file);
  const server = await startCodeServer({ home, testDriver: true });
  const browser = await launchChromium(await installChromium());
  onExit(() => browser.close());
  const silent = await silentServer();
  for (const shot of wanted) {
    // The editor saves automatically, so each shot works on a fresh copy of the samples.
    cpSync(inRoot('samples'), samples, { recursive: true });
    if (shot.evaluates)
      cpSync(evaluate(temporary.path, shot.evaluates), join(samples, 'funfusic-runs'), { recursive: true });
    // Settings are read when the page opens.
    const shotSettings = JSON.parse(
      JSON.stringify(shot.settings ?? {}).replaceAll('localhost:9/', `localhost:${silent}/`),
    );
    prepareHome(home, { ...quietSettings, ...themes[shot.theme], ...plainEditor, ...shotSettings });
    await take(browser, server, samples, shot);
  }
});
await cleanUp();
process.exit();

/** Returns a folder with an evaluation of the dataset, which runs only once. */
function evaluate(temporary, dataset) {
  const runs = join(temporary, 'runs');
  const args = ['eval', inRoot(dataset), '--strategy', 'rng-kbqa', '--out', join(runs, 'tiny-rng-kbqa')];
  if (!existsSync(runs))
    execFileSync(process.execPath, [inRoot('dist', 'cli.js'), ...args], { stdio: 'ignore' });
  return runs;
}

/** Starts a server that never responds, to show a waiting model. Returns its port. */
async function silentServer() {
  const server = createServer().listen(0, 'localhost');
  await once(server, 'listening');
  return server.address().port;
}

async function take(browser, server, samples, shot) {
  const path = join(samples, shot.file);
  if (!existsSync(path))
    throw new Failure(`samples/${shot.file} is missing.`, 'Name an existing file in scripts/lib/shots.mjs.');
  const context = await browser.newContext({ viewport: shot.size ?? { width: 1400, height: 900 } });
  const page = await context.newPage();
  // Allows for a busy machine.
  page.setDefaultTimeout(180_000);
  await page.goto(workbenchUrl(server, samples, [['openFile', remoteUri(server, path)]]));
  await page
    .locator('[id="fun-fusic.fun-fusic.funfusic.status"]')
    .filter({ hasText: /relations|schema/ })
    .waitFor();
  await page.locator('.statusbar-item', { hasText: 'Activating Extensions' }).waitFor({ state: 'detached' });
  await page.locator('.editor-instance .view-line').first().click();
  await page.keyboard.press('Control+Home');
  if (shot.awaits) await page.locator(shot.awaits).first().waitFor({ state: 'attached' });
  if (shot.caretAt) await goTo(page, readFileSync(path, 'utf8'), shot.caretAt);
  const animation = shot.animated && new Animation(page);
  try {
    for (const step of shot.steps) await steps[step](page, animation);
  } catch (error) {
    await page.screenshot({ path: join(others, `failed-${shot.name}.png`) });
    throw error;
  }
  const file = join(shot.documents ? images : others, `${shot.name}.${animation ? 'gif' : 'png'}`);
  if (animation) await animation.write(file);
  else await page.screenshot({ path: file, animations: 'disabled', caret: 'hide' });
  console.log(file);
  await context.close();
}

/** Moves the caret to the first occurrence of a text. */
async function goTo(page, content, text) {
  const at = content.indexOf(text);
  if (at < 0) throw new Failure(`“${text}” is not in the sample.`, 'Fix caretAt in scripts/lib/shots.mjs.');
  const before = content.slice(0, at).split('\n');
  const position = { line: before.length, column: before.at(-1).length + 1 };
  await page.keyboard.press('Control+G');
  await page.locator('.quick-input-widget input.input').waitFor();
  await page.keyboard.type(`${position.line}:${position.column}`);
  await page.keyboard.press('Enter');
  await page
    .locator('[id="status.editor.selection"]')
    .filter({ hasText: `Ln ${position.line}, Col ${position.column}` })
    .waitFor();
}
