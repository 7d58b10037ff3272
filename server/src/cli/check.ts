/** `funfusic check`: the verifiers over files, or over a stream of queries. */
import { loadSchema, type LoadedSchema } from '../compose/schemas';
import type { Dialect, QueryModel } from '../core/language/sparql/model';
import { checkDocument, type CheckOptions } from '../core/check/check';
import type { Finding } from '../core/check/verifier';
import { verify } from '../core/check/verify';
import { parseDocument, parseQuery } from '../core/language/sparql/parse';
import { checkForms } from '../core/logical-form/check-forms';
import { defaultSettings, DIALECTS } from '../settings/settings';
import {
  choiceOption,
  isLineInput,
  unwrap,
  UsageError,
  type Command,
  type ParsedArguments,
} from './arguments';
import { TRUST_OPTIONS } from './folder-trust';
import { SCHEMA_OPTION } from './schema-option';
import { errorMessage, printDefect, printError, runUntilStopped } from './terminal';
import { type NamedText, readFiles, rewriteFile } from './files';
import { mapQueryLines } from './json-lines';
import { writers, type CheckedFile } from './writers';
import { fixAll } from '../core/check/fix-all';

export const checkCommand: Command = {
  name: 'check',
  summary: 'find problems in SPARQL queries',
  synopsis: ['[OPTIONS] FILES…', '--jsonl [OPTIONS] < QUERIES.jsonl'],
  positionals: { 'FILES…': '.rq, .sparql or .sexpr files, or folders of them; - for standard input' },
  options: {
    format: { value: 'FORMAT', help: 'human (default), json or sarif' },
    dialect: { value: 'DIALECT', help: 'virtuoso (default), sparql11 or sparql12' },
    fix: { help: 'apply the safe fixes to the files, print each, and report what is left' },
    schema: SCHEMA_OPTION,
    kb: {
      value: 'KB',
      help: 'also use the facts of this KB: which entities exist, what can match, and whether a query asks its question. A name from funfusic.knowledgeBases in the nearest .vscode/settings.json, a file of N-Triples or Turtle (also .gz), an address, or Sample',
    },
    ...TRUST_OPTIONS,
    jsonl: {
      help: 'read lines {"id", "query", "question"} (the question is optional) from standard input and print for each, in order, {"id", "findings": [{"code", "strength", "severity", "message", "range"}]}; a line that cannot be read also has an "error"',
    },
  },
  notes: [
    'Exit status: 0 no errors, 1 errors found, 2 the command could not run, or a file or line cannot be read.',
  ],
  run: check,
};

/** Verifies a query, with the facts of a KB if there is one. */
type VerifyQuery = (query: QueryModel, options: CheckOptions) => Promise<readonly Finding[]>;

async function check(parsed: ParsedArguments): Promise<number> {
  const { options } = parsed;
  const name = options.get('kb');
  const formats = parseFormats(options);
  if (name === undefined) {
    const loaded = loadSchema(options.get('schema') ?? '', undefined);
    return checkInputs(parsed, formats, loaded, (query, checks) => Promise.resolve(verify(query, checks)));
  }
  const [{ openKnowledgeBases }, { openEvidence }] = await Promise.all([
    import('./knowledge-base'),
    import('./check-with-kb'),
  ]);
  const kbs = openKnowledgeBases(options);
  return runUntilStopped(async (signal) => {
    // Opening the KB asks for consent, also to read a schema outside the folder.
    unwrap(kbs.open(name));
    const loaded = kbs.schemaOf(name);
    const evidence = await openEvidence(kbs, name, loaded.schema, signal);
    return checkInputs(parsed, formats, loaded, (query, checks) => evidence.verify(query, checks, signal));
  }, kbs.close);
}

function parseFormats(options: ParsedArguments['options']): Formats {
  return {
    format: choiceOption(options, 'format', ['human', 'json', 'sarif'], 'human'),
    dialect: choiceOption(options, 'dialect', DIALECTS, defaultSettings.dialect),
  };
}

interface Formats {
  readonly format: 'human' | 'json' | 'sarif';
  readonly dialect: Dialect;
}

