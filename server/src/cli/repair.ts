/** `funfusic repair`: repairs queries by search and by a model, guided by all checks. */
import type { RepairEvent } from '../core/repair/repair-events';
import {
  unwrap,
  numberOption,
  isLineInput,
  UsageError,
  type Command,
  type ParsedArguments,
} from './arguments';
import { printDefect, runUntilStopped, showProgress, showStep } from './terminal';
import {
  KB_SCHEMA_OPTION,
  KB_OPTIONS_FOR_QUERIES,
  QUERY_FILES,
  TIMEOUT_OPTION,
  openKnowledgeBases,
  type NamedKbs,
} from './knowledge-base';
import { chooseModel, confirmUses, MODEL_KEYS_HELP, modelOptions, ROUNDS_OPTION } from './model';
import { PROMPT_OPTIONS } from './model-options';
import { optionNames } from './option-names';
import { repairFiles, repairLines, type RepairWork } from './repair-inputs';
import { ExitStatus } from './exit-status';
import { formatRepairProgress } from './repair-report';
import { createRepairer } from './repairer';
import { openTraceFile } from './trace-file';

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
    'Exit status: 0 nothing is left to report about any query, 1 some queries still have errors, no answer or an unlikely one, 2 the command could not run, or a KB or model was unavailable, even if queries were repaired, 130 stopped by Ctrl-C: finished work is saved.',
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
  const rounds = numberOption(options, 'rounds', kbs.settings.repair.rounds, {
    from: 0,
    to: 10,
    integer: true,
  });
  const limits = parseLimits(options, kbs);
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
        onProgress: showEvent,
        onDefect: (code, error) => {
          exit.fail();
          printDefect(code, error);
        },
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
    async () => {
      trace.close();
      await model?.close();
      await kbs.close();
    },
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

function parseLimits(
  options: ReadonlyMap<string, string>,
  { settings }: NamedKbs,
): { readonly timeoutMs: number; readonly maxRows: number } {
  const seconds = numberOption(options, 'timeout', settings.run.timeoutSeconds, { from: 0.001, to: 86_400 });
  return { timeoutMs: seconds * 1000, maxRows: settings.run.maxRows };
}

function showEvent(event: RepairEvent): void {
  const text = formatRepairProgress(event);
  if (text !== undefined) showProgress(text);
}
