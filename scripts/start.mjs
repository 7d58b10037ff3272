// npm start: opens VS Code on the samples, with the extension. Works in a fresh clone.
//   --port N     the port of the browser version (8080, or a free one if that is in use)
//   --no-open    print the address without opening a browser
//   --browser    the browser version even if desktop VS Code is installed
import { existsSync, mkdirSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
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
import { onPath } from './lib/on-path.mjs';
import { cache, downloads, inRoot, root } from './lib/paths.mjs';
import { run } from './lib/processes.mjs';
import { build, installPackages, lastLines } from './lib/project.mjs';
import { packVsix } from './lib/vsix.mjs';

const samples = inRoot('samples');
const firstSample = inRoot('samples', 'mistakes.rq');

await main(async () => {
  const options = readOptions();
  await installPackages();
  await build();
  if (onPath('code') && !options.browser) await openDesktop();
  else await serve(options);
});

function readOptions() {
  try {
    const { values } = parseArgs({
      options: { port: { type: 'string' }, 'no-open': { type: 'boolean' }, browser: { type: 'boolean' } },
    });
    if (values.port !== undefined && !/^\d{1,5}$/.test(values.port))
      throw new Error(`--port is “${values.port}”; it must be a number.`);
    return values;
  } catch (error) {
    throw new Failure(
      error instanceof Error ? error.message : String(error),
      'The options are --port N, --no-open and --browser.',
    );
  }
}

async function openDesktop() {
  console.log('Opening VS Code on samples/ …');
  const result = await run('code', [`--extensionDevelopmentPath=${root}`, samples, firstSample], {
    seconds: 60,
  });
  if (result.code === 0) return;
  throw new Failure(
    'VS Code could not be opened.',
    'Use the browser version instead: npm start -- --browser',
    lastLines(result.output),
  );
}

async function serve(options) {
  await installCodeServer();
  const home = join(downloads, 'home');
  // Keeps settings that were changed in the editor.
  if (!existsSync(join(home, 'User', 'settings.json')))
    prepareHome(home, quietSettings, { walkthrough: true });
  console.log('Packing the extension and installing it into code-server …');
  mkdirSync(cache, { recursive: true });
  const { file } = await packVsix(join(cache, 'start.vsix'));
  await installExtension(home, file);
  const server = await startCodeServer({ home, port: await choosePort(options.port) });
  const url = workbenchUrl(server, samples, [['openFile', remoteUri(server, firstSample)]]);
  console.log(
    `\n  VS Code with FUn-FuSIC is at  ${url}\n\n  It opens a sample with mistakes, and the walkthrough beside it. Press Ctrl+C to stop it.\n`,
  );
  if (!options['no-open']) await openBrowser(url);
  const code = await server.exited;
  throw new Failure(
    `code-server ended (exit code ${code}).`,
    'The output above says why.',
    lastLines(server.output()),
  );
}

async function choosePort(wanted) {
  if (wanted !== undefined) return Number(wanted);
  return (await isFree(8080)) ? 8080 : 0;
}

function isFree(port) {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}

/** Opens a browser if there is a desktop. The address is printed in any case. */
async function openBrowser(url) {
  const hasDesktop = process.platform === 'darwin' || process.env.DISPLAY || process.env.WAYLAND_DISPLAY;
  const opener = process.platform === 'darwin' ? 'open' : 'xdg-open';
  if (hasDesktop && onPath(opener)) await run(opener, [url], { seconds: 10 });
}
