/** `funfusic run`: runs queries on a KB. */
import { performance } from 'node:perf_hooks';
import type { QueryAnswer, Execution, KnowledgeBase, ExecutionLimits } from '../core/kb/knowledge-base';
import { countOf } from '../core/language/english/count-of';
import { endpointOf } from '../core/language/sparql/endpoint';
import type { QueryModel } from '../core/language/sparql/model';
import { parseDocument, parseQuery } from '../core/language/sparql/parse';
import { LineIndex } from '../core/language/text/line-index';
import {
  ANSWER_FORMATS,
  isRdfFormat,
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
import { printError, runUntilStopped, showProgress, showStep } from './terminal';
import { ExitStatus } from './exit-status';
import { readFiles } from './files';
import { mapQueryLines } from './json-lines';
import { optionNames, type RenameSettings } from './option-names';
import {
  explainAnswer,
  explanationToJson,
  formatExplanation,
  hasWarnings,
  type AnswerExplanation,
} from './run-explain';
import {
  KB_OPTIONS_FOR_QUERIES,
  KB_SCHEMA_OPTION,
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
    format: {
      value: 'FORMAT',
      help: 'table (default), json, csv or tsv; turtle or ntriples for CONSTRUCT and DESCRIBE',
    },
    explain: {
      help: 'also report findings about the answer, and which part of an empty query matches nothing. They go to standard error, or into the fields "findings" and "whyEmpty" of json and --jsonl',
    },
    schema: KB_SCHEMA_OPTION,
    'no-names': { help: 'print a table without entity names beside the IDs' },
    timeout: TIMEOUT_OPTION,
    'max-rows': { value: 'COUNT', help: 'read up to this many rows (default: funfusic.run.maxRows)' },
    jsonl: {
      help: 'read lines {"id", "query"} from standard input and print for each, in order, {"id", "status": "answered" | "refused" | "timed-out" | "unreachable", "columns", "rows", "truncated", "message", "findings"?, "whyEmpty"?}; a line that cannot be read also has an "error"',
    },
  },
  notes: [
    'Secrets of a KB come from the environment: FUNFUSIC_NAME_PASSWORD, FUNFUSIC_NAME_TOKEN or FUNFUSIC_NAME_HEADER, together with FUNFUSIC_NAME_ADDRESS, the address they may be sent to.',
    'Exit status: 0 all queries were answered, 1 some were refused or timed out, or --explain reports a warning, 2 the command could not run, a line cannot be read, or a KB is unreachable.',
  ],
  run,
};

async function run(parsed: ParsedArguments): Promise<number> {
  const { options, positionals } = parsed;
  const jsonl = isLineInput(parsed);
  const format = choiceOption(options, 'format', ANSWER_FORMATS, 'table');
  const kbs = openKnowledgeBases(options);
  const limits = parseLimits(options, kbs);
  const exit = new ExitStatus();
  return runUntilStopped(async (signal) => {
    const runner = createQueryRunner(kbs, options, limits, exit, signal);
    unwrap(kbs.open(options.get('kb') ?? kbs.settings.knowledgeBase));
    if (jsonl) await runLines(runner, exit, signal);
    else {
      const names = format === 'table' && !options.has('no-names');
      await runFiles(positionals, format, runner, { names }, exit);
    }
    return exit.status;
  }, kbs.close);
}

interface RunOutcome {
  readonly execution: Execution;
  /** The time of the query, without loading the KB. */
  readonly milliseconds: number;
  /** With --explain, if there is an answer. */
  readonly explanation?: AnswerExplanation;
}

interface QueryRunner {
  readonly run: (query: string) => Promise<RunOutcome>;
  readonly lookUpNames: (query: string, answer: QueryAnswer) => Promise<EntityNameLookup>;
}

