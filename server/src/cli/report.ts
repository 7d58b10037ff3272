/** `funfusic report`: a run scored anew, whatever it was scored with before. */
import { join } from 'node:path';
import { loadSchema, readRunTexts, writeRunFiles } from '../compose';
import { RUN_FILES } from '../core/eval/eval-run';
import { readRun } from '../core/eval/read-run';
import { reportFiles } from '../core/eval/report-files';
import { onOneLine } from '../core/text/controls';
import { parseArguments, UsageError } from './arguments';
import { complain } from './complain';
import { isHeld } from './eval';
import { gateOf } from './eval-options';
import { scoresInWords } from './eval-summary';

export const REPORT_USAGE = `funfusic report FOLDER [OPTIONS]

  FOLDER               the folder of a run, as funfusic eval wrote it; it need not be at its end
  --schema FILE        the KB schema of your own (JSON) that the run was made with, instead of the bundled Freebase schema
  --fail-under LIST    exit with status 1 where a score is lower: f1R=0.6,hits1=0.7
  --baseline FILE      exit with status 1 where a score is worse than in this report.json, by more than chance explains

Writes report.json, report.md and report.html into the folder, from its predictions. Nothing is asked anew.
Exit status: 0 it is written, 1 a score is too low, 2 could not run as asked.
`;

const OPTIONS = {
  schema: { value: true },
  'fail-under': { value: true },
  baseline: { value: true },
} as const;

export async function reportCommand(args: readonly string[]): Promise<number> {
  const { options, operands } = parseArguments(args, OPTIONS);
  const [folder, ...others] = operands;
  if (folder === undefined || others.length) throw new UsageError(`Name one folder.\n\n${REPORT_USAGE}`);
  const gate = gateOf(options);
  const texts = await readRunTexts(folder);
  if ('problem' in texts) throw new UsageError(texts.problem);
  const run = readRun(texts);
  if ('problem' in run) throw new UsageError(`${folder}: ${run.problem}`);
  const { schema, status } = loadSchema(options.get('schema') ?? '', undefined);
  if (!schema || status.problem !== undefined)
    throw new UsageError(status.problem ?? 'There is no schema to compare forms by.');
  for (const problem of run.problems) complain(problem);
  const { report, files } = reportFiles(
    run.questions,
    run.predictions,
    run.times,
    run.manifest.facts,
    schema,
  );
  try {
    await writeRunFiles(folder, files);
  } catch (error) {
    throw new UsageError(
      `The report cannot be written into ${folder}: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
  process.stdout.write(
    [...scoresInWords(report), '', onOneLine(`report: ${join(folder, RUN_FILES.report.html)}`), ''].join(
      '\n',
    ),
  );
  return isHeld(report, gate) ? 0 : 1;
}
