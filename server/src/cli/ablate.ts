/** `funfusic ablate`: a dataset with everything on, and with each part switched off in turn. */
import { join } from 'node:path';
import { writeRunFiles, type RunRecord } from '../compose/index';
import type { Evaluated } from '../evaluation/answer-question';
import { ablationInMarkdown, ablationOf, isSameWithout, type AblatedRun } from '../evaluation/ablation';
import { SWITCHES, type Switch } from '../evaluation/switches';
import type { Usage } from '../core/model/language-model';
import { addUsage, NO_USAGE } from '../core/model/usage';
import { codes } from '../core/check/suite';
import type { Command, ParsedArguments } from './arguments';
import { printError } from './complain';
import { planOf, replayOf, toldPlainly, withoutOut } from './eval';
import { choicesOf, EVAL_OPTIONS, listOf } from './eval-options';
import type { RunPlan } from './eval-plan';
import { runPlan, type RunOutcome } from './eval-run';
import { knowledgeBases } from './knowledge-base';
import { MODEL_KEYS_HELP } from './model';
import { runUntilStopped } from './stoppable';

export const ablateCommand: Command = {
  name: 'ablate',
  summary: 'evaluate with each part switched off in turn',
  synopsis: ['DATASET --out FOLDER [OPTIONS]'],
  positionals: { DATASET: 'as for funfusic eval' },
  options: {
    ...EVAL_OPTIONS,
    out: {
      value: 'FOLDER',
      help: 'for ablation.json and ablation.md, the run with all parts in base, and one folder per part. Runs that are there already are resumed',
    },
    switches: {
      value: 'LIST',
      help: `only these, separated by commas (default: all that may matter): ${SWITCHES.join(', ')}`,
    },
    oracle: { value: 'STAGE,…', help: 'use gold instead of a stage, in all runs' },
    replay: {
      value: 'FOLDER',
      help: 'take the run with all parts from a record, without live requests; --ask-missing sends those that are missing',
    },
    'ask-missing': { help: 'with --replay: send requests that were not recorded' },
  },
  notes: [
    'Requests that the run with all parts has made are taken from its record; only new ones are sent. A check that neither found anything in a question nor used the KB changes nothing: such questions are copied.',
    MODEL_KEYS_HELP,
    'Exit status: 0 all runs are finished, 2 the command could not run, or a KB or model is unreachable, 130 stopped by Ctrl-C. The same command resumes.',
  ],
  run: ablate,
};

type Spent = Pick<Usage, 'calls' | 'tokens'>;

async function ablate(parsed: ParsedArguments): Promise<number> {
  const choices = { ...choicesOf(parsed), off: [] };
  const chosen = listOf(parsed.options, 'switches', SWITCHES);
  const kbs = knowledgeBases(parsed.options);
  let closeModel = (): Promise<void> => Promise.resolve();
  return runUntilStopped(
    async (signal) => {
      const today = { date: new Date().toISOString() };
      const replay = choices.replay === undefined ? undefined : await replayOf(choices.replay);
      const own = { ...choices, out: join(choices.out, 'base') };
      const base = planOf(own, kbs, replay, today, withoutOut(parsed.args));
      closeModel = () => base.world.live?.model?.close() ?? Promise.resolve();
      const switches = chosen ?? switchesFor(base);
      let spent: Spent = NO_USAGE;
      const run = async (plan: RunPlan, title: string): Promise<RunOutcome | undefined> => {
        const outcome: RunOutcome = await toldPlainly(() => runPlan(plan, today, spent, title, signal));
        spent = addUsage({ ...NO_USAGE, ...spent }, { ...NO_USAGE, ...outcome.spent });
        if (outcome.stopped === undefined) return outcome;
        printError(outcome.stopped);
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
