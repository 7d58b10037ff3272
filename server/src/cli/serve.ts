/** `funfusic serve`: loads a dump into a Virtuoso on this machine and serves it until it is stopped. */
import { basename, join, resolve } from 'node:path';
import { existsSync } from 'node:fs';
import {
  loadSchema,
  openKnowledgeBase,
  serveDump,
  writeNamedFile,
  type ServeLine,
  type ServeOptions,
} from '../compose/index';
import type { EndpointConfig } from '../core/kb/kb-config';
import type { KnowledgeBase, TaskProgress } from '../core/kb/knowledge-base';
import { findUsedRelation, testKnowledgeBase } from '../core/question/test-knowledge-base';
import { deriveSchema } from '../core/schema/derive-schema';
import {
  choiceOption,
  numberOption,
  unwrap,
  UsageError,
  type Command,
  type ParsedArguments,
} from './arguments';
import { printError, runUntilStopped, showProgress, showStep } from './terminal';

const DEFAULT_PORT = 8890;
const MAX_GIGABYTES = 4096;

export const serveCommand: Command = {
  name: 'serve',
  summary: 'load a dump into Virtuoso and serve it',
  synopsis: ['[OPTIONS] DUMP…'],
  about:
    'Loads a dump that is too large for the embedded engine into a Virtuoso on this machine, builds the full-text index that questions need, tests it, and serves it until Ctrl+C. The database is saved: the next "serve" of the same dump starts at once. Without an installed Virtuoso, it writes a compose.yaml for the official container image. Only this machine can connect.',
  positionals: { 'DUMP…': 'files of N-Triples or Turtle, plain or gzipped, which become one KB' },
  options: {
    folder: {
      value: 'FOLDER',
      help: 'the folder of the database (default: in the cache folder, see FUNFUSIC_CACHE)',
    },
    port: { value: 'PORT', help: `the port of the endpoint, ${DEFAULT_PORT} by default; 0 for any free one` },
    memory: {
      value: 'GB',
      help: "memory for the database's cache in GB (default: a quarter of this machine's memory)",
    },
    name: { value: 'NAME', help: 'the name of the KB in the setting that is printed' },
    graph: {
      value: 'IRI',
      help: 'the graph of the facts (default: http://freebase.com for facts of Freebase, urn:dump for others)',
    },
    virtuoso: {
      value: 'PATH',
      help: 'the program virtuoso-t, or the folder that contains it (default: search the PATH)',
    },
    compose: { help: 'write compose.yaml for the container image, even if Virtuoso is installed' },
    progress: {
      value: 'FORMAT',
      help: 'line (default), or json: report progress as lines of JSON on standard error',
    },
  },
  notes: [
    'The setting of the KB is printed on standard output, as JSON. Put it into funfusic.knowledgeBases.',
    'Exit status: 0 it was served, or --compose wrote its files; 1 Virtuoso is not installed and compose.yaml was written; 2 the dump could not be served; 130 stopped while loading, and the unfinished database was removed.',
  ],
  run: serve,
};

async function serve({ options, positionals }: ParsedArguments): Promise<number> {
  if (positionals.length === 0) throw new UsageError('No dump named.', { showHelp: true });
  const isJson = choiceOption(options, 'progress', ['line', 'json'], 'line') === 'json';
  const onStep = isJson ? (step: TaskProgress): void => printLine({ type: 'step', ...step }) : showStep;
  const folder = options.get('folder');
  const virtuoso = options.get('virtuoso');
  const gigabytes = options.has('memory')
    ? numberOption(options, 'memory', 1, { from: 0.1, to: MAX_GIGABYTES })
    : undefined;
  const request: ServeOptions = {
    files: positionals.map((file) => resolve(file)),
    folder: folder === undefined ? undefined : resolve(folder),
    port: numberOption(options, 'port', DEFAULT_PORT, { from: 0, to: 65_535, integer: true }),
    gigabytes,
    graph: graphOption(options.get('graph')),
    virtuoso: virtuoso === undefined ? undefined : resolve(virtuoso),
    compose: options.has('compose'),
  };
  const name = options.get('name') ?? nameOf(positionals[0] ?? '');
  let close = (): Promise<void> => Promise.resolve();
  let isServing = false as boolean;
  const status = await runUntilStopped(
    async (signal) => {
      const served = unwrap(await serveDump(request, onStep, signal));
      const { address, graph } = served;
      const config: EndpointConfig = { endpoint: address, engine: 'virtuoso', defaultGraph: graph };
      if (served.kind === 'composed') {
        if (isJson) printLine({ type: 'composed', name, config, file: served.file });
        else printCompose(name, config, served.file, request.compose);
        return request.compose ? 0 : 1;
      }
      close = () => served.stop();
      const { facts, isReused } = served;
      const described = await describeKb(name, config, served.folder, onStep, signal);
      showProgress('');
      const { lines } = described;
      if (isJson) printLine({ type: 'served', name, config: described.config, facts, lines });
      else {
        const count = facts.toLocaleString('en');
        printError(
          `${isReused ? `Using the database in ${served.folder}` : `Loaded ${count} facts into ${served.folder}`}.`,
        );
        for (const line of lines) printError(line);
        printSetting(name, described.config);
        printError(`Serving ${name} at ${address}. Press Ctrl+C to stop.`);
      }
      isServing = true;
      const output = await Promise.race([served.ended, aborted(signal)]);
      if (output === undefined) return 0;
      throw new UsageError(`Virtuoso ended. Its last messages are: ${output}`);
    },
    async () => {
      showProgress('');
      await close();
    },
    ['SIGINT', 'SIGTERM', 'SIGHUP'],
  );
  return isServing && status === 130 ? 0 : status;
}

