/** Loads a dump into an empty Virtuoso with its SQL client. */
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, readlinkSync, realpathSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { TaskProgress } from '../../core/kb/knowledge-base';
import { loadStatements, sqlText } from '../../core/kb/virtuoso-setup';

export interface LoadJob {
  /** The program isql. */
  readonly sql: string;
  readonly sqlPort: number;
  /** The process of the server, to see how far it has read. */
  readonly pid: number;
  /** The files, for messages and progress. */
  readonly files: readonly string[];
  /** The folder with links to them, named 1.nt, 2.ttl.gz, … */
  readonly links: string;
  readonly graph: string;
  /** The estimated number of facts. */
  readonly expected: number | undefined;
}

const PROGRESS_INTERVAL_MS = 500;
const STEPS: Readonly<Record<string, string>> = {
  '@index': 'Building the full-text index',
  '@save': 'Saving the database',
};

/** Returns the number of facts. Rejects only if `signal` is aborted. */
export async function bulkLoad(
  job: LoadJob,
  onProgress: (step: TaskProgress) => void,
  signal: AbortSignal,
): Promise<number | { readonly problem: string }> {
  const { sql, sqlPort, files, links, graph } = job;
  // The new database has a well-known password. The new one is passed by standard input, which other users cannot see.
  const child = spawn(
    sql,
    [`127.0.0.1:${sqlPort}`, 'dba', 'dba', 'VERBOSE=OFF', 'BANNER=OFF', 'PROMPT=OFF', 'ERRORS=STDOUT'],
    { stdio: ['pipe', 'pipe', 'pipe'], detached: process.platform !== 'win32', signal },
  );
  let output = '';
  let step: string | undefined;
  let marksHeard = 0;
  const hear = (chunk: string): void => {
    output += chunk;
    const marks = output.match(/^@\w+(?=\s)/gm) ?? [];
    // Several marks may arrive at once.
    for (const mark of marks.slice(marksHeard)) {
      step = STEPS[mark] ?? step;
      if (step !== undefined) onProgress({ message: step });
    }
    marksHeard = marks.length;
  };
  child.stdout.setEncoding('utf8').on('data', hear);
  child.stderr.setEncoding('utf8').on('data', hear);
  const ended = new Promise<void>((resolve) => {
    child.once('error', (error) => {
      output += `*** Error ${error.message}\n`;
      resolve();
    });
    child.once('close', () => resolve());
  });
  child.stdin.on('error', () => undefined);
  child.stdin.end(scriptFor(links, graph));
  const readShare = shareReader(job);
  const timer = setInterval(() => {
    if (step === undefined) onProgress(describeProgress(job, readShare()));
  }, PROGRESS_INTERVAL_MS);
  await ended;
  clearInterval(timer);
  signal.throwIfAborted();
  return resultOf(output, files);
}

export const newPassword = (): string => randomBytes(24).toString('hex');

/** Sets random passwords: nobody has to log in again, because the SPARQL endpoint only reads. */
function scriptFor(links: string, graph: string): string {
  const statements = loadStatements({ files: [[links, '%']], graph, textIndex: true });
  const marked = statements.flatMap((statement) =>
    statement.includes('VT_INC_INDEX')
      ? [`select '@index';`, statement]
      : statement === 'checkpoint;'
        ? [`select '@save';`, statement]
        : [statement],
  );
  return [
    `set password "dba" "${newPassword()}";`,
    ...marked.slice(0, -1),
    `USER_CHANGE_PASSWORD('dav', 'dav', '${newPassword()}');`,
    ...marked.slice(-1),
    `select '@file', ll_file, ll_error from DB.DBA.load_list where ll_error is not null;`,
    `select '@facts', count(*) from DB.DBA.RDF_QUAD where G = iri_to_id(${sqlText(graph)});`,
    '',
  ].join('\n');
}

function resultOf(output: string, files: readonly string[]): number | { readonly problem: string } {
  const [, link, reason] = /^@file\s+(\S+)\s+(.+)$/m.exec(output) ?? [];
  if (link !== undefined && reason !== undefined) {
    const file = files[Number(/^\d+/.exec(basename(link))?.[0]) - 1] ?? '';
    return { problem: describeFileError(basename(file), reason) };
  }
  const [error] = /^\*\*\* Error .*/m.exec(output) ?? [];
  if (error !== undefined)
    return { problem: `Virtuoso could not load the dump: ${error.replace(/^\*\*\* Error /, '')}` };
  const facts = Number(/^@facts\s+(\d+)/m.exec(output)?.[1]);
  if (Number.isNaN(facts)) return { problem: 'The SQL client of Virtuoso ended before the dump was loaded.' };
  return facts;
}

/** Virtuoso counts the line after the mistake. */
function describeFileError(name: string, reason: string): string {
  const [, line, what] = /RDF loader, line (\d+): (.+)$/.exec(reason) ?? [];
  return line === undefined
    ? `Virtuoso could not read ${name}: ${reason.trim()}`
    : `Virtuoso could not read ${name}: ${what?.trim() ?? ''}, in or before line ${line}. Fix or remove that line, and run the command again.`;
}

function describeProgress({ files, expected }: LoadJob, share: number | undefined): TaskProgress {
  const names = files.map((file) => basename(file)).join(', ');
  if (share === undefined) return { message: `Loading ${names}` };
  const facts =
    expected === undefined
      ? ''
      : `, about ${roundedCount(share * expected)} of ${roundedCount(expected)} facts`;
  return { message: `Loading ${names}${facts}`, share };
}

/** An estimate has no more than three digits that matter. */
export function roundedCount(count: number): string {
  return Number(count.toPrecision(3)).toLocaleString('en', { maximumFractionDigits: 0 });
}

/** How much of the files the server has read: Linux shows the position in each open file. Undefined elsewhere. */
function shareReader({ pid, files }: LoadJob): () => number | undefined {
  if (process.platform !== 'linux') return () => undefined;
  const positions = new Map(files.map((file) => [realpathSync(file), 0]));
  const total = files.reduce((sum, file) => sum + statSync(file).size, 0) || 1;
  return () => {
    try {
      for (const descriptor of readdirSync(`/proc/${pid}/fd`)) {
        const target = linkTarget(join(`/proc/${pid}/fd`, descriptor));
        if (target === undefined || !positions.has(target)) continue;
        const info = readFileSync(join(`/proc/${pid}/fdinfo`, descriptor), 'utf8');
        positions.set(target, Number(/^pos:\s*(\d+)/m.exec(info)?.[1] ?? 0));
      }
    } catch {
      return undefined;
    }
    return Math.min(1, [...positions.values()].reduce((sum, read) => sum + read, 0) / total);
  };
}

/** Undefined for a file that was closed meanwhile. */
function linkTarget(path: string): string | undefined {
  try {
    return readlinkSync(path);
  } catch {
    return undefined;
  }
}
