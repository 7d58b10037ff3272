/** Texts of queries and of logical forms, put into each other; comments above them, such as their questions, go along. */
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

export type Converted =
  | {
      readonly text: string;
      /** What of the one the other does not say, a sentence each. */
      readonly losses: readonly string[];
    }
  | { readonly problem: string };

export interface ConvertOptions {
  readonly schema: KbSchema;
  readonly dialect: Dialect;
  /** The day that NOW means in forms, and that is NOW in queries. */
  readonly now: string;
}

export function convertText(text: string, to: 'sparql' | 'sexpr', options: ConvertOptions): Converted {
  return to === 'sparql' ? formsToQueries(text, options) : queriesToForms(text, options);
}

/** Whether a text is one of forms rather than of queries. */
export function looksLikeForms(text: string): boolean {
  return /^(?:\s|;[^\n]*\n)*(?:\(|[mg]\.\w+\s*$|NK\b|no logical form)/i.test(text);
}

function formsToQueries(text: string, options: ConvertOptions): Converted {
  const lines = new LineIndex(text);
  const queries: string[] = [];
  const all: string[] = [];
  let at = 0;
  for (const { expr, problems, range, inexpressible } of parseForms(text, options.schema)) {
    const where = `line ${lines.lineOf(range.start) + 1}`;
    const [problem] = problems;
    if (problem) return { problem: `Invalid logical form in ${where}: ${problem.message}.` };
    if (inexpressible || !expr)
      return { problem: `The text in ${where} says that there is no logical form.` };
    const query = toSparql(expr, options.schema, options);
    const losses = lossesOf(expr, query, options);
    all.push(...losses);
    queries.push(
      commentsIn(text.slice(at, range.start), ';', '#') +
        losses.map((loss) => `# ${loss}\n`).join('') +
        query,
    );
    at = range.end;
  }
  return queries.length
    ? { text: queries.join('\n###\n'), losses: all }
    : { problem: 'There is no logical form here. Example: (JOIN film.film.directed_by m.03_gd).' };
}

/** What the query does not say as the form does, and that it has no way back. */
function lossesOf(expr: SExpr, query: string, { schema, now }: ConvertOptions): readonly string[] {
  const back = fromSparql(parseQuery(query, 'sparql11'), schema, { now });
  return [
    ...(/ NOW\)/.test(printSExpr(expr)) ? [`NOW is ${now} in this query.`] : []),
    ...('problem' in back ? [`This query cannot be converted back to a logical form. ${back.problem}`] : []),
  ];
}

function queriesToForms(text: string, { schema, dialect, now }: ConvertOptions): Converted {
  const lines = new LineIndex(text);
  const queries = parseDocument(text, dialect).filter(({ tokens }) => tokens.length);
  const forms: string[] = [];
  const all: string[] = [];
  for (const [index, query] of queries.entries()) {
    const [fault] = query.parses ? [] : query.problems;
    if (fault)
      return {
        problem: `The query in line ${lines.lineOf(fault.range.start) + 1} does not parse: ${summarizeFinding(fault)}`,
      };
    const converted = fromSparql(query, schema, { now });
    const which = queries.length > 1 ? `Query ${index + 1}: ` : '';
    if ('problem' in converted) return { problem: which + converted.problem };
    const losses = converted.losses.map((loss) => which + loss);
    all.push(...losses);
    forms.push(
      commentsIn(headOf(query), '#', ';') +
        losses.map((loss) => `; ${loss}\n`).join('') +
        `${printSExpr(converted.expr)}\n`,
    );
  }
  return forms.length
    ? { text: forms.join('\n'), losses: all }
    : { problem: 'There is no query here to convert.' };
}

function headOf({ text, range, tokens: [first] }: QueryModel): string {
  return text.slice(range.start, first?.start ?? range.start);
}

function commentsIn(text: string, sign: string, other: string): string {
  return text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line.startsWith(sign) && !line.startsWith('###'))
    .map((line) => `${other}${line.slice(sign.length)}\n`)
    .join('');
}
