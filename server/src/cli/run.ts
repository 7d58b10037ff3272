/** `funfusic run`: runs queries on a KB. */
import { performance } from 'node:perf_hooks';
import type { QueryAnswer, Execution, KnowledgeBase, ExecutionLimits } from '../core/kb/knowledge-base';
import { endpointOf } from '../core/language/sparql/endpoint';
import type { EntityDirectory } from '../core/query/entity-directory';
import { parseDocument, parseQuery } from '../core/language/sparql/parse';
import { LineIndex } from '../core/language/text/line-index';
import {
  ANSWER_FORMATS,
  listIris,
  toTable,
  writeAnswer,
  type AnswerFormat,
  type EntityNameLookup,
} from './answer-writers';
import {
  unwrap,
  choiceOption,
  positiveOption,
  isLineInput,
  UsageError,
  type Command,
  type ParsedArguments,
} from './arguments';
import { printError, runUntilStopped, showStep } from './terminal';
import { readFiles } from './files';
import { mapQueryLines } from './json-lines';
import {
  KB_OPTIONS_FOR_QUERIES,
  openKnowledgeBases,
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

async function run(parsed: ParsedArguments): Promise<number> {
  const { options, positionals } = parsed;
  const jsonl = isLineInput(parsed);
  const format = choiceOption(options, 'format', ANSWER_FORMATS, 'table');
  const kbs = openKnowledgeBases(options);
  const limits = parseLimits(options, kbs);
  return runUntilStopped(async (signal) => {
    const runner = createQueryRunner(kbs, options.get('kb'), limits, signal);
    unwrap(kbs.open(options.get('kb') ?? kbs.settings.knowledgeBase));
    if (jsonl) return runLines(runner, signal);
    return runFiles(positionals, format, runner, { names: format === 'table' && !options.has('no-names') });
  }, kbs.close);
}

interface TimedExecution {
  readonly execution: Execution;
  /** The time of the query, without loading the KB. */
  readonly milliseconds: number;
}

interface QueryRunner {
  readonly run: (query: string) => Promise<TimedExecution>;
  /** Looks up the names of the entities in an answer. */
  readonly lookUpNames: (query: string, answer: QueryAnswer) => Promise<EntityNameLookup>;
}

function createQueryRunner(
  kbs: NamedKbs,
  chosen: string | undefined,
  limits: ExecutionLimits,
  signal: AbortSignal,
): QueryRunner {
  const kbFor = (query: string): ReturnType<NamedKbs['open']> =>
    kbs.open(chosen ?? endpointOf(parseQuery(query, 'virtuoso'))?.name ?? kbs.settings.knowledgeBase);
  const directories = new Map<KnowledgeBase, EntityDirectory>();
  return {
    run: async (query) => {
      const kb = kbFor(query);
      if ('problem' in kb) return { execution: { status: 'refused', message: kb.problem }, milliseconds: 0 };
      await kb.prepare?.(showStep, signal);
      const began = performance.now();
      const execution = await kb.execute(query, limits, signal);
      return { execution, milliseconds: Math.round(performance.now() - began) };
    },
    lookUpNames: async (query, answer) => {
      const kb = kbFor(query);
      if ('problem' in kb) return () => undefined;
      const directory = directories.get(kb) ?? kbs.directoryOf(kb);
      directories.set(kb, directory);
      const entities = await directory.lookUp(listIris(answer), signal);
      return (iri) => entities.get(iri)?.name;
    },
  };
}

function parseLimits(options: ReadonlyMap<string, string>, { settings }: NamedKbs): ExecutionLimits {
  return {
    timeoutMs: (positiveOption(options, 'timeout') ?? settings.run.timeoutSeconds) * 1000,
    maxRows: Math.ceil(positiveOption(options, 'max-rows') ?? settings.run.maxRows),
  };
}

async function runLines(runner: QueryRunner, signal: AbortSignal): Promise<number> {
  const statuses = new Set<Execution['status']>();
  await mapQueryLines(async (line) => {
    const execution: Execution =
      'problem' in line
        ? { status: 'refused', message: line.problem }
        : (await runner.run(line.query)).execution;
    statuses.add(execution.status);
    return { id: line.id, ...toRecord(execution) };
  }, signal);
  return exitStatus(statuses);
}

function toRecord(execution: Execution): object {
  if (execution.status !== 'answered')
    return {
      status: execution.status,
      columns: [],
      rows: [],
      truncated: false,
      message: withOptionNames(execution.message),
    };
  const { answer, incomplete, note } = execution;
  return {
    status: 'answered',
    ...toTable(answer),
    ...(answer.kind === 'boolean' && { boolean: answer.value }),
    truncated: incomplete !== undefined,
    message: incomplete ? withOptionNames(incomplete.message) : (note ?? null),
  };
}

async function runFiles(
  paths: readonly string[],
  format: AnswerFormat,
  runner: QueryRunner,
  show: { readonly names: boolean },
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
  const statuses = new Set<Execution['status']>();
  for (const { where, text } of queries) {
    const { execution, milliseconds } = await runner.run(text);
    statuses.add(execution.status);
    if (queries.length > 1) process.stdout.write(`\n${where}\n`);
    if (execution.status !== 'answered') {
      printError(`${where}: ${withOptionNames(execution.message)}`);
      continue;
    }
    const { answer, incomplete, note } = execution;
    const nameOf = show.names ? await runner.lookUpNames(text, answer) : () => undefined;
    process.stdout.write(writeAnswer(answer, format, nameOf));
    const { rows } = toTable(answer);
    const count =
      answer.kind === 'boolean' || answer.kind === 'done'
        ? ''
        : `${rows.length} ${rows.length === 1 ? 'row' : 'rows'}, `;
    if (format === 'table') process.stderr.write(`${count}${milliseconds} ms\n`);
    if (note !== undefined) printError(note);
    if (incomplete) printError(`${where}: ${withOptionNames(incomplete.message)}`);
  }
  return unreadable.length ? 2 : exitStatus(statuses);
}

/** Names command-line options instead of settings. */
function withOptionNames(message: string): string {
  return message
    .replaceAll('funfusic.run.timeoutSeconds', '--timeout')
    .replaceAll('funfusic.run.maxRows', '--max-rows');
}

function exitStatus(statuses: ReadonlySet<Execution['status']>): number {
  if (statuses.has('unreachable')) return 2;
  return statuses.has('refused') || statuses.has('timed-out') ? 1 : 0;
}