function createQueryRunner(
  kbs: NamedKbs,
  options: ReadonlyMap<string, string>,
  limits: ExecutionLimits,
  exit: ExitStatus,
  signal: AbortSignal,
): QueryRunner {
  const { settings } = kbs;
  const kbNameFor = (query: string): string =>
    options.get('kb') ?? endpointOf(parseQuery(query, 'virtuoso'))?.name ?? settings.knowledgeBase;
  const explain = async (
    query: string,
    kb: KnowledgeBase,
    execution: Execution,
  ): Promise<AnswerExplanation> => {
    showProgress(`Checking the answer of ${kb.name}`);
    const explanation = await explainAnswer(
      parseQuery(query, settings.dialect),
      execution,
      {
        entities: { kb, directory: kbs.directoryOf(kb) },
        schema: kbs.schemaOf(kbNameFor(query)).schema,
        severities: settings.severities,
        onDefect: exit.onDefect,
      },
      signal,
    );
    showProgress('');
    return explanation;
  };
  return {
    run: async (query) => {
      const kb = kbs.open(kbNameFor(query));
      if ('problem' in kb) return { execution: { status: 'refused', message: kb.problem }, milliseconds: 0 };
      await kb.prepare?.(showStep, signal);
      const began = performance.now();
      const execution = await kb.execute(query, limits, signal);
      const milliseconds = Math.round(performance.now() - began);
      if (!options.has('explain') || execution.status !== 'answered') return { execution, milliseconds };
      return { execution, milliseconds, explanation: await explain(query, kb, execution) };
    },
    lookUpNames: async (query, answer) => {
      const kb = kbs.open(kbNameFor(query));
      if ('problem' in kb) return () => undefined;
      const entities = await kbs.directoryOf(kb).lookUp(listIris(answer), signal);
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

async function runLines(runner: QueryRunner, exit: ExitStatus, signal: AbortSignal): Promise<void> {
  await mapQueryLines(async (line) => {
    if ('problem' in line) {
      exit.fail();
      const { id, problem } = line;
      return { id, ...toRecord({ status: 'refused', message: problem }), error: problem };
    }
    const outcome = await runner.run(line.query);
    exit.addRun(outcome.execution.status, hasWarnings(outcome.explanation));
    const { execution, explanation } = outcome;
    return { id: line.id, ...toRecord(execution), ...(explanation && explanationToJson(explanation)) };
  }, signal);
}

function toRecord(execution: Execution): object {
  if (execution.status !== 'answered')
    return {
      status: execution.status,
      columns: [],
      rows: [],
      truncated: false,
      message: renameSettings(execution.message),
    };
  const { answer, incomplete, note } = execution;
  return {
    status: 'answered',
    ...toTable(answer),
    ...(answer.kind === 'boolean' && { boolean: answer.value }),
    truncated: incomplete !== undefined,
    message: incomplete ? renameSettings(incomplete.message) : (note ?? null),
  };
}

async function runFiles(
  paths: readonly string[],
  format: AnswerFormat,
  runner: QueryRunner,
  show: { readonly names: boolean },
  exit: ExitStatus,
): Promise<void> {
  const { files, unreadable } = readFiles(paths);
  if (unreadable.length) exit.fail();
  const queries = files.flatMap(({ name, text }) => {
    const lines = new LineIndex(text);
    return parseDocument(text, 'virtuoso').map((query) => ({ name, lines, query }));
  });
  if (queries.length > 1 && format !== 'table')
    throw new UsageError(
      `There are ${queries.length} queries, but ${format} can hold the answer to only one. Name one file with one query, or use --jsonl.`,
    );
  for (const { name, lines, query } of queries) {
    const { range, tokens } = query;
    if (isRdfFormat(format)) requireTriples(query, format);
    const text = query.text.slice(range.start, range.end);
    const where = `${name}:${lines.lineOf(tokens[0]?.start ?? range.start) + 1}`;
    const outcome = await runner.run(text);
    exit.addRun(outcome.execution.status, hasWarnings(outcome.explanation));
    if (queries.length > 1) process.stdout.write(`\n${where}\n`);
    const { execution, milliseconds, explanation } = outcome;
    if (execution.status !== 'answered') {
      printError(`${where}: ${renameSettings(execution.message)}`);
      continue;
    }
    const { answer, incomplete, note } = execution;
    const nameOf = show.names ? await runner.lookUpNames(text, answer) : () => undefined;
    const fields = explanation && explanationToJson(explanation);
    process.stdout.write(
      writeAnswer(answer, format, { nameOf, prefixes: query.prefixes, ...(fields && { fields }) }),
    );
    const { rows } = toTable(answer);
    const count =
      answer.kind === 'boolean' || answer.kind === 'done' ? '' : `${countOf(rows.length, 'row')}, `;
    if (format === 'table') process.stderr.write(`${count}${milliseconds} ms\n`);
    if (note !== undefined) printError(note);
    if (incomplete) printError(`${where}: ${renameSettings(incomplete.message)}`);
    if (explanation && format !== 'json')
      for (const line of formatExplanation(explanation, { name, lines, offset: range.start }, answer))
        process.stderr.write(`${line}\n`);
  }
}

/** Rejects a query whose answer is not triples. A query that does not parse is refused when it runs. */
function requireTriples({ parses, query: { form } }: QueryModel, format: AnswerFormat): void {
  if (parses && form !== 'construct' && form !== 'describe')
    throw new UsageError(
      `--format ${format} is for the triples of CONSTRUCT and DESCRIBE. For ${form.toUpperCase()}, use table, json, csv or tsv.`,
    );
}

const renameSettings: RenameSettings = (message) => optionNames(runQueriesCommand)(message);