async function checkInputs(
  parsed: ParsedArguments,
  { format, dialect }: Formats,
  { schema, status }: LoadedSchema,
  verifyQuery: VerifyQuery,
): Promise<number> {
  const { options, positionals } = parsed;
  if (status.problem !== undefined) printError(status.problem);
  const problems: string[] = status.problem === undefined ? [] : [status.problem];
  const checkOptions: CheckOptions = {
    dialect,
    schema,
    severities: defaultSettings.severities,
    onDefect: (code, error) => {
      problems.push(`"${code}" failed: ${errorMessage(error)}`);
      printDefect(code, error);
    },
  };
  const shouldFix = options.has('fix');
  if (shouldFix && (options.has('jsonl') || positionals.includes('-')))
    throw new UsageError('--fix changes files. It cannot be used with standard input.');
  if (isLineInput(parsed)) {
    const { hasErrors, isUnreadable } = await checkLines(checkOptions, verifyQuery);
    return isUnreadable || problems.length ? 2 : hasErrors ? 1 : 0;
  }
  const { files, unreadable } = readFiles(positionals, ['.rq', '.sparql', '.sexpr']);
  problems.push(...unreadable);
  const unfixable: string[] = [];
  const checked: CheckedFile[] = [];
  for (const file of files) {
    const { name } = file;
    // Fixes of logical forms are offered only in the editor, with a preview.
    if (/\.sexpr$/.test(name)) {
      checked.push({ name, text: file.text, findings: checkForms(file.text, checkOptions).findings });
      continue;
    }
    const { text, applied, problem } = shouldFix
      ? fixFile(file, checkOptions)
      : { text: file.text, applied: [] };
    if (problem !== undefined) unfixable.push(problem);
    // Programs read the other formats, so standard output contains only the report.
    const output = format === 'human' ? process.stdout : process.stderr;
    for (const line of applied) output.write(`${line}\n`);
    const findings: Finding[] = [];
    for (const query of parseDocument(text, dialect))
      findings.push(...(await verifyQuery(query, checkOptions)));
    checked.push({ name, text, findings });
  }
  for (const problem of unfixable) printError(problem);
  problems.push(...unfixable);
  const hasErrors = checked.some(({ findings }) => findings.some(({ severity }) => severity === 'error'));
  const exitCode = problems.length ? 2 : hasErrors ? 1 : 0;
  process.stdout.write(writers[format](checked, { exitCode, problems }));
  return exitCode;
}

/** Returns whether any error was found, and whether any line could not be read. */
async function checkLines(
  options: CheckOptions,
  verifyQuery: VerifyQuery,
): Promise<{ readonly hasErrors: boolean; readonly isUnreadable: boolean }> {
  let [hasErrors, isUnreadable] = [false, false];
  await mapQueryLines(async (line) => {
    if ('problem' in line) {
      isUnreadable = true;
      return { id: line.id, findings: [], error: line.problem };
    }
    const { id, query, question } = line;
    const findings = await verifyQuery(parseQuery(query, options.dialect), {
      ...options,
      ...(question !== undefined && { question }),
    });
    hasErrors ||= findings.some(({ severity }) => severity === 'error');
    return { id, findings: findings.map(writers.finding) };
  });
  return { hasErrors, isUnreadable };
}

/** The result of `funfusic check --fix` on one file. */
interface FixedFile {
  readonly text: string;
  /** One line for each fix. */
  readonly applied: readonly string[];
  /** Why the file could not be fixed. */
  readonly problem?: string;
}

/** Applies the safe fixes. Writes the file only if there are any. */
function fixFile(file: NamedText, options: CheckOptions): FixedFile {
  const { name, text } = file;
  const fixed = fixAll(checkDocument(text, options), options);
  if (fixed.text === text) return { text, applied: [] };
  const problem = rewriteFile(file, fixed.text);
  if (problem !== undefined) return { text, applied: [], problem };
  return {
    text: fixed.text,
    applied: fixed.applied.map(({ finding, fix }) => `${name}: fixed ${finding.code}: ${fix.title}`),
  };
}
