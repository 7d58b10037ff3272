/** `funfusic ask`: questions in plain English, answered by a KB. */
import { resolve } from 'node:path';
import { STRATEGY_CHOICES } from '../settings/ask-settings';
import type { AskEvent } from '../core/ask/ask-events';
import type { AskOptions } from '../core/ask/ask-ports';
import { STRATEGY_OF } from '../core/ask/strategies';
import type { Limits } from '../core/kb/knowledge-base';
import { entityIri } from '../core/agent-tools/ask-tool';
import type { Settings } from '../settings/settings';
import { numberOf, oneOf, parseArguments, strategyOptionsIn, UsageError } from './arguments';
import { askLines, type Asking } from './ask-lines';
import { answerOf, progressOf, wholeOf } from './ask-report';
import { askerOf } from './asker';
import { complain } from './complain';
import { TRUST_OPTIONS, TRUST_USAGE } from './folder-trust';
import { KB_USAGE, knowledgeBases } from './knowledge-base';
import {
  chooseModel,
  confirmUses,
  MODEL_KEYS_USAGE,
  MODEL_OPTIONS,
  modelUsage,
  type ChosenModel,
} from './model';
import { Outcomes } from './outcomes';
import { overwrite, tellStep } from './progress-line';
import { stoppable } from './stoppable';
import { openTrace } from './trace-file';

export const ASK_USAGE = `funfusic ask [OPTIONS] "QUESTION"
funfusic ask --jsonl [OPTIONS] < QUESTIONS.jsonl

  QUESTION             in English, naming things as the KB does: "Who directed Titanic?"
${KB_USAGE}
${TRUST_USAGE}
  --schema FILE        a KB schema of your own (JSON), as "funfusic schema" derives it (default: that of the KB, or funfusic.schema.file)
  --entity ID          what the question is about, such as m.02mjmr, in the place of what its names seem to mean; again for more
  --strategy STRATEGY  auto (default: funfusic.ask.strategy), fun-fusic, rng-kbqa, chatkbqa or fidelis; all but rng-kbqa need a model
${modelUsage('funfusic.model')}
  --rounds COUNT       how often a model may try another query, 0 to 10 (default: funfusic.repair.rounds)
  --option NAME=VALUE  an option of a strategy, such as rngKbqa.keep=20 (docs/asking.md lists them); again for more
  --timeout SECONDS    a run of a query that takes longer is stopped
  --max-rows COUNT     at most this many rows of each query (default: funfusic.run.maxRows)
  --trace FILE         write all that was thought of to FILE, a line of JSON for each question
  --json               print one object: the fields of --jsonl, and with them the reading, the evidence, what is missing, …
  --jsonl              read lines {"id", "question", "entities"?} from standard input and print for each, in order, {"id", "kind":
                       "answer" | "unanswerable" | "failed", "level"?, "answers": [ids or values], "names", "query",
                       "strategy", "fellBackFrom"?, "fellBackWhy"?, "confidence", "rounds", "usage", "ms"}; "explanation" with what failed,
                       "nearestQuery" where none answers

${MODEL_KEYS_USAGE}
Exit status: 0 all were answered, 1 some cannot be answered, 2 could not run as asked, or a KB or model is away, 130 stopped by
Ctrl-C: what was finished is kept.
`;

const OPTIONS = {
  kb: { value: true },
  ...TRUST_OPTIONS,
  ...MODEL_OPTIONS,
  schema: { value: true },
  entity: { value: true },
  strategy: { value: true },
  rounds: { value: true },
  option: { value: true },
  timeout: { value: true },
  'max-rows': { value: true },
  trace: { value: true },
  json: { value: false },
  jsonl: { value: false },
} as const;

type Options = ReadonlyMap<string, string>;

