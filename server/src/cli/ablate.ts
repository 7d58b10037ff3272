/** `funfusic ablate`: a dataset with everything on, and with each part switched off. */
import { join } from 'node:path';
import { ablate } from '../evaluation/ablate';
import { ablationInMarkdown } from '../evaluation/ablation';
import { SWITCHES, type Switch } from '../evaluation/switches';
import { parseArguments, UsageError } from './arguments';
import { complain } from './complain';
import { EVAL_COMMON_USAGE, portsFor, withAdvice, withPlan } from './eval';
import { choicesOf, EVAL_OPTIONS, listOf } from './eval-options';
import { howToResume } from './eval-output';
import { MODEL_KEYS_USAGE } from './model';

export const ABLATE_USAGE = `funfusic ablate DATASET --out FOLDER [OPTIONS]

  DATASET              as for funfusic eval
  --out FOLDER         for ablation.json and ablation.md, the run with everything on (base), and one folder for each part. Runs that
                       the folder contains are resumed
  --switches LIST      only these, separated by commas (default: all that may matter): ${SWITCHES.join(', ')}
  --oracle STAGE,…     use gold instead of a stage, in all runs
  --replay FOLDER      replay the run with everything on from a record, and ask nothing; --ask-missing asks for what is missing
${EVAL_COMMON_USAGE}

Requests that the run with everything on has recorded are not sent again. A check that neither found anything in a question nor asked
the KB cannot change its result, so such results are reused.

${MODEL_KEYS_USAGE}
Exit status: 0 all runs finished, 2 invalid usage, or a KB or model is unavailable, 130 stopped by Ctrl-C. The same command resumes.
`;

const OPTIONS = {
  ...EVAL_OPTIONS,
  switches: { value: true },
  oracle: { value: true },
  replay: { value: true },
  'ask-missing': { value: false },
} as const;

export async function ablateCommand(args: readonly string[]): Promise<number> {
  const parsed = parseArguments(args, OPTIONS);
  const choices = { ...choicesOf(parsed, ABLATE_USAGE), off: [] };
  const switches = listOf(parsed.options, 'switches', SWITCHES);
  const { out } = choices;
  const own = { ...choices, out: join(out, 'base') };
  return withPlan(own, parsed.options, args, async (base, signal) => {
    const task = { base, switches, out, folderWithout: (off: Switch) => join(out, `without-${off}`) };
    const outcome = await ablate(task, portsFor(base, choices), signal);
    if ('problem' in outcome) throw new UsageError(withAdvice(outcome));
    if ('stopped' in outcome) {
      complain(`${outcome.stopped.stopped} ${howToResume(outcome.stopped)}`);
      return 2;
    }
    process.stdout.write(ablationInMarkdown(outcome.ablation));
    return 0;
  });
}
