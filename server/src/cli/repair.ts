/** `funfusic repair`: repairs queries by search and by a model, guided by all checks. */
import { unwrap, isLineInput, UsageError, type Command, type ParsedArguments } from './arguments';
import { closeAll, runUntilStopped, showProgress, showStep, printError } from './terminal';
import {
  KB_SCHEMA_OPTION,
  KB_OPTIONS_FOR_QUERIES,
  QUERY_FILES,
  TIMEOUT_OPTION,
  openKnowledgeBases,
  parseLimits,
} from './knowledge-base';
import { chooseModel, confirmUses, MODEL_KEYS_HELP, modelOptions, parseRounds, ROUNDS_OPTION } from './model';
import { PROMPT_OPTIONS } from './model-options';
import { optionNames } from './option-names';
import { ExitStatus } from './exit-status';
import { formatRepairProgress, formatRepair, failedRecord, toRecord } from './repair-report';
import { createRepairer, type Repairer } from './repairer';
import { openTraceFile } from './trace-file';
import { questionOf } from '../core/language/sparql/header';
import type { Dialect } from '../core/language/sparql/model';
import { parseDocument, parseQuery } from '../core/language/sparql/parse';
import { onOneLine } from '../core/language/text/control-characters';
import { LineIndex } from '../core/language/text/line-index';
import type { Settings } from '../settings/settings';
import { type NamedText, readFiles, rewriteFile } from './files';
import { mapQueryLines } from './json-lines';
import type { RepairTrace } from '../core/repair/repair-events';

export const repairCommand: Command = {
  name: 'repair',
  summary: 'repair queries, with or without a model',
  synopsis: ['[OPTIONS] FILE', '--write [OPTIONS] FILES…', '--jsonl [OPTIONS] < QUERIES.jsonl'],
  positionals: { 'FILES…': QUERY_FILES },
  options: {
    write: {
      help: 'write the repaired queries to the files (default: print them; messages go to standard error)',
    },
    question: { value: 'TEXT', help: 'what the query should ask (default: its line "# question: …")' },
    ...KB_OPTIONS_FOR_QUERIES,
    schema: KB_SCHEMA_OPTION,
    ...modelOptions('funfusic.model'),
    ...PROMPT_OPTIONS,
    rounds: ROUNDS_OPTION,
    timeout: TIMEOUT_OPTION,
    trace: { value: 'FILE', help: 'write everything that was tried to FILE, one line of JSON per query' },
    jsonl: {
      help: 'read lines {"id", "question"?, "query"} from standard input and print for each, in order, {"id", "kind": "repaired" | "unchanged" | "unanswerable" | "failed", "query", "rounds", "findings", "answers", "reading"?, "explanation", "usage"}; a line that cannot be read has kind "failed" and an "error"; with a model, "query" may be missing if there is a "question" in English that names things as the KB does',
    },
  },
  notes: [
    MODEL_KEYS_HELP,
    'Exit status: 0 nothing is left to report about any query, 1 some queries still have errors, no answer or an unlikely one, 2 the command could not run, or a KB or model was unavailable, even if queries were repaired, 130 stopped by Ctrl+C: finished work is saved.',
  ],
  run: repair,
};

async function repair(parsed: ParsedArguments): Promise<number> {
  const { options, positionals } = parsed;
  checkArguments(parsed);
  const kbs = openKnowledgeBases(options);
  const exit = new ExitStatus();
  const name = options.get('kb') ?? kbs.settings.knowledgeBase;
  confirmUses(kbs, name, options);
  unwrap(kbs.open(name));
  const rounds = parseRounds(options, kbs.settings);
  const limits = parseLimits(options, kbs.settings.run);
  const model = chooseModel(options, kbs);
  const trace = openTraceFile(options.get('trace'));
  return runUntilStopped(
    async (signal) => {
      const repairer = createRepairer(kbs, {
        kb: options.get('kb'),
        rounds,
        limits,
        model,
        renameSettings: optionNames(repairCommand),
        onStep: showStep,
        onProgress: (event) => showProgress(formatRepairProgress(event)),
        onDefect: exit.onDefect,
        onUnavailable: () => exit.fail(),
      });
      const work: RepairWork = {
        repair: async (task) => {
          const outcome = await repairer(task, signal);
          showProgress('');
          exit.addRepair(outcome);
          return outcome;
        },
        saveTrace: trace.write,
        hasModel: model !== undefined,
        signal,
      };
      if (options.has('jsonl')) await repairLines(work, exit);
      else await repairFiles(positionals, options, kbs.settings, work, exit);
      return exit.status;
    },
    () => closeAll(trace, model, kbs),
  );
}

