/**
 * A query as its author wrote it → standard SPARQL with full IRIs. In two steps: first the wording, then what the words mean:
 * the embedded engine is to give the answers that Virtuoso gives. An endpoint is to give its own, so there only the wording
 * is changed; and what changes a KB is never made to mean anything else.
 */
import type { QueryModel } from '../language/sparql/model';
import { parseQuery } from '../language/sparql/parse';
import { ApartEdits, applyEdits, beforeEdits, type TextEdit } from '../language/text/edit';
import { covers, range, type TextRange } from '../language/text/range';
import { dateEdits } from './standard/dates';
import { numberEdits } from './standard/numbers';
import { partsOf } from './standard/parts';
import { wordEdits } from './standard/keywords';
import { resolveIri, resolveName } from '../language/sparql/resolve';

export interface StandardQuery {
  readonly text: string;
  /** The query as it was given. */
  readonly given: QueryModel;
  /** In the order in which they are selected, or appear where all are. */
  readonly columns: readonly string[];
  /** Where in the query as given stands what is at an offset of `text`. */
  readonly placeOf: (offset: number) => TextRange;
}

export function standardQuery(
  query: string,
  maxRows: number,
  engine: 'embedded' | 'endpoint' = 'embedded',
): StandardQuery {
  const given = parseQuery(query, 'virtuoso');
  const wording = given.parses ? apart(given.dialectisms.map(({ edits }) => edits)) : [];
  const worded = applyEdits(query, wording);
  const model = wording.length ? parseQuery(worded, 'virtuoso') : given;
  const meaning = apart(meaningEdits(model, maxRows, given.parses ? engine : 'unknown'));
  const [back, further] = [beforeEdits(meaning), beforeEdits(wording)];
  return {
    text: applyEdits(worded, meaning),
    given,
    columns: columnsOf(given),
    placeOf: (offset) => tokenAt(given, further(back(range(offset, offset)))),
  };
}

/** Those first that must be whole; a name inside what they replace is theirs. */
function meaningEdits(
  model: QueryModel,
  maxRows: number,
  engine: 'embedded' | 'endpoint' | 'unknown',
): readonly (readonly TextEdit[])[] {
  const always = single([...byteOrderMark(model), ...nameEdits(model)]);
  if (engine === 'unknown' || model.query.form === 'update') return always;
  const parts = partsOf(model);
  const wording = [...single(wordEdits(parts)), ...single(limitEdits(model, maxRows)), ...always];
  if (engine === 'endpoint') return wording;
  return [dateEdits(model, parts), numberEdits(model, parts), ...single(oxigraphEdits(model)), ...wording];
}

/** Some editors begin a file with it; to an engine it is no white space. */
function byteOrderMark({ text }: QueryModel): TextEdit[] {
  return text.startsWith('\uFEFF') ? [{ range: range(0, 1), newText: '' }] : [];
}

function single(edits: readonly TextEdit[]): readonly (readonly TextEdit[])[] {
  return edits.map((edit) => [edit]);
}

function apart(sets: readonly (readonly TextEdit[])[]): readonly TextEdit[] {
  const taken = new ApartEdits();
  return sets.filter((edits) => taken.add(edits)).flat();
}

function columnsOf({ query, tokens, text }: QueryModel): readonly string[] {
  if (query.form !== 'select' || !query.star) return [];
  const names = tokens
    .filter(({ type }) => type === 'variable')
    .map(({ start, end }) => text.slice(start + 1, end));
  return [...new Set(names)];
}

/** An engine names the place where it stopped: the word there is what it stopped at, or the last one where the text ended. */
function tokenAt({ tokens, text }: QueryModel, place: TextRange): TextRange {
  const token =
    tokens.find(({ start, end }) => covers(range(start, end), place) && end > place.start) ??
    tokens.find(({ start }) => start >= place.start) ??
    tokens[tokens.length - 1];
  return token ? range(token.start, token.end) : range(0, text.length);
}

/** One row more than is wanted, so that one can tell whether there are more. Triples cannot be limited: LIMIT counts rows. */
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

/** Every name as a full IRI: there are engines that do not take `ns:people.person.parents`. */
function nameEdits({ text, tokens, prefixes, base }: QueryModel): TextEdit[] {
  const namespaces = new Map(prefixes.map(({ prefix, iri }) => [prefix, iri]));
  const edits: TextEdit[] = [];
  for (const [index, { type, start, end }] of tokens.entries()) {
    const [second, first] = [tokens[index - 2]?.value, tokens[index - 1]?.value];
    if (first === 'PREFIX' || first === 'BASE' || second === 'PREFIX') continue;
    const written = text.slice(start, end);
    if (type === 'pname' || type === 'pname-ns') {
      const { iri } = resolveName(written, namespaces);
      // A prefix that nobody knows is left for the engine to complain of.
      if (iri !== written) edits.push({ range: range(start, end), newText: `<${escaped(iri)}>` });
    } else if (type === 'iri' && base !== undefined) {
      const iri = resolveIri(written.slice(1, -1), base);
      if (`<${iri}>` !== written) edits.push({ range: range(start, end), newText: `<${iri}>` });
    }
  }
  return edits;
}

/** A local name may hold what an IRI between angle brackets may not. */
function escaped(iri: string): string {
  return iri.replace(/[\s<>"{}|\\^`]/g, (sign) => encodeURIComponent(sign));
}

/** What only the engine over files needs: it has one graph, and it is particular about white space. */
function oxigraphEdits(model: QueryModel): TextEdit[] {
  return [...graphEdits(model), ...gapEdits(model)];
}

/** A file has one graph, whatever name it goes by elsewhere. */
function graphEdits({ tokens }: QueryModel): TextEdit[] {
  return tokens.flatMap((token, index): TextEdit[] => {
    const next = tokens[index + 1];
    if (token.value !== 'FROM' && token.value !== 'GRAPH') return [];
    return next?.type === 'iri' || next?.type === 'pname'
      ? [{ range: range(token.start, next.end), newText: ' ' }]
      : [];
  });
}

/** `CONCAT (…)` is not taken with the space. */
function gapEdits({ tokens }: QueryModel): TextEdit[] {
  return tokens.flatMap((token, index): TextEdit[] => {
    const next = tokens[index + 1];
    const apart = token.value === 'CONCAT' || token.value === 'COALESCE';
    return apart && next?.value === '(' && next.start > token.end
      ? [{ range: range(token.end, next.start), newText: '' }]
      : [];
  });
}
