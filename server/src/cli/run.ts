/** `funfusic run`: queries answered by a KB. */
import { performance } from 'node:perf_hooks';
import type { Answer, Execution, KnowledgeBase, Limits } from '../core/kb/knowledge-base';
import { endpointOf } from '../core/language/sparql/endpoint';
import type { EntityDirectory } from '../core/query/entity-directory';
import { parseDocument, parseQuery } from '../core/language/sparql/parse';
import { LineIndex } from '../core/language/text/line-index';
import {
  ANSWER_FORMATS,
  irisOf,
  tableOf,
  writeAnswer,
  type AnswerFormat,
  type NameOf,
} from './answer-writers';
import { oneOf, parseArguments, UsageError } from './arguments';
import { complain } from './complain';
import { readFiles } from './files';
import { eachLine } from './json-lines';
import { TRUST_OPTIONS, TRUST_USAGE } from './folder-trust';
import { KB_USAGE, knowledgeBases, type NamedKbs } from './knowledge-base';
import { tellStep } from './progress-line';
import { stoppable } from './stoppable';

export const RUN_USAGE = `funfusic run [OPTIONS] FILES…
funfusic run --jsonl [OPTIONS] < QUERIES.jsonl

  FILES…               .rq or .sparql files, or folders of them; - for standard input
${KB_USAGE};
                       a query that says "# endpoint: KB" is run on that one unless this option is given
${TRUST_USAGE}
  --format FORMAT      table (default), json, csv or tsv
  --no-names           a table without the names of entities beside their ids
  --timeout SECONDS    a query that takes longer is stopped
  --max-rows COUNT     at most this many rows
  --jsonl              read lines {"id", "query"} from standard input and print for each, in order, {"id", "status":
                       "answered" | "refused" | "timed-out" | "unreachable", "columns", "rows", "truncated", "message"}

Secrets of a KB are taken from the environment: FUNFUSIC_NAME_PASSWORD, FUNFUSIC_NAME_TOKEN or FUNFUSIC_NAME_HEADER, together
with FUNFUSIC_NAME_ADDRESS, the address that they may be sent to.
Exit status: 0 all were answered, 1 some were refused or timed out, 2 could not run as asked, or a KB is away.
`;

const OPTIONS = {
  kb: { value: true },
  ...TRUST_OPTIONS,
  format: { value: true },
  timeout: { value: true },
  'max-rows': { value: true },
  jsonl: { value: false },
  'no-names': { value: false },
} as const;

export async function run(args: readonly string[]): Promise<number> {
  const { options, operands } = parseArguments(args, OPTIONS);
  const format = oneOf(options, 'format', ANSWER_FORMATS, 'table');
  const kbs = knowledgeBases(options);
  const limits = limitsOf(options, kbs);
  return stoppable(async (signal) => {
    const asker = askerOf(kbs, options.get('kb'), limits, signal);
    const chosen = kbs.open(options.get('kb') ?? kbs.settings.knowledgeBase);
    if ('problem' in chosen) throw new UsageError(chosen.problem);
    if (options.has('jsonl')) {
      if (operands.length)
        throw new UsageError('With --jsonl the queries come from standard input; no files can be named.');
      return runLines(asker, signal);
    }
    if (!operands.length) throw new UsageError(`No files named.\n\n${RUN_USAGE}`);
    return runFiles(operands, format, asker, { names: format === 'table' && !options.has('no-names') });
  }, kbs.close);
}

interface Timed {
  readonly execution: Execution;
  /** Of the query alone: a KB that had to be read first is not slow for that. */
  readonly milliseconds: number;
}

interface Asker {
  readonly ask: (query: string) => Promise<Timed>;
  /** What the entities in its answer are called. */
  readonly namesIn: (query: string, answer: Answer) => Promise<NameOf>;
}

function askerOf(kbs: NamedKbs, chosen: string | undefined, limits: Limits, signal: AbortSignal): Asker {
  const kbFor = (query: string): ReturnType<NamedKbs['open']> =>
    kbs.open(chosen ?? endpointOf(parseQuery(query, 'virtuoso'))?.name ?? kbs.settings.knowledgeBase);
  const directories = new Map<KnowledgeBase, EntityDirectory>();
  return {
    ask: async (query) => {
      const kb = kbFor(query);
      if ('problem' in kb) return { execution: { status: 'refused', message: kb.problem }, milliseconds: 0 };
      await kb.prepare?.(tellStep, signal);
      const began = performance.now();
      const execution = await kb.execute(query, limits, signal);
      return { execution, milliseconds: Math.round(performance.now() - began) };
    },
    namesIn: async (query, answer) => {
      const kb = kbFor(query);
      if ('problem' in kb) return () => undefined;
      const known = directories.get(kb) ?? kbs.directoryOf(kb);
      directories.set(kb, known);
      const found = await known.lookUp(irisOf(answer), signal);
      return (iri) => found.get(iri)?.name;
    },
  };
}

