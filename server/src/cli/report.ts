/** `funfusic report`: scores saved runs again and writes their report. */
import { join } from 'node:path';
import { loadSchema, runStorage } from '../compose/index';
import { onOneLine } from '../core/language/text/control-characters';
import type { KbSchema } from '../core/schema/schema';
import { listCaveats } from '../evaluation/caveats';
import { reportRuns } from '../evaluation/report-runs';
import { RUN_FILES } from '../evaluation/run-manifest';
import { unwrap, UsageError, type Command, type ParsedArguments } from './arguments';
import { printError } from './terminal';
import { passesGate } from './eval';
import { GATE_OPTIONS, openGate } from './eval-options';
import { formatScores } from './eval-output';

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
    throw new UsageError('Name a folder for the report of several runs with --out.');
  const gate = await openGate(options);
  const { report, warnings } = unwrap(
    await reportRuns(
      positionals,
      { out, schema: options.get('schema') },
      { storage: runStorage, loadSchema: openSchema },
    ),
  );
  for (const warning of warnings) printError(warning);
  process.stdout.write(
    [
      ...formatScores(report),
      '',
      ...listCaveats(report).map(onOneLine),
      onOneLine(`report: ${join(out, RUN_FILES.report.html)}`),
      '',
    ].join('\n'),
  );
  return passesGate(report, gate) ? 0 : 1;
}

function openSchema(file: string): KbSchema | { readonly problem: string } {
  const { schema, status } = loadSchema(file, undefined);
  return schema && status.problem === undefined
    ? schema
    : { problem: status.problem ?? 'There is no KB schema for scoring.' };
}
