// Runs a Virtuoso from Debian's package, with a database in a temporary folder, on free local ports.
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { basename, dirname, join, resolve } from 'node:path';
import { aptInstall } from './apt.mjs';
import { Failure, Unavailable } from './failure.mjs';
import { onPath } from './on-path.mjs';
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
  const large = files.length > 0 && files.some((file) => file.endsWith('.gz'));
  writeFileSync(join(folder, 'virtuoso.ini'), settings({ port, http, maxRows, files, large }));
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
    const loading = [
      ...(words ? ["DB.DBA.RDF_OBJ_FT_RULE_ADD(null, null, 'All');"] : []),
      ...files.map((file) => `ld_dir('${dirname(resolve(file))}', '${basename(file)}', '${graph}');`),
      'rdf_loader_run();',
      ...(words ? ['DB.DBA.VT_INC_INDEX_DB_DBA_RDF_OBJ();'] : []),
      'checkpoint;',
    ];
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

/** A small configuration that starts fast; with more memory if much is loaded. */
function settings({ port, http, maxRows, files, large }) {
  const folders = ['.', ...new Set(files.map((file) => dirname(resolve(file))))];
  const buffers = large ? 60_000 : 2000;
  return `[Database]
DatabaseFile = virtuoso.db
ErrorLogFile = virtuoso.log
LockFile = virtuoso.lck
TransactionFile = virtuoso.trx
xa_persistent_file = virtuoso.pxa
FileExtend = ${large ? 2000 : 200}
MaxCheckpointRemap = ${buffers}
[TempDatabase]
DatabaseFile = virtuoso-temp.db
TransactionFile = virtuoso-temp.trx
MaxCheckpointRemap = ${buffers}
[Parameters]
ServerPort = 127.0.0.1:${port}
DisableUnixSocket = 1
ServerThreads = 10
NumberOfBuffers = ${buffers}
MaxDirtyBuffers = ${buffers * 0.75}
DirsAllowed = ${folders.join(', ')}
CheckpointInterval = 0
SchedulerInterval = 0
ThreadsPerQuery = 2
[HTTPServer]
ServerPort = 127.0.0.1:${http}
ServerThreads = 10
MaxKeepAlives = 10
KeepAliveTimeout = 10
[SPARQL]
ResultSetMaxRows = ${maxRows}
MaxQueryExecutionTime = 60
`;
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
