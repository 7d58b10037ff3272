/** `funfusic ablate`: evaluates a dataset with all parts, and with each part switched off. */
import { join } from 'node:path';
import { ablate } from '../evaluation/ablate';
import { formatAblation } from '../evaluation/ablation';
import { SWITCHES, type Switch } from '../evaluation/switches';
import { UsageError, type Command, type ParsedArguments } from './arguments';
import { printError } from './terminal';
import { evaluationPorts, formatRunProblem, withPlan } from './eval';
import { parseEvalOptions, EVAL_OPTIONS, listOption } from './eval-options';
import { resumeHint } from './eval-output';
import { MODEL_KEYS_HELP } from './model';

export const ablateCommand: Command = {
  name: 'ablate',
  summary: 'evaluate with each part switched off in turn',
  synopsis: ['DATASET --out FOLDER [OPTIONS]'],
  positionals: { DATASET: 'as for funfusic eval' },
  options: {
    ...EVAL_OPTIONS,
    out: {
      value: 'FOLDER',
      help: 'for ablation.json and ablation.md, the run with all parts in base, and one folder per part. Existing runs are resumed',
    },
    switches: {
      value: 'LIST',
      help: `only these, separated by commas (default: all that may have an effect): ${SWITCHES.join(', ')}`,
    },
    oracle: { value: 'STAGE,…', help: 'use gold instead of a stage, in all runs' },
    replay: {
      value: 'FOLDER',
      help: 'take the run with all parts from a record, without live requests; --ask-missing sends those that are missing',
    },
    'ask-missing': { help: 'with --replay: send requests that were not recorded' },
  },
  notes: [
    'Requests that the run with all parts has made are taken from its record; only new ones are sent. Questions in which a check neither reported a finding nor queried the KB are copied, because switching it off cannot change them.',
    MODEL_KEYS_HELP,
    'Exit status: 0 all runs are finished, 2 the command could not run, or a KB or model is unreachable, 130 stopped by Ctrl+C. The same command resumes.',
  ],
  run: runAblation,
};

async function runAblation(parsed: ParsedArguments): Promise<number> {
  const choices = { ...parseEvalOptions(parsed), off: [] };
  const switches = listOption(parsed.options, 'switches', SWITCHES);
  const { out } = choices;
  return withPlan(
    { ...choices, out: join(out, 'base') },
    parsed.options,
    parsed.args,
    async (base, signal) => {
      const task = { base, switches, out, folderWithout: (off: Switch) => join(out, `without-${off}`) };
      const outcome = await ablate(task, evaluationPorts(base, choices), signal);
      if ('problem' in outcome) throw new UsageError(formatRunProblem(outcome));
      if ('stopped' in outcome) {
        printError(`${outcome.stopped.stopped} ${resumeHint(outcome.stopped)}`);
        return 2;
      }
      process.stdout.write(formatAblation(outcome.ablation));
      return 0;
    },
  );
}