function checkArguments(parsed: ParsedArguments): void {
  const { options, positionals } = parsed;
  if (isLineInput(parsed)) {
    const other = ['write', 'question'].find((name) => options.has(name));
    if (other !== undefined) throw new UsageError(`--${other} cannot be used with --jsonl.`);
  }
  if (options.has('write') && positionals.includes('-'))
    throw new UsageError('--write changes files. It cannot be used with standard input.');
}

async function repairFiles(
  operands: readonly string[],
  options: ReadonlyMap<string, string>,
  { dialect }: Pick<Settings, 'dialect'>,
  work: RepairWork,
  exit: ExitStatus,
): Promise<void> {
  const { files, unreadable } = readFiles(operands);
  if (unreadable.length) exit.fail();
  const shouldWrite = options.has('write');
  if (files.length > 1 && !shouldWrite)
    throw new UsageError(`There are ${files.length} files. Name one, or add --write to change them.`);
  const queries = files.map(({ text }) => parseDocument(text, dialect)).flat();
  if (options.has('question') && queries.length > 1)
    throw new UsageError(`There are ${queries.length} queries, but --question is for one.`);
  for (const file of files) {
    if (!parseDocument(file.text, dialect).some(({ tokens }) => tokens.length > 0))
      printError(`There is no query in ${file.name}.`);
    const text = await repairText(file, options.get('question'), dialect, work);
    if (!shouldWrite) process.stdout.write(text);
    else if (text !== file.text) {
      const problem = rewriteFile(file, text);
      if (problem !== undefined) {
        exit.fail();
        printError(problem);
      }
    }
  }
}

/** Repairs each query of a text and leaves the rest unchanged. */
async function repairText(
  { name, text }: NamedText,
  givenQuestion: string | undefined,
  dialect: Dialect,
  { repair, saveTrace }: RepairWork,
): Promise<string> {
  const lines = new LineIndex(text);
  let [repaired, end] = ['', 0];
  for (const query of parseDocument(text, dialect)) {
    const { start } = query.range;
    const before = text.slice(start, query.range.end);
    if (!query.tokens.length) continue;
    const where = `${name}:${lines.lineOf(query.tokens[0]?.start ?? start) + 1}`;
    const question = givenQuestion ?? questionOf(query)?.text;
    const outcome = await repair({ query: before, ...(question !== undefined && { question }) });
    if ('problem' in outcome) printError(`${where}: ${outcome.problem}`);
    else {
      saveTrace(where, outcome);
      process.stderr.write(`${where}: ${formatRepair(outcome).map(onOneLine).join('\n')}\n`);
      // The best attempt of a failed repair is only reported.
      const { kind, query: after } = outcome.result;
      repaired += text.slice(end, start) + (kind === 'repaired' ? after : before);
      end = query.range.end;
    }
  }
  return repaired + text.slice(end);
}

async function repairLines(
  { repair, saveTrace, hasModel, signal }: RepairWork,
  exit: ExitStatus,
): Promise<void> {
  await mapQueryLines(async (line) => {
    const { id, question } = line;
    const canGenerate = question !== undefined && hasModel;
    if ('problem' in line && !canGenerate) {
      exit.fail();
      return { id, ...failedRecord(null, line.problem) };
    }
    const query = 'query' in line ? line.query : undefined;
    const intended =
      question ?? (query === undefined ? undefined : questionOf(parseQuery(query, 'virtuoso'))?.text);
    const outcome = await repair({
      ...(query !== undefined && { query }),
      ...(intended !== undefined && { question: intended }),
    });
    if ('problem' in outcome) return { id, ...failedRecord(query ?? null, outcome.problem) };
    saveTrace(id, outcome);
    return { id, ...toRecord(outcome) };
  }, signal);
}

/** Repairs one query; shared by files and lines. */
interface RepairWork {
  readonly repair: (task: Parameters<Repairer>[0]) => ReturnType<Repairer>;
  readonly saveTrace: (id: unknown, trace: RepairTrace) => void;
  readonly hasModel: boolean;
  readonly signal: AbortSignal;
}