export async function askCommand(args: readonly string[]): Promise<number> {
  const { options, valuesOf, operands } = parseArguments(args, OPTIONS);
  const question = questionIn(options, operands);
  const kbs = knowledgeBases(options);
  const { settings } = kbs;
  const name = options.get('kb') ?? settings.knowledgeBase;
  confirmUses(kbs, name, options);
  const kb = kbs.open(name);
  if ('problem' in kb) throw new UsageError(kb.problem);
  const chosen = {
    strategy: oneOf(options, 'strategy', STRATEGY_CHOICES, settings.ask.strategy),
    rounds: numberOf(options, 'rounds', settings.repair.rounds, { from: 0, to: 10, whole: true }),
    limits: limitsOf(options, settings),
    strategyOptions: strategyOptionsIn(valuesOf('option')),
    ...(options.has('schema') && { schemaFile: resolve(options.get('schema') ?? '') }),
  };
  const model = chooseModel(options, kbs);
  refuseWithoutModel(chosen.strategy, model);
  const trace = openTrace(options.get('trace'));
  const seen = new Outcomes();
  const entities = valuesOf('entity');
  return stoppable(
    async (signal) => {
      const asker = askerOf(
        kbs,
        { name, kb },
        {
          ...chosen,
          model,
          tellStep,
          onDefect: (code, error) => {
            seen.fail();
            complain(`"${code}" failed: ${error instanceof Error ? error.message : String(error)}`);
          },
        },
      );
      if ('problem' in asker) throw new UsageError(asker.problem);
      const ask: Asking['ask'] = async (asked, own = entities) => {
        const meant = own.map((id) => ({ iri: entityIri(id, asker.schema) }));
        const task = { question: asked, ...(meant.length && { entities: meant }) };
        const outcome = await asker.ask(task, tellEvent, signal);
        overwrite('');
        seen.asked(outcome);
        if (outcome.result.more === true)
          complain(`There are more answers than ${chosen.limits.maxRows} rows hold. Raise --max-rows.`);
        return outcome;
      };
      if (question === undefined) await askLines({ ask, keep: trace.write, bad: () => seen.fail(), signal });
      else {
        const outcome = await ask(question, undefined);
        trace.write(question, outcome);
        process.stdout.write(
          options.has('json') ? `${JSON.stringify(wholeOf(outcome), null, 2)}\n` : answerOf(outcome),
        );
      }
      return seen.status;
    },
    async () => {
      trace.close();
      await model?.close();
      await kbs.close();
    },
  );
}

/** Undefined where the questions come as lines. */
function questionIn(options: Options, operands: readonly string[]): string | undefined {
  const [question, ...rest] = operands;
  if (options.has('jsonl')) {
    if (question !== undefined)
      throw new UsageError('With --jsonl the questions come from standard input; none can be named.');
    if (options.has('json')) throw new UsageError('--json cannot be given with --jsonl.');
    return undefined;
  }
  if (rest.length)
    throw new UsageError(
      `There are ${operands.length} questions. Put one in quotation marks, or use --jsonl.`,
    );
  if (!question?.trim()) throw new UsageError(`No question is asked.\n\n${ASK_USAGE}`);
  return question;
}

function refuseWithoutModel(strategy: AskOptions['strategy'], model: ChosenModel | undefined): void {
  if (!model && strategy !== 'auto' && STRATEGY_OF[strategy].needsModel)
    throw new UsageError(
      `The strategy ${strategy} needs a model. Name one by --model, or let --strategy be auto or rng-kbqa.`,
    );
}

function limitsOf(options: Options, { run }: Settings): Limits {
  const seconds = numberOf(options, 'timeout', run.timeoutSeconds, { from: 0.001, to: 86_400 });
  const maxRows = numberOf(options, 'max-rows', run.maxRows, { from: 1, to: 1e9, whole: true });
  return { timeoutMs: seconds * 1000, maxRows };
}

function tellEvent(event: AskEvent): void {
  const text = progressOf(event);
  if (text !== undefined) overwrite(text);
}
