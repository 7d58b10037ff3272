/** `funfusic convert`: converts queries to logical forms, and back. */
import { loadSchema } from '../compose/index';
import {
  convertText,
  looksLikeLogicalForms,
  type ConversionResult,
  type ConvertOptions,
} from '../core/logical-form/convert';
import { defaultSettings, DIALECTS } from '../settings/settings';
import { today } from '../compose/today';
import { choiceOption, isLineInput, parseDate, type Command, type ParsedArguments } from './arguments';
import { printError } from './terminal';
import { readFiles } from './files';
import { mapJsonLines, type JsonRow } from './json-lines';
import { SCHEMA_OPTION } from './schema-option';

export const convertCommand: Command = {
  name: 'convert',
  summary: 'convert queries to logical forms (s-expressions), and back',
  synopsis: ['[OPTIONS] FILES…', '--jsonl [OPTIONS] < LINES.jsonl'],
  positionals: {
    'FILES…': 'files of SPARQL queries or of logical forms (.sexpr); - for standard input',
  },
  options: {
    to: { value: 'LANGUAGE', help: 'sparql or sexpr (default: whichever the input is not)' },
    dialect: { value: 'DIALECT', help: 'of the queries: virtuoso (default), sparql11 or sparql12' },
    schema: SCHEMA_OPTION,
    now: {
      value: 'DATE',
      help: 'the date that NOW means in logical forms, such as 2015-08-10 for WebQSP (default: today)',
    },
    jsonl: {
      help: 'read lines {"id", "query"} or {"id", "sexpr"} from standard input and print for each, in order, {"id", "sexpr", "losses"} or {"id", "query", "losses"}, or {"id", "error"} if it cannot be converted',
    },
  },
  notes: [
    'What the conversion loses is listed in a comment above the result.',
    'Exit status: 0 all inputs were converted, 1 some have no counterpart or cannot be read, 2 the command could not run.',
  ],
  run: convert,
};

type Convert = (
  text: string,
  to?: 'sparql' | 'sexpr',
) => ConversionResult & { readonly to: 'sparql' | 'sexpr' };

async function convert(parsed: ParsedArguments): Promise<number> {
  const { options, positionals } = parsed;
  const jsonl = isLineInput(parsed);
  const target = options.has('to') ? choiceOption(options, 'to', ['sparql', 'sexpr'], 'sparql') : undefined;
  const dialect = choiceOption(options, 'dialect', DIALECTS, defaultSettings.dialect);
  const now = parseDate('now', options.get('now') ?? today());
  const { schema, status } = loadSchema(options.get('schema') ?? '', undefined);
  if (status.problem !== undefined) printError(status.problem);
  if (!schema) return 2;
  const convert = createConverter({ schema, dialect, now }, target);
  const result = jsonl ? await convertLines(convert) : convertFiles(positionals, convert);
  return status.problem === undefined ? result : 2;
}

function createConverter(options: ConvertOptions, target: 'sparql' | 'sexpr' | undefined): Convert {
  return (text, otherLanguage) => {
    const to = target ?? otherLanguage ?? (looksLikeLogicalForms(text) ? 'sparql' : 'sexpr');
    return { ...convertText(text, to, options), to };
  };
}

function convertFiles(paths: readonly string[], convert: Convert): number {
  const { files, unreadable } = readFiles(paths, ['.rq', '.sparql', '.sexpr']);
  let failed = false;
  for (const { name, text } of files) {
    const converted = convert(text, /\.sexpr$/.test(name) ? 'sparql' : undefined);
    if ('problem' in converted) {
      failed = true;
      printError(`${name}: ${converted.problem}`);
    } else {
      process.stdout.write(converted.text);
    }
  }
  return unreadable.length ? 2 : failed ? 1 : 0;
}

async function convertLines(convert: Convert): Promise<number> {
  let failures = 0;
  await mapJsonLines((row, number) => {
    const answer = convertRow(row, number, convert);
    if ('error' in answer) failures++;
    return answer;
  });
  return failures ? 1 : 0;
}

function convertRow(row: JsonRow, number: number, convert: Convert): object {
  if ('problem' in row) return { id: null, error: row.problem };
  const { id = null, query, sexpr } = row.fields;
  const text = query ?? sexpr;
  if (typeof text !== 'string') return { id, error: `Line ${number} has no "query" or "sexpr" string.` };
  const converted = convert(text, query === undefined ? 'sparql' : undefined);
  if ('problem' in converted) return { id, error: converted.problem };
  const { losses, to } = converted;
  return { id, [to === 'sparql' ? 'query' : 'sexpr']: stripComment(converted.text, to), losses };
}

/** Removes the comment that lists the losses. */
function stripComment(text: string, to: 'sparql' | 'sexpr'): string {
  return to === 'sparql' ? text : text.replace(/^;.*\n/gm, '').trim();
}
