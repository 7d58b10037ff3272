/** Invariants of the formatter. */
import { expect } from 'vitest';
import { defaultFormat, formatQueries, type FormatOptions } from '../../server/src/core/edit/format/format';
import type { Dialect, QueryModel } from '../../server/src/core/language/sparql/model';
import { parseDocument } from '../../server/src/core/language/sparql/parse';
import { tokenize } from '../../server/src/core/language/sparql/tokens';
import { applyEdits } from '../../server/src/core/language/text/edit';
import { parseWithSparqljs } from './sparqljs-reference';

export function formatDocument(
  text: string,
  dialect: Dialect,
  options: FormatOptions,
): ReturnType<typeof formatQueries> {
  return formatQueries(text, parseDocument(text, dialect), options);
}

export function formatText(
  text: string,
  options: Partial<FormatOptions> = {},
  queries: readonly QueryModel[] = parseDocument(text, 'virtuoso'),
): string {
  const { edits, defect } = formatQueries(text, queries, { ...defaultFormat, ...options });
  if (defect !== undefined) throw new Error(`${defect} In ${JSON.stringify(text)}`);
  return applyEdits(text, edits);
}

/** Formats a text and expects that only white space and the case of keywords have changed. */
export function formatSafely(text: string, options: Partial<FormatOptions> = {}): string {
  const queries = parseDocument(text, 'virtuoso');
  const result = formatText(text, options, queries);
  if (result === text) return result;
  const fail = (what: string): never =>
    expect.fail(`${what}: ${JSON.stringify(text)} → ${JSON.stringify(result)}`);
  const queriesAfter = parseDocument(result, 'virtuoso');
  if (formatText(result, options, queriesAfter) !== result) fail('Formatting is not idempotent');
  const [before, after] = [partsOf(text), partsOf(result)];
  if (before.length !== after.length) fail('Tokens or comments were added or removed');
  for (const [index, { written, isComment, space }] of after.entries()) {
    const was = before[index] ?? { written: '', space: '' };
    if (written !== was.written) fail(`${was.written} becomes ${written}`);
    if (index === 0) continue;
    const breaks = /\n/.test(space);
    if (isComment && breaks !== /\n/.test(was.space)) fail(`${written} moves to another line`);
    if (breaks && space !== was.space && blankLines(space) !== Math.min(1, blankLines(was.space)))
      fail(`Blank lines before ${written}`);
  }
  const [model, modelBefore] = [modelsOf(queriesAfter), modelsOf(queries)];
  if (model !== modelBefore) expect(model).toBe(modelBefore);
  return result;
}

/** Expects that sparqljs parses both texts to the same tree, if it parses the original. */
export function expectSameTree(text: string, result: string): void {
  if (result === text) return;
  const before = parseWithSparqljs(text);
  if (!('query' in before)) return;
  const [tree, treeBefore] = [withoutBlankNames(parseWithSparqljs(result)), withoutBlankNames(before)];
  if (JSON.stringify(tree) !== JSON.stringify(treeBefore)) expect(tree).toEqual(treeBefore);
}

interface Part {
  readonly written: string;
  readonly isComment: boolean;
  /** The white space before it. */
  readonly space: string;
}

/** Returns tokens and comments in order, normalized where formatting may change them. */
function partsOf(text: string): readonly Part[] {
  const { tokens, comments } = tokenize(text);
  const parts: Part[] = [];
  let at = 0;
  const add = (start: number, end: number, written: string, isComment: boolean): void => {
    parts.push({ written, isComment, space: text.slice(at, start).replace(/\r\n?/g, '\n') });
    at = end;
  };
  let next = 0;
  for (const token of [...tokens, undefined]) {
    const until = token?.start ?? Infinity;
    for (let one = comments[next]; one && one.start < until; one = comments[++next])
      add(one.start, one.end, text.slice(one.start, one.end).trimEnd(), true);
    if (!token) break;
    const { start, end, type, terminal } = token;
    const written = text.slice(start, end);
    const mayChange = type === 'keyword' || type === 'word' || terminal === 'NIL' || terminal === 'ANON';
    add(start, end, mayChange ? written.toUpperCase().replace(/\s/g, '') : written, false);
  }
  return parts;
}

function blankLines(space: string): number {
  return Math.max(0, space.split('\n').length - 2);
}

/** Serializes the models without ranges. */
function modelsOf(queries: readonly QueryModel[]): string {
  const models = queries.map(
    ({ query, prefixes, base, prefixUses, dialectisms, problems, parses, tooDeep }) => ({
      query,
      prefixes,
      base,
      prefixUses,
      dialectisms: dialectisms.map(({ rule }) => rule),
      problems: problems.map(({ message }) => message.toUpperCase()),
      parses,
      isTooDeep: tooDeep !== undefined,
    }),
  );
  return JSON.stringify(models).replace(RANGES, '');
}

/** Removed from the JSON text, which is much faster than from the values. */
const RANGES = /"(?:range|nameRange|keyword)":\{"start":\d+,"end":\d+\},?|"rowRanges":\[[^\]]*\],?/g;

/** sparqljs numbers blank nodes across all texts. */
function withoutBlankNames(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutBlankNames);
  if (typeof value !== 'object' || value === null) return value;
  if ('termType' in value && value.termType === 'BlankNode') return 'blank';
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, withoutBlankNames(part)]));
}
