/** `funfusic ablate`: a dataset with everything on, and with each part switched off in turn. */
import { join } from 'node:path';
import { writeRunFiles, type RunRecord } from '../compose/index';
import type { Evaluated } from '../evaluation/answer-question';
import { ablationInMarkdown, ablationOf, isSameWithout, type AblatedRun } from '../evaluation/ablation';
import { SWITCHES, type Switch } from '../evaluation/switches';
import type { Usage } from '../core/model/language-model';
import { addUsage, NO_USAGE } from '../core/model/usage';
import { codes } from '../core/check/suite';
import { parseArguments } from './arguments';
import { complain } from './complain';
import { EVAL_COMMON_USAGE, planOf, replayOf, toldPlainly, withoutOut } from './eval';
import { choicesOf, EVAL_OPTIONS, listOf } from './eval-options';
import type { RunPlan } from '../evaluation/plan';
import { runPlan, type RunOutcome } from '../evaluation/run-evaluation';
import { knowledgeBases } from './knowledge-base';
import { MODEL_KEYS_USAGE } from './model';
import { stoppable } from './stoppable';

export const ABLATE_USAGE = `funfusic ablate DATASET --out FOLDER [OPTIONS]

  DATASET              as for funfusic eval
  --out FOLDER         for ablation.json and ablation.md, the run with everything on in base, and one folder for each part. What is
                       there already is gone on with
  --switches LIST      only these, with commas between (default: all that may matter): ${SWITCHES.join(', ')}
  --oracle STAGE,…     gold in the place of a stage, in all runs
  --replay FOLDER      take the run with everything on from a record, and ask nobody; --ask-missing asks for what it lacks
${EVAL_COMMON_USAGE}

What is the same as with everything on is taken from its record; asked is only what is new. A check that has neither found anything
in a question nor asked the KB changes nothing of it: such questions are taken over as they are.

${MODEL_KEYS_USAGE}
Exit status: 0 all runs came to their end, 2 could not run as asked, or a KB or model is away, 130 stopped by Ctrl-C. The same command
goes on.
`;

const OPTIONS = {
  ...EVAL_OPTIONS,
  switches: { value: true },
  oracle: { value: true },
  replay: { value: true },
  'ask-missing': { value: false },
} as const;

type Spent = Pick<Usage, 'calls' | 'tokens'>;

export async function ablateCommand(args: readonly string[]): Promise<number> {
  const parsed = parseArguments(args, OPTIONS);
  const choices = { ...choicesOf(parsed, ABLATE_USAGE), off: [] };
  const chosen = listOf(parsed.options, 'switches', SWITCHES);
  const kbs = knowledgeBases(parsed.options);
  let closeModel = (): Promise<void> => Promise.resolve();
  return stoppable(
    async (signal) => {
      const today = { date: new Date().toISOString() };
      const replay = choices.replay === undefined ? undefined : await replayOf(choices.replay);
      const own = { ...choices, out: join(choices.out, 'base') };
      const base = planOf(own, kbs, replay, today, withoutOut(args));
      closeModel = () => base.world.live?.model?.close() ?? Promise.resolve();
      const switches = chosen ?? switchesFor(base);
      let spent: Spent = NO_USAGE;
      const run = async (plan: RunPlan, title: string): Promise<RunOutcome | undefined> => {
        const outcome: RunOutcome = await toldPlainly(() => runPlan(plan, today, spent, title, signal));
        spent = addUsage({ ...NO_USAGE, ...spent }, { ...NO_USAGE, ...outcome.spent });
        if (outcome.stopped === undefined) return outcome;
        complain(outcome.stopped);
        return undefined;
      };
      const whole = await run(base, 'all on: ');
      if (!whole) return 2;
      const without = new Map<Switch, AblatedRun>();
      for (const [at, off] of switches.entries()) {
        const outcome = await run(
          await planWithout(base, whole, off, choices.out),
          `${at + 1} of ${switches.length}, without ${off}: `,
        );
        if (!outcome) return 2;
        without.set(off, outcome);
        await toldPlainly(() => write(choices.out, whole, without));
      }
      process.stdout.write(ablationInMarkdown(ablationOf(whole, without)));
      return 0;
    },
    async () => {
      await closeModel();
      await kbs.close();
    },
  );
}

/** Without a model, only the checks and the threshold have a say. */
function switchesFor({ kept }: RunPlan): readonly Switch[] {
  return kept.model ? SWITCHES : ['threshold', ...codes];
}

/** What is the same is taken from the record of the base, and what must come out the same is not worked out again. */
async function planWithout(base: RunPlan, whole: RunOutcome, off: Switch, out: string): Promise<RunPlan> {
  const replay = await replayOf(base.out);
  const askMissing = base.world.live !== undefined;
  return {
    ...base,
    out: join(out, `without-${off}`),
    kept: { ...base.kept, off: [off], replay: { of: base.out, askMissing } },
    replay,
    takenOver: (id) => takenOver(id, off, whole, replay),
    arguments: ['--replay', base.out, '--off', off, ...(askMissing ? ['--ask-missing'] : [])],
  };
}

async function takenOver(
  id: string,
  off: Switch,
  { predictions, times }: RunOutcome,
  { questions, recordOf, traceOf }: RunRecord,
): Promise<Evaluated | undefined> {
  const question = questions.find((one) => one.id === id);
  const [prediction, took] = [predictions.get(id), times.get(id)];
  if (!question || !prediction || !took || !isSameWithout(off, prediction)) return undefined;
  const [record, trace] = [await recordOf(id), await traceOf(id)];
  return 'problem' in record || !trace ? undefined : { question, prediction, times: took, trace, record };
}

async function write(out: string, base: AblatedRun, without: ReadonlyMap<Switch, AblatedRun>): Promise<void> {
  const ablation = ablationOf(base, without);
  await writeRunFiles(out, [
    { name: 'ablation.json', text: `${JSON.stringify(ablation, null, 2)}\n` },
    { name: 'ablation.md', text: ablationInMarkdown(ablation) },
  ]);
}
