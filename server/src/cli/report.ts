/** `funfusic report`: a run scored anew, whatever it was scored with before. */
import { join } from 'node:path';
import { loadSchema, readRunTexts, writeRunFiles } from '../compose/index';
import { RUN_FILES } from '../evaluation/eval-run';
import { poolRuns } from '../evaluation/pool-runs';
import { readRun, type ReadRun } from '../evaluation/read-run';
import { remarksOn } from '../evaluation/remarks';
import { reportFiles } from '../evaluation/report-files';
import type { KbSchema } from '../core/schema/schema';
import { onOneLine } from '../core/language/text/controls';
import { UsageError, type Command, type ParsedArguments } from './arguments';
import { printError } from './complain';
import { isHeld } from './eval';
import { GATE_OPTIONS, gateOf } from './eval-options';
import { scoresInWords } from './eval-summary';

export const reportCommand: Command = {
  name: 'report',
  summary: 'score a run again and write its report',
  synopsis: ['FOLDER [OPTIONS]', 'FOLDER FOLDER… --out FOLDER [OPTIONS]'],
  positionals: {
    FOLDER:
      'the folder of a run that funfusic eval wrote; it need not be finished. Several runs with the same options are reported as one: the folds of a cross-validation, or the parts of a dataset',
  },
  options: {
    out: { value: 'FOLDER', help: 'where to write the report (default: the folder of the run)' },
    schema: { value: 'FILE', help: 'a custom KB schema (JSON), if the schema of the run is missing' },
    ...GATE_OPTIONS,
  },
  notes: [
    'Writes report.json, report.md and report.html from the predictions. No question is asked again.',
    'Exit status: 0 the report was written, 1 a score is too low, 2 the command could not run.',
  ],
  run: report,
};

async function report({ options, positionals }: ParsedArguments): Promise<number> {
  const [first] = positionals;
  if (first === undefined) throw new UsageError('Name the folder of a run.', { showHelp: true });
  const out = options.get('out') ?? first;
  if (positionals.length > 1 && !options.has('out'))
    throw new UsageError('Name a folder for the report of several runs by --out.');
  const gate = gateOf(options);
  const runs = new Map<string, ReadRun>();
  for (const folder of positionals) runs.set(folder, await runIn(folder));
  const pooled = poolRuns(runs);
  if (!pooled) throw new UsageError('Name the folder of a run.', { showHelp: true });
  if ('problem' in pooled) throw new UsageError(pooled.problem);
  const schema = schemaFor([...runs.values()], options.get('schema'));
  for (const run of runs.values()) for (const problem of run.problems) printError(problem);
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