/** Tests the KB. Facts that the bundled schema does not describe get a schema of their own. */
async function describeKb(
  name: string,
  config: EndpointConfig,
  folder: string,
  onStep: (step: TaskProgress) => void,
  signal: AbortSignal,
): Promise<{ readonly config: EndpointConfig; readonly lines: readonly string[] }> {
  onStep({ message: 'Testing the KB' });
  const kb = unwrap(openKnowledgeBase(name, config, { folder, secretOf: () => Promise.resolve(undefined) }));
  try {
    const { schema: bundled } = loadSchema('', undefined);
    const used = bundled && (await findUsedRelation(kb, bundled, signal));
    const own = used === undefined ? await deriveOnce(kb, name, folder, onStep, signal) : undefined;
    const schema = own?.file === undefined ? bundled : loadSchema(own.file, undefined).schema;
    const circumstances = { schema, hasGraphs: true, now: () => performance.now() };
    const { works, lines } = await testKnowledgeBase(kb, circumstances, signal);
    if (!works) throw new UsageError(lines.join(' '));
    return {
      config: { ...config, ...(own?.file !== undefined && { schema: own.file }) },
      lines: [...lines, ...(own?.notes ?? [])],
    };
  } finally {
    await kb.close();
  }
}

/** The schema is saved beside the database, because deriving it takes time. */
async function deriveOnce(
  kb: KnowledgeBase,
  name: string,
  folder: string,
  onStep: (step: TaskProgress) => void,
  signal: AbortSignal,
): Promise<{ readonly file?: string; readonly notes: readonly string[] }> {
  const file = join(folder, 'schema.json');
  if (existsSync(file)) return { file, notes: [] };
  const derived = await deriveSchema(kb, { name }, onStep, signal);
  if ('problem' in derived) return { notes: [derived.problem] };
  writeNamedFile(file, `${JSON.stringify(derived.schema, null, 1)}\n`);
  return { file, notes: [`Derived the schema ${file}.`, ...derived.notes] };
}

/** Resolves with undefined when the signal is aborted. */
function aborted(signal: AbortSignal): Promise<undefined> {
  return new Promise((resolveAborted) => {
    if (signal.aborted) resolveAborted(undefined);
    signal.addEventListener('abort', () => resolveAborted(undefined), { once: true });
  });
}

const printLine = (line: ServeLine): void => void process.stderr.write(`${JSON.stringify(line)}\n`);

function printSetting(name: string, config: EndpointConfig): void {
  process.stdout.write(`${JSON.stringify({ [name]: config }, null, 2)}\n`);
}

function printCompose(name: string, config: EndpointConfig, file: string, isRequested: boolean): void {
  if (!isRequested) printError('Virtuoso is not installed (virtuoso-t is not on the PATH).');
  printError(`Wrote ${file} for the container image of Virtuoso. Start it with:`);
  process.stderr.write(`\n  docker compose --file ${quoteArgument(file)} up -d\n\n`);
  printError('The first start loads the dump, and the endpoint answers when that is done.');
  printSetting(name, config);
}

/** For a shell. */
const quoteArgument = (text: string): string =>
  /^[\w./:\\-]+$/.test(text) ? text : `"${text.replace(/(["$`\\])/g, '\\$1')}"`;

function graphOption(graph: string | undefined): string | undefined {
  if (graph !== undefined && !/^[a-z][a-z\d+.-]*:[^\s<>"{}|\\^`]+$/i.test(graph))
    throw new UsageError(`--graph ${graph} is not an absolute IRI. Write it like http://example.org/facts.`);
  return graph;
}

/** Returns `mini-freebase` for /data/mini-freebase.nt.gz. */
const nameOf = (file: string): string =>
  basename(file)
    .replace(/\.gz$/i, '')
    .replace(/\.(?:nt|ttl|turtle)$/i, '') || 'Dump';
