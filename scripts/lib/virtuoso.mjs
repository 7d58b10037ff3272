// Runs a Virtuoso from Debian's package, with a database in a temporary folder, on free local ports.
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { basename, dirname, join, resolve } from 'node:path';
import { aptInstall } from './apt.mjs';
import { Failure, Unavailable } from './failure.mjs';
import { onPath } from './on-path.mjs';
import { inRoot } from './paths.mjs';
import { onExit, run, start } from './processes.mjs';

const PACKAGES = ['virtuoso-opensource-7-bin', 'libvirtodbc0'];

/** Returns the paths of Virtuoso and its SQL client, and installs them with apt-get if they are missing. */
export async function installVirtuoso() {
  const found = findVirtuoso();
  if (found) return found;
  const refusal = await aptInstall(PACKAGES);
  const installed = findVirtuoso();
  if (installed) return installed;
  throw new Unavailable(
    `Virtuoso was not found. ${refusal ?? ''}`,
    `Install ${PACKAGES.join(' and ')} (Debian), or put virtuoso-t and isql-vt on the PATH, and run the same command again.`,
  );
}

export function findVirtuoso() {
  const server = onPath('virtuoso-t');
  const sql = onPath('isql-vt');
  return server && sql ? { server, sql } : undefined;
}

/**
 * Starts Virtuoso and loads files of facts.
 * @param {{ folder: string, files?: readonly string[], graph?: string, maxRows?: number, words?: boolean }} options
 *   `folder` contains the database; `words` creates a full-text index
 * @returns {Promise<{ address: string, stop: () => Promise<void> }>}
 */
export async function startVirtuoso({
  folder,
  files = [],
  graph = 'http://example.org/facts',
  maxRows = 10_000,
  words = false,
}) {
  const { server, sql } = await installVirtuoso();
  const [port, http] = await Promise.all([freePort(), freePort()]);
  mkdirSync(folder, { recursive: true });
  const { virtuosoConfiguration, loadStatements } = await importSetup();
  const large = files.some((file) => file.endsWith('.gz'));
  const configuration = virtuosoConfiguration({
    sqlPort: port,
    httpPort: http,
    // A small configuration starts fast.
    buffers: large ? 60_000 : 2000,
    fileExtend: large ? 2000 : 200,
    maxRows,
    maxSeconds: 60,
    folders: ['.', ...new Set(files.map((file) => dirname(resolve(file))))],
  });
  writeFileSync(join(folder, 'virtuoso.ini'), configuration);
  const program = start(server, ['+foreground', '+configfile', 'virtuoso.ini'], { cwd: folder });
  const stop = onExit(() => program.stop());
  const ended = program.exited.then((code) => {
    throw new Failure(
      `Virtuoso ended with ${code}.`,
      'The output above says why.',
      program.output().split('\n').slice(-10).join('\n'),
    );
  });
  ended.catch(() => undefined);
  const address = `http://127.0.0.1:${http}/sparql`;
  await Promise.race([answers(address), ended]);
  if (files.length) {
    const loading = loadStatements({
      files: files.map((file) => [dirname(resolve(file)), basename(file)]),
      graph,
      textIndex: words,
    });
    const { code, output } = await run(
      sql,
      [`127.0.0.1:${port}`, 'dba', 'dba', `EXEC=${loading.join(' ')}`],
      {
        seconds: 900,
      },
    );
    if (code !== 0 || /Error/.test(output))
      throw new Failure('Virtuoso could not load the facts.', 'The output above says why.', output);
  }
  return { address, stop };
}

/** The texts that `funfusic serve` uses too. */
async function importSetup() {
  // `npm test` loads this file before it installs packages.
  const { build } = await import('esbuild');
  const { outputFiles } = await build({
    entryPoints: [inRoot('server', 'src', 'core', 'kb', 'virtuoso-setup.ts')],
    format: 'esm',
    write: false,
  });
  return import(`data:text/javascript,${encodeURIComponent(outputFiles[0].text)}`);
}

async function answers(address) {
  for (;;) {
    const reply = await fetch(`${address}?query=ASK%7B%7D`).catch(() => undefined);
    await reply?.arrayBuffer().catch(() => undefined);
    if (reply?.ok) return;
    await new Promise((later) => setTimeout(later, 50));
  }
}

function freePort() {
  return new Promise((done, failed) => {
    const server = createServer().on('error', failed);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => done(port));
    });
  });
}
