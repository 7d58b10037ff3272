/**
 * Converts a query to standard SPARQL with full IRIs. First the syntax: Virtuoso's extensions are replaced. Then, only for the
 * embedded engine, the semantics: it should give the answers that Virtuoso gives. Updates keep their semantics.
 */
import type { QueryModel } from '../language/sparql/model';
import { parseQuery } from '../language/sparql/parse';
import { DisjointEdits, applyEdits, mapBeforeEdits, type TextEdit } from '../language/text/edit';
import { covers, range, type TextRange } from '../language/text/range';
import { dateEdits } from './standard/dates';
import { numberEdits } from './standard/numbers';
import { collectParts } from './standard/parts';
import { keywordEdits } from './standard/keywords';
import { resolveIri, resolveName } from '../language/sparql/resolve';

export interface StandardQuery {
  readonly text: string;
  readonly given: QueryModel;
  /** The variables of `SELECT *` in the order of the text. */
  readonly columns: readonly string[];
  /** Maps an offset of `text` to a range in the original query. */
  readonly placeOf: (offset: number) => TextRange;
}

export function standardQuery(
  query: string,
  maxRows: number,
  engine: 'embedded' | 'endpoint' = 'embedded',
): StandardQuery {
  const given = parseQuery(query, 'virtuoso');
  const syntaxEdits = given.parses ? withoutOverlaps(given.dialectisms.map(({ edits }) => edits)) : [];
  const standardText = applyEdits(query, syntaxEdits);
  const model = syntaxEdits.length ? parseQuery(standardText, 'virtuoso') : given;
  const semanticEdits = withoutOverlaps(rewriteEdits(model, maxRows, given.parses ? engine : 'unknown'));
  const [beforeSemantics, beforeSyntax] = [mapBeforeEdits(semanticEdits), mapBeforeEdits(syntaxEdits)];
  return {
    text: applyEdits(standardText, semanticEdits),
    given,
    columns: columnsOf(given),
    placeOf: (offset) => tokenAt(given, beforeSyntax(beforeSemantics(range(offset, offset)))),
  };
}

/** Sets of edits; a set is dropped if it overlaps an earlier one. */
function rewriteEdits(
  model: QueryModel,
  maxRows: number,
  engine: 'embedded' | 'endpoint' | 'unknown',
): readonly (readonly TextEdit[])[] {
  const always = single([...byteOrderMark(model), ...nameEdits(model)]);
  if (engine === 'unknown' || model.query.form === 'update') return always;
  const parts = collectParts(model);
  const syntaxEdits = [...single(keywordEdits(parts)), ...single(limitEdits(model, maxRows)), ...always];
  if (engine === 'endpoint') return syntaxEdits;
  return [
    dateEdits(model, parts),
    numberEdits(model, parts),
    ...single([...graphEdits(model), ...gapEdits(model)]),
    ...syntaxEdits,
  ];
}

/** Some editors write one at the start of a file; engines reject it. */
function byteOrderMark({ text }: QueryModel): TextEdit[] {
  return text.startsWith('\uFEFF') ? [{ range: range(0, 1), newText: '' }] : [];
}

function single(edits: readonly TextEdit[]): readonly (readonly TextEdit[])[] {
  return edits.map((edit) => [edit]);
}

function withoutOverlaps(sets: readonly (readonly TextEdit[])[]): readonly TextEdit[] {
  const accepted = new DisjointEdits();
  return sets.filter((edits) => accepted.add(edits)).flat();
}

function columnsOf({ query, tokens, text }: QueryModel): readonly string[] {
  if (query.form !== 'select' || !query.star) return [];
  const names = tokens
    .filter(({ type }) => type === 'variable')
    .map(({ start, end }) => text.slice(start + 1, end));
  return [...new Set(names)];
}

/** The token at the offset where an engine stopped, or the last one at the end of the text. */
function tokenAt({ tokens, text }: QueryModel, place: TextRange): TextRange {
  const token =
    tokens.find(({ start, end }) => covers(range(start, end), place) && end > place.start) ??
    tokens.find(({ start }) => start >= place.start) ??
    tokens[tokens.length - 1];
  return token ? range(token.start, token.end) : range(0, text.length);
}

/** Requests one row more than `maxRows`, to detect that there are more. Triples cannot be limited: LIMIT counts rows. */
function limitEdits({ query, tokens, parses }: QueryModel, maxRows: number): TextEdit[] {
  const most = maxRows + 1;
  if (query.form !== 'select' || !parses) return [];
  if (query.limit) {
    const { value, range: where } = query.limit;
    return value > most ? [{ range: where, newText: `LIMIT ${most}` }] : [];
  }
  const body = query.groups[query.groups.length - 1]?.range.end;
  if (body === undefined) return [];
  const values = tokens.find(({ start, value }) => start >= body && value === 'VALUES');
  const end = values?.start ?? tokens[tokens.length - 1]?.end ?? body;
  return [{ range: range(end, end), newText: ` LIMIT ${most} ` }];
}

/** Writes names as full IRIs, because some engines reject `ns:people.person.parents`. */
function nameEdits({ text, tokens, prefixes, base }: QueryModel): TextEdit[] {
  const namespaces = new Map(prefixes.map(({ prefix, iri }) => [prefix, iri]));
  const edits: TextEdit[] = [];
  for (const [index, { type, start, end }] of tokens.entries()) {
    const [second, first] = [tokens[index - 2]?.value, tokens[index - 1]?.value];
    if (first === 'PREFIX' || first === 'BASE' || second === 'PREFIX') continue;
    const written = text.slice(start, end);
    if (type === 'pname' || type === 'pname-ns') {
      const { iri } = resolveName(written, namespaces);
      // An unknown prefix is left for the engine to report.
      if (iri !== written) edits.push({ range: range(start, end), newText: `<${encodeIri(iri)}>` });
    } else if (type === 'iri' && base !== undefined) {
      const iri = resolveIri(written.slice(1, -1), base);
      if (`<${iri}>` !== written) edits.push({ range: range(start, end), newText: `<${iri}>` });
    }
  }
  return edits;
}

/** Encodes characters that are allowed in a local name, but not between angle brackets. */
function encodeIri(iri: string): string {
  return iri.replace(/[\s<>"{}|\\^`]/g, (sign) => encodeURIComponent(sign));
}

/** A file has only the default graph. */
function graphEdits({ tokens }: QueryModel): TextEdit[] {
  return tokens.flatMap((token, index): TextEdit[] => {
    const next = tokens[index + 1];
    if (token.value !== 'FROM' && token.value !== 'GRAPH') return [];
    return next?.type === 'iri' || next?.type === 'pname'
      ? [{ range: range(token.start, next.end), newText: ' ' }]
      : [];
  });
}

/** The engine rejects the space in `CONCAT (…)`. */
function gapEdits({ tokens }: QueryModel): TextEdit[] {
  return tokens.flatMap((token, index): TextEdit[] => {
    const next = tokens[index + 1];
    const isFunction = token.value === 'CONCAT' || token.value === 'COALESCE';
    return isFunction && next?.value === '(' && next.start > token.end
      ? [{ range: range(token.end, next.start), newText: '' }]
      : [];
  });
}
