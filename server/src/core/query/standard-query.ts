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
import { limitEdits } from './standard/limit';
import { nameEdits } from './standard/names';
import { numberEdits } from './standard/numbers';
import { oxigraphEdits } from './standard/oxigraph';
import { partsOf } from './standard/parts';
import { wordEdits } from './standard/keywords';

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
