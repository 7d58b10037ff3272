import { VIRTUOSO_PREFIXES } from '../language/rdf/names';
import type { QueryModel } from '../language/sparql/model';
import { parseQuery } from '../language/sparql/parse';
import { tokenize, type TokenType } from '../language/sparql/tokens';
import { applyEdits, type TextEdit } from '../language/text/edit';
import type { TextRange } from '../language/text/range';
import { namesOf } from './names';
import { symbolAt, type SymbolOccurrences } from './occurrences';
import { variablesOf } from './variables';

interface Refusal {
  /** Why the symbol cannot be renamed, for the user. */
  readonly refusal: string;
}

/** The range and the current name of the symbol that would be renamed. */
export function renamableAt(
  queries: readonly QueryModel[],
  offset: number,
): { readonly range: TextRange; readonly placeholder: string } | Refusal {
  const symbol = renamable(queries, offset);
  return 'refusal' in symbol ? symbol : { range: symbol.range, placeholder: symbol.name };
}

/** Edits that rename a variable, blank node or prefix everywhere. */
export function renameAt(
  queries: readonly QueryModel[],
  offset: number,
  newName: string,
): readonly TextEdit[] | Refusal {
  const symbol = renamable(queries, offset);
  if ('refusal' in symbol) return symbol;
  const name = parseName(symbol.kind, newName.trim());
  if (name === undefined)
    return { refusal: `'${newName}' is not a valid name. ${NOTATIONS[symbol.kind].rule}` };
  if (name === symbol.name) return [];
  const query = queries.find(
    ({ range }) => range.start <= symbol.range.start && symbol.range.end <= range.end,
  );
  const edits = symbol.occurrences.map(({ range }) => editOf(symbol.kind, range, name));
  const collision = query && findCollision(query, symbol, name, edits);
  return collision === undefined ? edits : { refusal: collision };
}

type RenamableKind = Exclude<SymbolOccurrences['kind'], 'iri'>;
type Renamable = SymbolOccurrences & { readonly kind: RenamableKind };

/** How each kind of symbol is written. */
const NOTATIONS: Readonly<Record<RenamableKind, Notation>> = {
  variable: {
    rule: 'A variable consists of letters, digits and underscores.',
    sign: /^[?$]/,
    token: 'variable',
    write: (name) => `?${name}`,
  },
  blank: {
    rule: 'A blank node consists of letters, digits, underscores, hyphens and inner dots.',
    sign: /^_:/,
    token: 'blank',
    write: (name) => `_:${name}`,
  },
  prefix: {
    rule: 'A prefix starts with a letter and consists of letters, digits, underscores, hyphens and dots.',
    sign: /:$/,
    token: 'pname-ns',
    write: (name) => `${name}:`,
  },
};

interface Notation {
  readonly rule: string;
  readonly sign: RegExp;
  readonly token: TokenType;
  readonly write: (name: string) => string;
}

function renamable(queries: readonly QueryModel[], offset: number): Renamable | Refusal {
  const symbol = symbolAt(queries, offset);
  if (!symbol || symbol.kind === 'iri')
    return { refusal: 'Only variables, blank nodes and prefixes can be renamed.' };
  if (symbol.kind === 'prefix' && !symbol.occurrences.some(({ access }) => access === 'write'))
    return { refusal: whyNotRenamable(symbol.name) };
  return { ...symbol, kind: symbol.kind };
}

function whyNotRenamable(prefix: string): string {
  return VIRTUOSO_PREFIXES.has(prefix)
    ? `'${prefix}:' is built into Virtuoso and not declared here, so it cannot be renamed.`
    : `'${prefix}:' is not declared in this query, so it cannot be renamed. Declare it first.`;
}

/** The name without its sign: `x`, `?x` and `$x` are accepted for a variable. Undefined if it is invalid. */
function parseName(kind: RenamableKind, given: string): string | undefined {
  const { sign, token, write } = NOTATIONS[kind];
  const name = given.replace(sign, '');
  return isToken(write(name), token) ? name : undefined;
}

function isToken(written: string, type: TokenType): boolean {
  const [token, ...others] = tokenize(written).tokens;
  return token?.type === type && token.end === written.length && others.length === 0;
}

/** The sign stays: `?x` and `$x` are the same variable. */
function editOf(kind: RenamableKind, { start, end }: TextRange, name: string): TextEdit {
  switch (kind) {
    case 'variable':
      return { range: { start: start + 1, end }, newText: name };
    case 'blank':
      return { range: { start: start + '_:'.length, end }, newText: name };
    case 'prefix':
      return { range: { start, end }, newText: `${name}:` };
  }
}

/** Why the new name collides with another symbol. */
function findCollision(
  query: QueryModel,
  { kind }: Renamable,
  name: string,
  edits: readonly TextEdit[],
): string | undefined {
  switch (kind) {
    case 'variable':
      return keepsVariablesApart(query, edits)
        ? undefined
        : `?${name} is already a variable of this query, so the two would become one. Choose another name.`;
    case 'blank':
      return query.tokens.some(
        ({ type, start, end }) => type === 'blank' && query.text.slice(start, end) === `_:${name}`,
      )
        ? `_:${name} is already a blank node of this query, so the two would become one. Choose another name.`
        : undefined;
    case 'prefix':
      return namesOf(query).some(({ prefix }) => prefix?.name === name)
        ? `'${name}:' is already a prefix of this query. Choose another name.`
        : undefined;
  }
}

/** Applies the edits and tests that the same places are still the same variables. */
function keepsVariablesApart(query: QueryModel, edits: readonly TextEdit[]): boolean {
  const { start, end } = query.range;
  const shifted = edits.map(({ range, newText }) => ({
    range: { start: range.start - start, end: range.end - start },
    newText,
  }));
  const renamed = parseQuery(applyEdits(query.text.slice(start, end), shifted), query.dialect);
  return partition(query) === partition(renamed);
}

/** The index of the variable at each place, in the order of the text. */
function partition(query: QueryModel): string {
  const places = variablesOf(query).flatMap(({ places: all }, index) =>
    all.map(({ range }) => [range.start, index] as const),
  );
  return places
    .sort(([left], [right]) => left - right)
    .map(([, index]) => index)
    .join(' ');
}
