/** `funfusic repair`: queries mended, by a search and by a model, under all checks. */
import type { RepairEvent } from '../core/repair/repair-events';
import { numberOf, parseArguments, UsageError } from './arguments';
import { complain } from './complain';
import { TRUST_OPTIONS, TRUST_USAGE } from './folder-trust';
import { KB_USAGE, knowledgeBases, type NamedKbs } from './knowledge-base';
import { chooseModel, confirmUses, MODEL_KEYS_USAGE, MODEL_OPTIONS, modelUsage } from './model';
import { overwrite, tellStep } from './progress-line';
import { repairFiles } from './repair-files';
import { repairLines } from './repair-lines';
import { Outcomes } from './outcomes';
import { progressOf } from './repair-report';
import type { Work } from './repair-work';
import { repairerOf } from './repairer';
import { stoppable } from './stoppable';
import { openTrace } from './trace-file';

export const REPAIR_USAGE = `funfusic repair [OPTIONS] FILE
funfusic repair --write [OPTIONS] FILES…
funfusic repair --jsonl [OPTIONS] < QUERIES.jsonl

  FILES…               .rq or .sparql files, or folders of them; - for standard input
  --write              write what was repaired into the files (default: print it; what is told goes to standard error)
  --question TEXT      what the query should ask (default: its line "# question: …")
${KB_USAGE};
                       a query that says "# endpoint: KB" is run on that one unless this option is given
${TRUST_USAGE}
${modelUsage('funfusic.model')}
  --rounds COUNT       how often the model may try another query, 0 to 10 (default: funfusic.repair.rounds)
  --timeout SECONDS    a run of a query that takes longer is stopped
  --trace FILE         write all that was tried to FILE, a line of JSON for each query
  --jsonl              read lines {"id", "question"?, "query"} from standard input and print for each, in order, {"id", "kind":
                       "repaired" | "unchanged" | "unanswerable" | "failed", "query", "rounds", "findings", "answers",
                       "reading"?, "explanation", "usage"}; with a model, "query" may be missing if there is a "question"
                       that names things as the KB does, in English

${MODEL_KEYS_USAGE}
Exit status: 0 all is well now, 1 some queries still have errors or cannot be answered, 2 could not run as asked, or a KB or
model was unavailable, whatever else was repaired, 130 stopped by Ctrl-C: what was finished is kept.
`;

const OPTIONS = {
  kb: { value: true },
  ...TRUST_OPTIONS,
  ...MODEL_OPTIONS,
  question: { value: true },
  rounds: { value: true },
  timeout: { value: true },
  trace: { value: true },
  write: { value: false },
  jsonl: { value: false },
} as const;

type Options = ReadonlyMap<string, string>;

export async function repairCommand(args: readonly string[]): Promise<number> {
  const { options, operands } = parseArguments(args, OPTIONS);
  refuseContradictions(options, operands);
  const kbs = knowledgeBases(options);
  const seen = new Outcomes();
  const name = options.get('kb') ?? kbs.settings.knowledgeBase;
  confirmUses(kbs, name, options);
  const chosen = kbs.open(name);
  if ('problem' in chosen) throw new UsageError(chosen.problem);
  const rounds = numberOf(options, 'rounds', kbs.settings.repair.rounds, { from: 0, to: 10, whole: true });
  const limits = limitsOf(options, kbs);
  const model = chooseModel(options, kbs);
  const trace = openTrace(options.get('trace'));
  return stoppable(
    async (signal) => {
      const repairer = repairerOf(kbs, {
        kb: options.get('kb'),
        rounds,
        limits,
        model,
        tellStep,
        tell: tellEvent,
        onDefect: (code, error) => {
          seen.fail();
          complain(`"${code}" failed: ${error instanceof Error ? error.message : String(error)}`);
        },
        onUnavailable: () => seen.fail(),
      });
      const work: Work = {
        repair: async (task) => {
          const outcome = await repairer(task, signal);
          overwrite('');
          seen.repaired(outcome);
          return outcome;
        },
        keep: trace.write,
        hasModel: model !== undefined,
        signal,
      };
      if (options.has('jsonl')) await repairLines(work, seen);
      else await repairFiles(operands, options, kbs.settings, work, seen);
      return seen.status;
    },
    async () => {
      trace.close();
      await model?.close();
      await kbs.close();
    },
  );
}

function refuseContradictions(options: Options, operands: readonly string[]): void {
  if (options.has('jsonl')) {
    if (operands.length)
      throw new UsageError('With --jsonl the queries come from standard input; no files can be named.');
    const other = ['write', 'question'].find((name) => options.has(name));
    if (other !== undefined) throw new UsageError(`--${other} cannot be given with --jsonl.`);
  } else if (!operands.length) throw new UsageError(`No files named.\n\n${REPAIR_USAGE}`);
  if (options.has('write') && operands.includes('-'))
    throw new UsageError('--write changes files; what comes from standard input is printed.');
}

function limitsOf(
  options: Options,
  { settings }: NamedKbs,
): { readonly timeoutMs: number; readonly maxRows: number } {
  const seconds = numberOf(options, 'timeout', settings.run.timeoutSeconds, { from: 0.001, to: 86_400 });
  return { timeoutMs: seconds * 1000, maxRows: settings.run.maxRows };
}

function tellEvent(event: RepairEvent): void {
  const text = progressOf(event);
  if (text !== undefined) overwrite(text);
}
