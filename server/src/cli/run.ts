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
  type EntityNameOf,
} from './answer-writers';
import { oneOf, positiveOf, readsLines, UsageError, type Command, type ParsedArguments } from './arguments';
import { printError, runUntilStopped, showStep } from './terminal';
import { readFiles } from './files';
import { eachLine } from './json-lines';
import {
  KB_OPTIONS_FOR_QUERIES,
  knowledgeBases,
  QUERY_FILES,
  TIMEOUT_OPTION,
  type NamedKbs,
} from './knowledge-base';

export const runQueriesCommand: Command = {
  name: 'run',
  summary: 'run queries on a KB',
  synopsis: ['[OPTIONS] FILES…', '--jsonl [OPTIONS] < QUERIES.jsonl'],
  positionals: { 'FILES…': QUERY_FILES },
  options: {
    ...KB_OPTIONS_FOR_QUERIES,
    format: { value: 'FORMAT', help: 'table (default), json, csv or tsv' },
    'no-names': { help: 'print a table without entity names beside the ids' },
    timeout: TIMEOUT_OPTION,
    'max-rows': { value: 'COUNT', help: 'read up to this many rows (default: funfusic.run.maxRows)' },
    jsonl: {
      help: 'read lines {"id", "query"} from standard input and print for each, in order, {"id", "status": "answered" | "refused" | "timed-out" | "unreachable", "columns", "rows", "truncated", "message"}',
    },
  },
  notes: [
    'Secrets of a KB come from the environment: FUNFUSIC_NAME_PASSWORD, FUNFUSIC_NAME_TOKEN or FUNFUSIC_NAME_HEADER, together with FUNFUSIC_NAME_ADDRESS, the address they may be sent to.',
    'Exit status: 0 all queries were answered, 1 some were refused or timed out, 2 the command could not run, or a KB is unreachable.',
  ],
  run,
};

async function run(given: ParsedArguments): Promise<number> {
  const { options, positionals } = given;
  const jsonl = readsLines(given);
  const format = oneOf(options, 'format', ANSWER_FORMATS, 'table');
  const kbs = knowledgeBases(options);
  const limits = limitsOf(options, kbs);
  return runUntilStopped(async (signal) => {
    const asker = askerOf(kbs, options.get('kb'), limits, signal);
    const chosen = kbs.open(options.get('kb') ?? kbs.settings.knowledgeBase);
    if ('problem' in chosen) throw new UsageError(chosen.problem);
    if (jsonl) return runLines(asker, signal);
    return runFiles(positionals, format, asker, { names: format === 'table' && !options.has('no-names') });
  }, kbs.close);
}

interface Timed {
  readonly execution: Execution;
  /** Of the query alone, without loading the KB. */
  readonly milliseconds: number;
}

interface Asker {
  readonly ask: (query: string) => Promise<Timed>;
  /** The names of the entities in its answer. */
  readonly namesIn: (query: string, answer: Answer) => Promise<EntityNameOf>;
}

function askerOf(kbs: NamedKbs, chosen: string | undefined, limits: Limits, signal: AbortSignal): Asker {
  const kbFor = (query: string): ReturnType<NamedKbs['open']> =>
    kbs.open(chosen ?? endpointOf(parseQuery(query, 'virtuoso'))?.name ?? kbs.settings.knowledgeBase);
  const directories = new Map<KnowledgeBase, EntityDirectory>();
  return {
    ask: async (query) => {
      const kb = kbFor(query);
      if ('problem' in kb) return { execution: { status: 'refused', message: kb.problem }, milliseconds: 0 };
      await kb.prepare?.(showStep, signal);
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
  return {
    timeoutMs: (positiveOf(options, 'timeout') ?? settings.run.timeoutSeconds) * 1000,
    maxRows: Math.ceil(positiveOf(options, 'max-rows') ?? settings.run.maxRows),
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
  paths: readonly string[],
  format: AnswerFormat,
  { ask, namesIn }: Asker,
  wants: { readonly names: boolean },
): Promise<number> {
  const { files, unreadable } = readFiles(paths);
  for (const problem of unreadable) printError(problem);
  const queries = files.flatMap(({ name, text }) => {
    const lines = new LineIndex(text);
    return parseDocument(text, 'virtuoso').map(({ range, tokens }) => ({
      where: `${name}:${lines.lineOf(tokens[0]?.start ?? range.start) + 1}`,
      text: text.slice(range.start, range.end),
    }));
  });
  if (queries.length > 1 && format !== 'table')
    throw new UsageError(
      `There are ${queries.length} queries, but ${format} can hold the answer to only one. Name one file with one query, or use --jsonl.`,
    );
  const seen = new Set<Execution['status']>();
  for (const { where, text } of queries) {
    const { execution, milliseconds } = await ask(text);
    seen.add(execution.status);
    if (queries.length > 1) process.stdout.write(`\n${where}\n`);
    if (execution.status !== 'answered') {
      printError(`${where}: ${inFlags(execution.message)}`);
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
    if (note !== undefined) printError(note);
    if (incomplete) printError(`${where}: ${inFlags(incomplete.message)}`);
  }
  return unreadable.length ? 2 : exitStatus(seen);
}

/** Names the options of the command line instead of the settings. */
function inFlags(message: string): string {
  return message
    .replaceAll('funfusic.run.timeoutSeconds', '--timeout')
    .replaceAll('funfusic.run.maxRows', '--max-rows');
}

function exitStatus(seen: ReadonlySet<Execution['status']>): number {
  if (seen.has('unreachable')) return 2;
  return seen.has('refused') || seen.has('timed-out') ? 1 : 0;
}
