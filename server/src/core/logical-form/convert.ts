/** Converts files of queries to logical forms and back. Comments above them, such as questions, are kept. */
import { summarizeFinding } from '../check/finding-text';
import type { KbSchema } from '../schema/schema';
import type { Dialect, QueryModel } from '../language/sparql/model';
import { parseDocument, parseQuery } from '../language/sparql/parse';
import { LineIndex } from '../language/text/line-index';
import { fromSparql } from './from-sparql';
import { parseForms } from './parse-sexpr';
import { printSExpr } from './print-sexpr';
import type { SExpr } from './sexpr';
import { toSparql } from './to-sparql';

export type ConversionResult =
  | {
      readonly text: string;
      /** Sentences about what the conversion could not express. */
      readonly losses: readonly string[];
    }
  | { readonly problem: string };

export interface ConvertOptions {
  readonly schema: KbSchema;
  readonly dialect: Dialect;
  /** The day that NOW stands for. */
  readonly now: string;
}

export function convertText(text: string, to: 'sparql' | 'sexpr', options: ConvertOptions): ConversionResult {
  return to === 'sparql' ? formsToQueries(text, options) : queriesToForms(text, options);
}

/** Whether a text contains logical forms rather than queries. */
export function looksLikeLogicalForms(text: string): boolean {
  return /^(?:\s|;[^\n]*\n)*(?:\(|[mg]\.\w+\s*$|NK\b|no logical form)/i.test(text);
}

function formsToQueries(text: string, options: ConvertOptions): ConversionResult {
  const lines = new LineIndex(text);
  const queries: string[] = [];
  const allLosses: string[] = [];
  let at = 0;
  for (const { expr, problems, range, inexpressible } of parseForms(text, options.schema)) {
    const where = `line ${lines.lineOf(range.start) + 1}`;
    const [problem] = problems;
    if (problem) return { problem: `Invalid logical form in ${where}: ${problem.message}.` };
    if (inexpressible || !expr)
      return { problem: `The text in ${where} says that there is no logical form.` };
    const query = toSparql(expr, options.schema, options);
    const losses = describeLosses(expr, query, options);
    allLosses.push(...losses);
    queries.push(
      convertComments(text.slice(at, range.start), ';', '#') +
        losses.map((loss) => `# ${loss}\n`).join('') +
        query,
    );
    at = range.end;
  }
  return queries.length
    ? { text: queries.join('\n###\n'), losses: allLosses }
    : { problem: 'There is no logical form here. Example: (JOIN film.film.directed_by m.03_gd).' };
}

/** Returns what the query does not express, and whether it cannot be converted back. */
function describeLosses(expr: SExpr, query: string, { schema, now }: ConvertOptions): readonly string[] {
  const back = fromSparql(parseQuery(query, 'sparql11'), schema, { now });
  return [
    ...(/ NOW\)/.test(printSExpr(expr)) ? [`NOW is ${now} in this query.`] : []),
    ...('problem' in back ? [`This query cannot be converted back to a logical form. ${back.problem}`] : []),
  ];
}

function queriesToForms(text: string, { schema, dialect, now }: ConvertOptions): ConversionResult {
  const lines = new LineIndex(text);
  const queries = parseDocument(text, dialect).filter(({ tokens }) => tokens.length);
  const forms: string[] = [];
  const allLosses: string[] = [];
  for (const [index, query] of queries.entries()) {
    const [error] = query.parses ? [] : query.problems;
    if (error)
      return {
        problem: `The query in line ${lines.lineOf(error.range.start) + 1} does not parse: ${summarizeFinding(error)}`,
      };
    const converted = fromSparql(query, schema, { now });
    const label = queries.length > 1 ? `Query ${index + 1}: ` : '';
    if ('problem' in converted) return { problem: label + converted.problem };
    const losses = converted.losses.map((loss) => label + loss);
    allLosses.push(...losses);
    forms.push(
      convertComments(leadingText(query), '#', ';') +
        losses.map((loss) => `; ${loss}\n`).join('') +
        `${printSExpr(converted.expr)}\n`,
    );
  }
  return forms.length
    ? { text: forms.join('\n'), losses: allLosses }
    : { problem: 'There is no query here to convert.' };
}

function leadingText({ text, range, tokens: [first] }: QueryModel): string {
  return text.slice(range.start, first?.start ?? range.start);
}

function convertComments(text: string, from: string, to: string): string {
  return text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line.startsWith(from) && !line.startsWith('###'))
    .map((line) => `${to}${line.slice(from.length)}\n`)
    .join('');
}