function limitsOf(options: ReadonlyMap<string, string>, { settings }: NamedKbs): Limits {
  const numberOf = (name: string, fallback: number): number => {
    const given = options.get(name);
    if (given === undefined) return fallback;
    const value = Number(given);
    if (given.trim() === '' || !(value > 0) || !Number.isFinite(value))
      throw new UsageError(`--${name} is "${given}"; it must be a number above 0.`);
    return value;
  };
  return {
    timeoutMs: numberOf('timeout', settings.run.timeoutSeconds) * 1000,
    maxRows: Math.ceil(numberOf('max-rows', settings.run.maxRows)),
  };
}

async function runLines({ ask }: Asker, signal: AbortSignal): Promise<number> {
  const seen = new Set<Execution['status']>();
  await eachLine(async (line) => {
    const execution: Execution =
      'problem' in line ? { status: 'refused', message: line.problem } : (await ask(line.query)).execution;
    seen.add(execution.status);
    return { id: line.id, ...recordOf(execution) };
  }, signal);
  return exitStatus(seen);
}

function recordOf(execution: Execution): object {
  if (execution.status !== 'answered')
    return {
      status: execution.status,
      columns: [],
      rows: [],
      truncated: false,
      message: inFlags(execution.message),
    };
  const { answer, incomplete, note } = execution;
  return {
    status: 'answered',
    ...tableOf(answer),
    ...(answer.kind === 'boolean' && { boolean: answer.value }),
    truncated: incomplete !== undefined,
    message: incomplete ? inFlags(incomplete.message) : (note ?? null),
  };
}

async function runFiles(
  operands: readonly string[],
  format: AnswerFormat,
  { ask, namesIn }: Asker,
  wants: { readonly names: boolean },
): Promise<number> {
  const { files, unreadable } = readFiles(operands);
  for (const problem of unreadable) complain(problem);
  const queries = files.flatMap(({ name, text }) => {
    const lines = new LineIndex(text);
    return parseDocument(text, 'virtuoso').map(({ range, tokens }) => ({
      // A file is known by its name, one of several queries in it by its line.
      where: `${name}:${lines.lineOf(tokens[0]?.start ?? range.start) + 1}`,
      text: text.slice(range.start, range.end),
    }));
  });
  if (queries.length > 1 && format !== 'table')
    throw new UsageError(
      `There are ${queries.length} queries, and ${format} holds the answer of one. Name one file with one query, or use --jsonl.`,
    );
  const seen = new Set<Execution['status']>();
  for (const { where, text } of queries) {
    const { execution, milliseconds } = await ask(text);
    seen.add(execution.status);
    if (queries.length > 1) process.stdout.write(`\n${where}\n`);
    if (execution.status !== 'answered') {
      complain(`${where}: ${inFlags(execution.message)}`);
      continue;
    }
    const { answer, incomplete, note } = execution;
    const nameOf = wants.names ? await namesIn(text, answer) : () => undefined;
    process.stdout.write(writeAnswer(answer, format, nameOf));
    const { rows } = tableOf(answer);
    const counted =
      answer.kind === 'boolean' || answer.kind === 'done'
        ? ''
        : `${rows.length} ${rows.length === 1 ? 'row' : 'rows'}, `;
    if (format === 'table') process.stderr.write(`${counted}${milliseconds} ms\n`);
    if (note !== undefined) complain(note);
    if (incomplete) complain(`${where}: ${inFlags(incomplete.message)}`);
  }
  return unreadable.length ? 2 : exitStatus(seen);
}

/** What is a setting in the editor is a flag here. */
function inFlags(message: string): string {
  return message
    .replaceAll('funfusic.run.timeoutSeconds', '--timeout')
    .replaceAll('funfusic.run.maxRows', '--max-rows');
}

function exitStatus(seen: ReadonlySet<Execution['status']>): number {
  if (seen.has('unreachable')) return 2;
  return seen.has('refused') || seen.has('timed-out') ? 1 : 0;
}
