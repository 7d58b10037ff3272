/** `funfusic report`: a run scored anew, whatever it was scored with before. */
import { join } from 'node:path';
import { loadSchema, readRunTexts, writeRunFiles } from '../compose/index';
import { RUN_FILES } from '../evaluation/run-manifest';
import { poolRuns } from '../evaluation/pool-runs';
import { readRun, type ReadRun } from '../evaluation/read-run';
import { remarksOn } from '../evaluation/remarks';
import { reportFiles } from '../evaluation/report-files';
import type { KbSchema } from '../core/schema/schema';
import { onOneLine } from '../core/language/text/controls';
import { parseArguments, UsageError } from './arguments';
import { complain } from './complain';
import { isHeld } from './eval';
import { gateOf } from './eval-options';
import { scoresInWords } from './eval-summary';

export const REPORT_USAGE = `funfusic report FOLDER [OPTIONS]
funfusic report FOLDER FOLDER… --out FOLDER [OPTIONS]

  FOLDER               the folder of a run, as funfusic eval wrote it; it need not be at its end. Several that were made the same
                       way are reported as one: the folds of a cross-validation, or the parts of a dataset
  --out FOLDER         where the report is written, if not into the folder of the run
  --schema FILE        the KB schema of your own (JSON), where the one that the run was made with is gone
  --fail-under LIST    exit with status 1 where a score is lower: f1R=0.6,hits1=0.7
  --baseline RUN       exit with status 1 where a score is worse than in this report.json (or in the one of this folder) by more
                       than chance explains, or questions of it are not asked any more

Writes report.json, report.md and report.html from the predictions. Nothing is asked anew.
Exit status: 0 it is written, 1 a score is too low, 2 could not run as asked.
`;

const OPTIONS = {
  out: { value: true },
  schema: { value: true },
  'fail-under': { value: true },
  baseline: { value: true },
} as const;

export async function reportCommand(args: readonly string[]): Promise<number> {
  const { options, operands } = parseArguments(args, OPTIONS);
  const [first] = operands;
  if (first === undefined) throw new UsageError(`Name the folder of a run.\n\n${REPORT_USAGE}`);
  const out = options.get('out') ?? first;
  if (operands.length > 1 && !options.has('out'))
    throw new UsageError('Name a folder for the report of several runs by --out.');
  const gate = gateOf(options);
  const runs = new Map<string, ReadRun>();
  for (const folder of operands) runs.set(folder, await runIn(folder));
  const pooled = poolRuns(runs);
  if (!pooled) throw new UsageError(`Name the folder of a run.\n\n${REPORT_USAGE}`);
  if ('problem' in pooled) throw new UsageError(pooled.problem);
  const schema = schemaFor([...runs.values()], options.get('schema'));
  for (const run of runs.values()) for (const problem of run.problems) complain(problem);
  const { questions, predictions, times, facts } = pooled;
  const { report, files } = reportFiles(questions, predictions, times, facts, schema);
  try {
    await writeRunFiles(out, files);
  } catch (error) {
    throw new UsageError(
      `The report cannot be written into ${out}: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
  process.stdout.write(
    [
      ...scoresInWords(report),
      '',
      ...remarksOn(report).map(onOneLine),
      onOneLine(`report: ${join(out, RUN_FILES.report.html)}`),
      '',
    ].join('\n'),
  );
  return isHeld(report, gate) ? 0 : 1;
}

async function runIn(folder: string): Promise<ReadRun> {
  const texts = await readRunTexts(folder);
  if ('problem' in texts) throw new UsageError(texts.problem);
  const run = readRun(texts);
  if ('problem' in run) throw new UsageError(`${folder}: ${run.problem}`);
  return run;
}

/** The one that the runs were made with, if nobody names another. */
function schemaFor(runs: readonly ReadRun[], named: string | undefined): KbSchema {
  const files = new Set(runs.map(({ manifest }) => manifest.started.schema ?? ''));
  if (named === undefined && files.size > 1)
    throw new UsageError(
      'The runs were made with different schemas. Name the one to report by with --schema.',
    );
  const [file = ''] = named === undefined ? files : [named];
  const { schema, status } = loadSchema(file, undefined);
  if (schema && status.problem === undefined) return schema;
  const why = status.problem ?? 'There is no schema to compare forms by.';
  throw new UsageError(
    named === undefined && file
      ? `${why} The run was made with that schema: name where it is now by --schema.`
      : why,
  );
}
