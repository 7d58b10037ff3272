/** `funfusic check`: the verifiers over files, or over a stream of queries. */
import { loadSchema } from '../compose/index';
import { checkDocument, checkQuery, type CheckOptions } from '../core/check/check';
import { checkForms } from '../core/logical-form/check-forms';
import { defaultSettings, DIALECTS } from '../settings/settings';
import { fixFile } from './fix';
import { oneOf, parseArguments, UsageError } from './arguments';
import { complain } from './complain';
import { readFiles } from './files';
import { eachLine } from './json-lines';
import { writers, type CheckedFile } from './writers';

export const CHECK_USAGE = `funfusic check [OPTIONS] FILES…
funfusic check --jsonl [OPTIONS] < QUERIES.jsonl

  FILES…               .rq, .sparql or .sexpr files, or folders of them; - for standard input
  --format FORMAT      human (default), json or sarif
  --dialect DIALECT    virtuoso (default) or sparql11
  --fix                make the safe fixes in the files, tell each, and report what is left
  --schema FILE        a KB schema of your own (JSON) instead of the bundled Freebase schema
  --jsonl              read lines {"id", "query"} from standard input and print for each, in order,
                       {"id", "findings": [{"code", "strength", "severity", "message", "range"}]}

Exit status: 0 nothing of error severity, 1 findings of error severity, 2 could not run as asked.
`;

const OPTIONS = {
  format: { value: true },
  dialect: { value: true },
  schema: { value: true },
  jsonl: { value: false },
  fix: { value: false },
} as const;

export async function check(args: readonly string[]): Promise<number> {
  const { options, operands } = parseArguments(args, OPTIONS);
  const format = oneOf(options, 'format', ['human', 'json', 'sarif'], 'human');
  const dialect = oneOf(options, 'dialect', DIALECTS, defaultSettings.dialect);
  const { schema, status } = loadSchema(options.get('schema') ?? '', undefined);
  if (status.problem !== undefined) complain(status.problem);
  let defects = 0;
  const checkOptions: CheckOptions = {
    dialect,
    schema,
    severities: defaultSettings.severities,
    onDefect: (code, error) => {
      defects++;
      complain(`the verifier "${code}" failed: ${error instanceof Error ? error.message : String(error)}`);
    },
  };
  const fixes = options.has('fix');
  if (fixes && (options.has('jsonl') || operands.includes('-')))
    throw new UsageError('--fix changes files; what comes from standard input cannot be fixed.');
  const couldNotRun = (): boolean => status.problem !== undefined || defects > 0;
  if (options.has('jsonl')) {
    if (operands.length)
      throw new UsageError('With --jsonl the queries come from standard input; no files can be named.');
    const errors = await checkLines(checkOptions);
    return couldNotRun() ? 2 : errors ? 1 : 0;
  }
  if (!operands.length) throw new UsageError(`No files named.\n\n${CHECK_USAGE}`);
  const { files, unreadable } = readFiles(operands, /\.(rq|sparql|sexpr)$/);
  for (const problem of unreadable) complain(problem);
  const unfixable: string[] = [];
  const checked = files.map((file): CheckedFile => {
    const { name, text: found } = file;
    // Fixes of forms are for the editor, where one sees what they do.
    if (/\.sexpr$/.test(name))
      return { name, text: found, findings: checkForms(found, checkOptions).findings };
    const { text, done, problem } = fixes ? fixFile(file, checkOptions) : { text: found, done: [] };
    if (problem !== undefined) unfixable.push(problem);
    // Other formats are read by programs, which want nothing but the report.
    const told = format === 'human' ? process.stdout : process.stderr;
    for (const line of done) told.write(`${line}\n`);
    return { name, text, findings: checkDocument(text, checkOptions).findings };
  });
  for (const problem of unfixable) complain(problem);
  process.stdout.write(writers[format](checked));
  if (unreadable.length || unfixable.length || couldNotRun()) return 2;
  return checked.some(({ findings }) => findings.some(({ severity }) => severity === 'error')) ? 1 : 0;
}

/** Returns whether any error was found. */
async function checkLines(options: CheckOptions): Promise<boolean> {
  let errors = false;
  await eachLine((line) => {
    if ('problem' in line) return { id: line.id, findings: [], error: line.problem };
    const findings = checkQuery(line.query, options);
    errors ||= findings.some(({ severity }) => severity === 'error');
    return { id: line.id, findings: findings.map(writers.finding) };
  });
  return errors;
}
