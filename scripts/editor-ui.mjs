// Runs test/editor/ui: the packed extension in code-server, driven through Chromium.
//   --grep WORDS   only the tests whose titles contain them
//   --repeat N     runs them N times, to find tests that fail only sometimes
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { installChromium, launchChromium } from './lib/chromium.mjs';
import { installCodeServer } from './lib/code-server-install.mjs';
import { installExtension, prepareHome, startCodeServer, testSettings } from './lib/code-server.mjs';
import { bundleEditorTests } from './lib/editor-tests.mjs';
import { main } from './lib/failure.mjs';
import { readOptions } from './lib/options.mjs';
import { cleanUp, onExit } from './lib/processes.mjs';
import { runMocha } from './lib/run-mocha.mjs';
import { temporaryFolder } from './lib/temporary-folder.mjs';
import { packVsix } from './lib/vsix.mjs';
import { serveWebEditor } from './lib/web-editor.mjs';

const { values: options } = readOptions({
  grep: { type: 'string', default: '' },
  repeat: { type: 'string', default: '1' },
});

/** Closes everything in a window, for the next test. */
const closeEverything = {
  key: 'ctrl+alt+shift+f12',
  command: 'runCommands',
  args: {
    commands: [
      // More than enough; without an editor the command does nothing.
      ...Array(6).fill('workbench.action.revertAndCloseActiveEditor'),
      'workbench.action.closeAllEditors',
      'workbench.action.closePanel',
      'notifications.clearAll',
      'notifications.hideList',
      'workbench.view.explorer',
      // Last, because the command exists only after the view was opened.
      'workbench.actions.treeView.funfusic.schema.collapseAll',
    ],
  },
};

await main(async () => {
  const tests = await bundleEditorTests('ui');
  await installCodeServer();
  const chromium = await installChromium();
  const temporary = temporaryFolder();
  const workspace = join(temporary.path, 'workspace');
  mkdirSync(workspace);
  const home = join(temporary.path, 'user');
  prepareHome(home, testSettings);
  writeFileSync(join(home, 'User', 'keybindings.json'), JSON.stringify([closeEverything]));
  const { file } = await packVsix(join(temporary.path, 'extension.vsix'));
  await installExtension(home, file);
  const server = await startCodeServer({ home, testDriver: true, minimal: true });
  const browser = await launchChromium(chromium);
  onExit(() => browser.close());
  // The tests run in this process.
  globalThis.funfusicBrowser = browser;
  const [extension] = readdirSync(join(home, 'extensions')).filter((name) => name.startsWith('fun-fusic.'));
  const web = await serveWebEditor(join(home, 'extensions', extension), testSettings);
  onExit(() => web.stop());
  process.env.FUNFUSIC_WORKBENCH = JSON.stringify({
    web: web.url,
    port: server.port,
    workspace,
    home,
  });
  const { default: Mocha } = await import('mocha');
  const { grep, repeat } = options;
  const results = await runMocha(Mocha, tests, { grep, repeat: Number(repeat), timeout: 240_000 });
  if (process.env.FUNFUSIC_TEST_RESULTS)
    writeFileSync(process.env.FUNFUSIC_TEST_RESULTS, JSON.stringify(results));
  if (results.failed > 0) process.exitCode = 1;
});
await cleanUp();
process.exit();
