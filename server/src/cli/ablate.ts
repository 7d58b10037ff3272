/** `funfusic ablate`: a dataset with everything on, and with each part switched off in turn. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ablationInMarkdown, ablationOf } from '../core/eval/ablation';
import type { Report } from '../core/eval/report';
import { SWITCHES, type Switch } from '../core/eval/switches';
import type { Usage } from '../core/model/language-model';
import { addUsage, NO_USAGE } from '../core/model/usage';
import { codes } from '../core/verify/suite';
import { parseArguments } from './arguments';
import { complain } from './complain';
import { EVAL_COMMON_USAGE, planOf, replayOf, toldPlainly, withoutOut } from './eval';
import { choicesOf, EVAL_OPTIONS, listOf } from './eval-options';
import type { RunPlan } from './eval-plan';
import { runPlan, type RunOutcome } from './eval-run';
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

What is the same as with everything on is taken from its record; asked is only what is new.

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
  const kbs = knowledgeBases();
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
      const run = async (plan: RunPlan, title: string): Promise<Report | undefined> => {
        const outcome: RunOutcome = await toldPlainly(() => runPlan(plan, today, spent, title, signal));
        spent = addUsage({ ...NO_USAGE, ...spent }, { ...NO_USAGE, ...outcome.spent });
        if (outcome.stopped === undefined) return outcome.report;
        complain(outcome.stopped);
        return undefined;
      };
      const whole = await run(base, 'all on: ');
      if (!whole) return 2;
      const without = new Map<Switch, Report>();
      for (const [at, off] of switches.entries()) {
        const report = await run(
          await planWithout(base, off, choices.out),
          `${at + 1} of ${switches.length}, without ${off}: `,
        );
        if (!report) return 2;
        without.set(off, report);
        write(choices.out, whole, without);
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

/** What is the same is taken from the record of the base. */
async function planWithout(base: RunPlan, off: Switch, out: string): Promise<RunPlan> {
  const replay = await replayOf(base.out);
  const askMissing = base.world.live !== undefined;
  return {
    ...base,
    out: join(out, `without-${off}`),
    kept: { ...base.kept, off: [off], replay: { of: base.out, askMissing } },
    replay,
    arguments: ['--replay', base.out, '--off', off, ...(askMissing ? ['--ask-missing'] : [])],
  };
}

function write(out: string, base: Report, without: ReadonlyMap<Switch, Report>): void {
  const ablation = ablationOf(base, without);
  writeFileSync(join(out, 'ablation.json'), `${JSON.stringify(ablation, null, 2)}\n`);
  writeFileSync(join(out, 'ablation.md'), ablationInMarkdown(ablation));
}
