// Runs test/editor/suite inside the extension host of a real VS Code.
//   --desktop      in a downloaded desktop VS Code instead of code-server
//   --grep WORDS   only the tests whose titles contain them
//   --repeat N     runs them N times, to find tests that fail only sometimes
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { installChromium } from './lib/chromium.mjs';
import { installCodeServer } from './lib/code-server-install.mjs';
import { bundleEditorTests } from './lib/editor-tests.mjs';
import { downloadAdvice, Failure, main } from './lib/failure.mjs';
import { readOptions } from './lib/options.mjs';
import { downloads, inRoot, root } from './lib/paths.mjs';
import { cleanUp, onExit } from './lib/processes.mjs';
import { temporaryFolder } from './lib/temporary-folder.mjs';

const { values: options } = readOptions({
  desktop: { type: 'boolean' },
  grep: { type: 'string', default: '' },
  repeat: { type: 'string', default: '1' },
});

await main(async () => {
  const tests = await bundleEditorTests('suite');
  const temporary = temporaryFolder();
  const workspace = join(temporary.path, 'workspace');
  mkdirSync(join(workspace, '.vscode'), { recursive: true });
  const report = join(temporary.path, 'report.txt');
  onExit(() => existsSync(report) && console.log(readFileSync(report, 'utf8')));
  const { runTests } = await import('@vscode/test-electron');
  await runTests({
    vscodeExecutablePath: options.desktop ? await desktopVersion() : await browserVersion(),
    extensionDevelopmentPath: [root, inRoot('test', 'editor', 'model-extension')],
    extensionTestsPath: join(tests, 'index.js'),
    extensionTestsEnv: {
      FUNFUSIC_TEST_RESULTS: process.env.FUNFUSIC_TEST_RESULTS ?? join(temporary.path, 'results.json'),
      FUNFUSIC_TEST_REPORT: report,
      FUNFUSIC_TEST_GREP: options.grep,
      FUNFUSIC_TEST_REPEAT: options.repeat,
    },
    launchArgs: [
      workspace,
      `--user-data-dir=${join(temporary.path, 'user')}`,
      `--extensions-dir=${join(temporary.path, 'extensions')}`,
    ],
  });
});
await cleanUp();

async function browserVersion() {
  await installCodeServer();
  await installChromium();
  return inRoot('scripts', 'vscode-in-browser.mjs');
}

async function desktopVersion() {
  if (process.platform === 'linux' && !process.env.DISPLAY) {
    throw new Failure('Desktop VS Code needs a display.', 'Run the command under xvfb-run, or on a desktop.');
  }
  const { downloadAndUnzipVSCode } = await import('@vscode/test-electron');
  try {
    return await downloadAndUnzipVSCode({ cachePath: downloads });
  } catch (error) {
    throw new Failure(
      'Desktop VS Code could not be downloaded.',
      downloadAdvice(String(error)),
      String(error),
    );
  }
}
