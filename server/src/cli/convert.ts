/** `funfusic convert`: queries into logical forms, and back. */
import { loadSchema } from '../compose/index';
import {
  convertText,
  looksLikeForms,
  type Converted,
  type ConvertOptions,
} from '../core/logical-form/convert';
import { defaultSettings, DIALECTS } from '../settings/settings';
import { today } from '../compose/today';
import { oneOf, parseArguments, UsageError } from './arguments';
import { complain } from './complain';
import { readFiles } from './files';
import { eachRow, type JsonRow } from './json-lines';

export const CONVERT_USAGE = `funfusic convert [OPTIONS] FILE…
funfusic convert --jsonl [OPTIONS] < LINES.jsonl

  FILE…                files of SPARQL queries, or of logical forms (.sexpr); - for standard input
  --to LANGUAGE        sparql or sexpr; without it, whatever the text is not
  --dialect DIALECT    of the queries: virtuoso (default) or sparql11
  --schema FILE        a KB schema of your own (JSON) instead of the bundled Freebase schema
  --now DAY            the day that NOW means in forms, such as 2015-08-10, that of WebQSP; without it, today
  --jsonl              read lines {"id", "query"} or {"id", "sexpr"} from standard input and print for each, in order,
                       {"id", "sexpr", "losses"} or {"id", "query", "losses"}; {"id", "error"} where there is none

What the one does not say as the other does stands above it as a comment.
Exit status: 0 all were converted, 1 some have no counterpart or cannot be read, 2 could not run as asked.
`;

const OPTIONS = {
  to: { value: true },
  dialect: { value: true },
  schema: { value: true },
  now: { value: true },
  jsonl: { value: false },
} as const;

type Convert = (text: string, to?: 'sparql' | 'sexpr') => Converted & { readonly to: 'sparql' | 'sexpr' };

export async function convertCommand(args: readonly string[]): Promise<number> {
  const { options, operands } = parseArguments(args, OPTIONS);
  const jsonl = options.has('jsonl');
  if (jsonl && operands.length)
    throw new UsageError('With --jsonl the lines come from standard input; no files can be named.');
  if (!jsonl && !operands.length) throw new UsageError(`No files named.\n\n${CONVERT_USAGE}`);
  const wanted = options.has('to') ? oneOf(options, 'to', ['sparql', 'sexpr'], 'sparql') : undefined;
  const dialect = oneOf(options, 'dialect', DIALECTS, defaultSettings.dialect);
  const now = dayIn(options.get('now') ?? today());
  const { schema, status } = loadSchema(options.get('schema') ?? '', undefined);
  if (status.problem !== undefined) complain(status.problem);
  if (!schema) return 2;
  const convert = converter({ schema, dialect, now }, wanted);
  const result = jsonl ? await convertLines(convert) : convertFiles(operands, convert);
  return status.problem === undefined ? result : 2;
}

function dayIn(written: string): string {
  const time = /^\d{4}-\d\d-\d\d$/.test(written) ? Date.parse(written) : NaN;
  if (Number.isNaN(time) || !new Date(time).toISOString().startsWith(written))
    throw new UsageError(`--now ${written} is no day. Write it as 2015-08-10.`);
  return written;
}

function converter(options: ConvertOptions, wanted: 'sparql' | 'sexpr' | undefined): Convert {
  return (text, given) => {
    const to = wanted ?? given ?? (looksLikeForms(text) ? 'sparql' : 'sexpr');
    return { ...convertText(text, to, options), to };
  };
}

function convertFiles(operands: readonly string[], convert: Convert): number {
  const { files, unreadable } = readFiles(operands, /\.(rq|sparql|sexpr)$/);
  for (const problem of unreadable) complain(problem);
  let failed = false;
  for (const { name, text } of files) {
    const converted = convert(text, /\.sexpr$/.test(name) ? 'sparql' : undefined);
    if ('problem' in converted) {
      failed = true;
      complain(`${name}: ${converted.problem}`);
    } else {
      process.stdout.write(converted.text);
    }
  }
  return unreadable.length ? 2 : failed ? 1 : 0;
}

async function convertLines(convert: Convert): Promise<number> {
  const failed: unknown[] = [];
  await eachRow((row, number) => {
    const answer = convertRow(row, number, convert);
    if ('error' in answer) failed.push(number);
    return answer;
  });
  return failed.length ? 1 : 0;
}

function convertRow(row: JsonRow, number: number, convert: Convert): object {
  if ('problem' in row) return { id: null, error: row.problem };
  const { id = null, query, sexpr } = row.fields;
  const text = query ?? sexpr;
  if (typeof text !== 'string')
    return { id, error: `Line ${number} has no "query" or "sexpr" that is a text.` };
  const converted = convert(text, query === undefined ? 'sparql' : undefined);
  if ('problem' in converted) return { id, error: converted.problem };
  const { losses, to } = converted;
  return { id, [to === 'sparql' ? 'query' : 'sexpr']: formOnly(converted.text, to), losses };
}

/** The losses stand beside it already. */
function formOnly(text: string, to: 'sparql' | 'sexpr'): string {
  return to === 'sparql' ? text : text.replace(/^;.*\n/gm, '').trim();
}
