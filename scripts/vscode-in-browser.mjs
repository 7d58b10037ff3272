#!/usr/bin/env node
// Replaces the VS Code executable if only code-server is available. Accepts the flags that @vscode/test-electron passes to VS Code and
// runs the tests in code-server's extension host, with Chromium as its window.
import { cpSync, statSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { installChromium, launchChromium } from './lib/chromium.mjs';
import { prepareHome, remoteUri, startCodeServer, testSettings, workbenchUrl } from './lib/code-server.mjs';
import { report } from './lib/failure.mjs';
import { cleanUp, onExit } from './lib/processes.mjs';
import { editorContext } from './lib/test-window.mjs';

const TIMED_OUT = 124;
const SECONDS = 1100;

const { flags, extensions, folder } = readArguments(process.argv.slice(2));
/** The log of the workbench is long, so it is printed only if the tests fail. */
const log = [];
let code = 1;
try {
  code = await runTests();
} catch (error) {
  report(error);
}
await cleanUp();
if (code !== 0) console.error(log.slice(-200).join('\n'));
process.exit(code);

async function runTests() {
  prepareHome(flags['user-data-dir'], testSettings);
  // The page takes one extension under development; the others are installed.
  for (const path of extensions.slice(1))
    cpSync(path, join(flags['user-data-dir'], 'extensions', `tests.${basename(path)}`), { recursive: true });
  const server = await startCodeServer({ home: flags['user-data-dir'], testDriver: true, minimal: true });
  const browser = await launchChromium(await installChromium());
  onExit(() => browser.close());
  const page = await (await editorContext(browser)).newPage();
  return new Promise((finish, fail) => {
    const timer = setTimeout(() => finish(TIMED_OUT), SECONDS * 1000);
    page.once('crash', () => fail(new Error('The page crashed.')));
    void openPage(page, server, (exitCode) => {
      clearTimeout(timer);
      finish(exitCode);
    }).catch(fail);
  });
}

/** VS Code's web client calls these two functions, if the page defines them, with the output and the result of the tests. */
async function openPage(page, server, finish) {
  await page.exposeFunction('codeAutomationLog', (_type, args) => log.push(args.join(' ')));
  await page.exposeFunction('codeAutomationExit', finish);
  const payload = [
    ['extensionDevelopmentPath', remoteUri(server, resolve(extensions[0]))],
    ['extensionTestsPath', remoteUri(server, resolve(flags.extensionTestsPath))],
    ['extensionEnvironment', JSON.stringify(testEnvironment())],
  ];
  // The time limit of the whole run is enough.
  await page.goto(workbenchUrl(server, folder, payload), { timeout: 0 });
}

/** Only variables of the tests are passed on. */
function testEnvironment() {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => name.startsWith('FUNFUSIC_')));
}

function readArguments(args) {
  const named = args.map((arg) => /^--([^=]+)=(.*)$/s.exec(arg)).filter((match) => match !== null);
  const folders = args.filter((arg) => !arg.startsWith('--') && statSync(arg).isDirectory());
  return {
    flags: Object.fromEntries(named.map(([, name, value]) => [name, value])),
    extensions: named.flatMap(([, name, value]) => (name === 'extensionDevelopmentPath' ? [value] : [])),
    folder: resolve(folders[0] ?? '.'),
  };
}
