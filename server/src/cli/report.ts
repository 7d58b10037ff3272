/** `funfusic report`: scores saved runs again. */
import { join } from 'node:path';
import { loadSchema, runStorage } from '../compose/index';
import { onOneLine } from '../core/language/text/controls';
import type { KbSchema } from '../core/schema/schema';
import { caveatsOf } from '../evaluation/caveats';
import { reportRuns } from '../evaluation/report-runs';
import { RUN_FILES } from '../evaluation/run-manifest';
import { parseArguments, required, UsageError } from './arguments';
import { complain } from './complain';
import { passes } from './eval';
import { GATE_OPTIONS, GATE_USAGE, gateOf } from './eval-options';
import { scoresInWords } from './eval-output';

export const REPORT_USAGE = `funfusic report FOLDER [OPTIONS]
funfusic report FOLDER FOLDER… --out FOLDER [OPTIONS]

  FOLDER               the folder of a run by funfusic eval, finished or not. Several runs with the same options get one report,
                       such as the folds of a cross-validation or the parts of a dataset
  --out FOLDER         the folder for the report (default: that of the run)
  --schema FILE        a custom KB schema (JSON), if the schema of the run has moved
${GATE_USAGE}

Scores the predictions again and writes report.json, report.md and report.html. Asks neither a KB nor a model.
Exit status: 0 written, 1 a score is too low, 2 invalid usage.
`;

const OPTIONS = {
  out: { value: true },
  schema: { value: true },
  ...GATE_OPTIONS,
} as const;

export async function reportCommand(args: readonly string[]): Promise<number> {
  const { options, operands } = parseArguments(args, OPTIONS);
  const [first] = operands;
  if (first === undefined) throw new UsageError(`Name the folder of a run.\n\n${REPORT_USAGE}`);
  const out = options.get('out') ?? first;
  if (operands.length > 1 && !options.has('out'))
    throw new UsageError('Name a folder for the report of several runs with --out.');
  const gate = await gateOf(options);
  const { report, warnings } = required(
    await reportRuns(
      operands,
      { out, schema: options.get('schema') },
      { storage: runStorage, loadSchema: openSchema },
    ),
  );
  for (const warning of warnings) complain(warning);
  process.stdout.write(
    [
      ...scoresInWords(report),
      '',
      ...caveatsOf(report).map(onOneLine),
      onOneLine(`report: ${join(out, RUN_FILES.report.html)}`),
      '',
    ].join('\n'),
  );
  return passes(report, gate) ? 0 : 1;
}

function openSchema(file: string): KbSchema | { readonly problem: string } {
  const { schema, status } = loadSchema(file, undefined);
  return schema && status.problem === undefined
    ? schema
    : { problem: status.problem ?? 'There is no KB schema for scoring.' };
}
