/** Loads a dump into a Virtuoso on this machine and serves it, or writes the files for a container that does so. */
import { existsSync, linkSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { totalmem } from 'node:os';
import { basename, join, resolve } from 'node:path';
import {
  buffersFor,
  composeFile,
  CONTAINER_DUMP,
  loadStatements,
  PASSWORD_FILE,
  virtuosoConfiguration,
} from '../../core/kb/virtuoso-setup';
import type { EndpointConfig } from '../../core/kb/kb-config';
import type { TaskProgress } from '../../core/kb/knowledge-base';
import { isRunning } from '../cache-files';
import { cacheFolder } from '../cache-folder';
import { bulkLoad, newPassword, roundedCount } from './bulk-load';
import {
  clearFolder,
  freeBytes,
  identifyDump,
  isSameDump,
  makeFolder,
  readState,
  writePrivateFile,
  writeState,
  type DatabaseState,
} from './database-folder';
import { findVirtuoso, type VirtuosoPrograms } from './find-virtuoso';
import { inspectDump } from './inspect-dump';
import { answers, reservePort, startVirtuoso, waitForEndpoint } from './virtuoso-process';

export interface ServeOptions {
  /** N-Triples or Turtle, plain or gzipped. */
  readonly files: readonly string[];
  /** The folder of the database; by default one in the cache folder that is named after the dump. */
  readonly folder?: string | undefined;
  /** The port of the endpoint; 0 for any free one. */
  readonly port: number;
  /** The memory for the cache of the database; by default a quarter of this machine's. */
  readonly gigabytes?: number | undefined;
  /** The IRI of the graph that the facts are loaded into. */
  readonly graph?: string | undefined;
  /** The path of virtuoso-t or its folder; by default it is searched in the PATH. */
  readonly virtuoso?: string | undefined;
  /** Write the files for a container, even if Virtuoso is installed. */
  readonly compose: boolean;
}

interface Problem {
  readonly problem: string;
}

interface ServedEndpoint {
  readonly folder: string;
  readonly address: string;
  readonly graph: string;
}

export interface ServedDump extends ServedEndpoint {
  readonly kind: 'served';
  readonly facts: number;
  /** Whether the database of an earlier call was used. */
  readonly isReused: boolean;
  readonly version: string;
  /** Resolves with the last messages of Virtuoso when it ends without being stopped. */
  readonly ended: Promise<string>;
  stop(): Promise<void>;
}

/** Virtuoso is not installed, or a container was asked for. */
export interface ComposedDump extends ServedEndpoint {
  readonly kind: 'composed';
  readonly file: string;
}

/** What `funfusic serve --progress json` reports, as lines of JSON. */
export type ServeLine =
  | ({ readonly type: 'step' } & TaskProgress)
  | {
      readonly type: 'served';
      readonly name: string;
      readonly config: EndpointConfig;
      readonly facts: number;
      /** What the test of the KB found. */
      readonly lines: readonly string[];
    }
  | {
      readonly type: 'composed';
      readonly name: string;
      readonly config: EndpointConfig;
      readonly file: string;
    };

const MAX_ROWS = 100_000;
const MAX_SECONDS = 600;
/** Measured with the full-text index; see docs/full-freebase.md. */
const DATABASE_BYTES_PER_FACT = 50;
/** An empty database. */
const EMPTY_DATABASE_BYTES = 55e6;
/** With less free space, Virtuoso fails because the disk is full. */
const FULL_DISK_BYTES = 16e6;
const CONFIGURATION = 'virtuoso.ini';
const LINKS = 'dump';

/** Rejects only if `signal` is aborted. Then no server is running, and a database that was being loaded is removed. */
export async function serveDump(
  options: ServeOptions,
  onProgress: (step: TaskProgress) => void,
  signal: AbortSignal,
): Promise<ServedDump | ComposedDump | Problem> {
  const dump = inspectDump(options.files);
  if ('problem' in dump) return dump;
  const identity = identifyDump(options.files);
  if ('problem' in identity) return identity;
  const graph = options.graph ?? dump.graph;
  const folder = options.folder ?? defaultFolder(options.files, identity[0]?.sha256 ?? '');
  if (folder === undefined)
    return { problem: 'There is no cache folder for the database. Choose a folder for it (--folder).' };
  const programs = options.compose ? undefined : await findVirtuoso(options.virtuoso);
  if (programs && 'problem' in programs) return programs;
  const known = readState(folder);
  if (known && !isSameDump(known.dump, identity))
    return {
      problem: `${folder} holds the database of another dump (${known.dump.map(({ name }) => name).join(', ')}). Choose another folder (--folder), or delete that one.`,
    };
  const other = known && (await otherProcess(known, signal));
  if (other !== undefined) return { problem: other };
  const folderProblem = makeFolder(folder, known);
  if (folderProblem !== undefined) return { problem: folderProblem };
  const isReused =
    known?.state === 'loaded' && known.graph === graph && existsSync(join(folder, 'virtuoso.db'));
  const port = await reservePort(options.port);
  if (typeof port === 'object') return port;
  if (!isReused) {
    const space = spaceProblem(folder, dump.facts);
    if (space !== undefined) return { problem: space };
  }
  const plan: ServePlan = {
    files: options.files.map((file) => resolve(file)),
    names: dump.names,
    folder,
    graph,
    port,
    gigabytes: options.gigabytes ?? Math.max(1, Math.floor(totalmem() / 4e9)),
    expected: dump.facts,
    state: { dump: identity, graph, state: 'loading' },
  };
  if (!programs) return compose(plan);
  const start = (on: number): Promise<ServedDump | Problem> =>
    serve({ ...plan, port: on }, programs, isReused ? known : undefined, onProgress, signal);
  const served = await start(port);
  if (options.port !== 0 || !('problem' in served) || !PORT_TAKEN.test(served.problem)) return served;
  // Another program has taken the free port while Virtuoso started.
  const freePort = await reservePort(0);
  return typeof freePort === 'object' ? freePort : start(freePort);
}

const PORT_TAKEN = /Failed HTTP listen/;

/** Says that another process loads or serves the database; undefined if none does. */
async function otherProcess(
  { address, state, pid = 0 }: DatabaseState,
  signal: AbortSignal,
): Promise<string | undefined> {
  if (address === undefined || state === 'compose' || !isRunning(pid)) return undefined;
  if (!(await answers(address, signal))) return undefined;
  return state === 'loading'
    ? `This dump is already being loaded at ${address}, by process ${pid}. Wait for it, or stop the process first.`
    : `This dump is already being served at ${address}, by process ${pid}. Use that address, or stop the process first.`;
}

interface ServePlan {
  readonly files: readonly string[];
  /** The names of the links to the files, which show their formats. */
  readonly names: readonly string[];
  readonly folder: string;
  readonly graph: string;
  readonly port: number;
  readonly gigabytes: number;
  readonly expected: number | undefined;
  readonly state: DatabaseState;
}

async function serve(
  plan: ServePlan,
  { server: program, sql, version }: VirtuosoPrograms,
  reused: DatabaseState | undefined,
  onProgress: (step: TaskProgress) => void,
  signal: AbortSignal,
): Promise<ServedDump | Problem> {
  const { files, folder, graph, port } = plan;
  const sqlPort = await reservePort();
  if (typeof sqlPort === 'object') return sqlPort;
  if (!reused) {
    clearFolder(folder);
    writeState(folder, plan.state);
    const linkProblem = linkDump(plan);
    if (linkProblem !== undefined) return { problem: linkProblem };
  }
  writeConfiguration(plan, sqlPort);
  onProgress({ message: 'Starting Virtuoso' });
  const server = startVirtuoso(program, folder, CONFIGURATION);
  const address = addressOf(port);
  const running = { pid: server.pid, address };
  if (!reused) writeState(folder, { ...plan.state, ...running });
  let isStopped = false;
  const stop = async (how: 'save' | 'kill'): Promise<void> => {
    isStopped = true;
    await server.stop(how);
  };
  const giveUp = async (problem: string): Promise<Problem> => {
    await stop(reused ? 'save' : 'kill');
    if (!reused) clearFolder(folder);
    return { problem };
  };
  try {
    const failure = await waitForEndpoint(address, server, signal);
    if (failure !== undefined)
      return await giveUp(
        fullDiskProblem(folder) ?? `Virtuoso did not start. Its last messages are: ${failure}`,
      );
    let facts = reused?.facts;
    if (!reused) {
      const job = { sql, sqlPort, pid: server.pid, files, links: LINKS, graph, expected: plan.expected };
      const loaded = await bulkLoad(job, onProgress, signal);
      if (typeof loaded === 'object') return await giveUp(fullDiskProblem(folder) ?? loaded.problem);
      if (loaded === 0)
        return await giveUp(`${files.map((file) => basename(file)).join(', ')} contains no facts.`);
      facts = loaded;
    }
    writeState(folder, { ...plan.state, state: 'loaded', facts: facts ?? 0, ...running });
    return {
      kind: 'served',
      folder,
      address,
      graph,
      facts: facts ?? 0,
      isReused: reused !== undefined,
      version,
      // A server that was stopped ends too, which is no news.
      ended: new Promise((report) => void server.ended.then((output) => !isStopped && report(output))),
      stop: () => stop('save'),
    };
  } catch (error) {
    await giveUp('');
    throw error;
  }
}

function addressOf(port: number): string {
  return `http://127.0.0.1:${port}/sparql`;
}

function writeConfiguration({ folder, port, gigabytes, expected }: ServePlan, sqlPort: number): void {
  const buffers = buffersFor(gigabytes);
  const isSmall = (expected ?? Infinity) < 100_000;
  writeFileSync(
    join(folder, CONFIGURATION),
    virtuosoConfiguration({
      sqlPort,
      httpPort: port,
      // A small database starts faster with few buffers.
      buffers: isSmall ? Math.min(buffers, 2000) : buffers,
      fileExtend: isSmall ? 200 : 2000,
      maxRows: MAX_ROWS,
      maxSeconds: MAX_SECONDS,
      folders: [LINKS],
    }),
  );
}

/** Virtuoso recognizes formats by file names, and a comma in a path would end an item of its list of folders. */
function linkDump({ folder, files, names }: ServePlan): string | undefined {
  mkdirSync(join(folder, LINKS));
  for (const [index, file] of files.entries()) {
    const link = join(folder, LINKS, names[index] ?? '');
    try {
      symlinkSync(file, link, 'file');
    } catch {
      // Windows allows symbolic links only to administrators.
      try {
        linkSync(file, link);
      } catch (error) {
        return `${file} cannot be linked in ${folder}: ${(error as Error).message}. Choose a folder on the disk of the dump (--folder).`;
      }
    }
  }
  return undefined;
}

function compose({ files, names, folder, graph, port, gigabytes, state }: ServePlan): ComposedDump {
  const load = loadStatements({ files: [[CONTAINER_DUMP, '%']], graph, textIndex: true });
  for (const name of ['database', 'initdb.d']) mkdirSync(join(folder, name), { recursive: true });
  writeFileSync(join(folder, 'initdb.d', 'load.sql'), `${load.join('\n')}\n`);
  const passwords = join(folder, PASSWORD_FILE);
  // The database keeps the password that it was created with.
  if (!existsSync(passwords))
    writePrivateFile(passwords, `DBA_PASSWORD=${newPassword()}\nDAV_PASSWORD=${newPassword()}\n`);
  const file = join(folder, 'compose.yaml');
  const mounted = files.map((path, index) => [path, names[index] ?? ''] as const);
  writeFileSync(
    file,
    composeFile({ files: mounted, port, gigabytes, maxRows: MAX_ROWS, maxSeconds: MAX_SECONDS }),
  );
  const address = addressOf(port);
  // A database that was loaded without a container stays usable.
  if (!existsSync(join(folder, 'virtuoso.db'))) writeState(folder, { ...state, state: 'compose', address });
  return { kind: 'composed', folder, file, address, graph };
}

function defaultFolder(files: readonly string[], sha256: string): string | undefined {
  const cache = cacheFolder();
  const name = basename(files[0] ?? '').replace(/[^\w.-]+/g, '-');
  return cache === undefined ? undefined : join(cache, 'virtuoso', `${name}-${sha256.slice(0, 12)}`);
}

function spaceProblem(folder: string, facts: number | undefined): string | undefined {
  if (facts === undefined) return undefined;
  const needed = EMPTY_DATABASE_BYTES + facts * DATABASE_BYTES_PER_FACT;
  const free = freeBytes(folder);
  if (free >= needed) return undefined;
  return `The database of about ${roundedCount(facts)} facts needs about ${formatSize(needed)}, but only ${formatSize(free)} are free in ${folder}. ${OTHER_DISK}`;
}

const OTHER_DISK = 'Choose a folder on another disk (--folder).';

function fullDiskProblem(folder: string): string | undefined {
  return freeBytes(folder) < FULL_DISK_BYTES ? `The disk of ${folder} is full. ${OTHER_DISK}` : undefined;
}

const formatSize = (bytes: number): string =>
  bytes < 1e9 ? `${Math.round(bytes / 1e6)} MB` : `${(bytes / 1e9).toFixed(bytes < 10e9 ? 1 : 0)} GB`;
