/** A new name for a variable, a blank node or a prefix, wherever it stands. */
import { VIRTUOSO_PREFIXES } from '../language/rdf/names';
import type { QueryModel } from '../language/sparql/model';
import { parseQuery } from '../language/sparql/parse';
import { tokenize, type TokenType } from '../language/sparql/tokens';
import { applyEdits, type TextEdit } from '../language/text/edit';
import type { TextRange } from '../language/text/range';
import { namesOf } from './names';
import { thingAt, type Thing } from './occurrences';
import { variablesOf } from './variables';

/** Why something cannot be renamed, or not so: a sentence for the user. */
interface Refusal {
  readonly refusal: string;
}

/** What would be renamed, and its name as it is now. */
export function renamableAt(
  queries: readonly QueryModel[],
  offset: number,
): { readonly range: TextRange; readonly placeholder: string } | Refusal {
  const thing = renamable(queries, offset);
  return 'refusal' in thing ? thing : { range: thing.range, placeholder: thing.name };
}

export function renameAt(
  queries: readonly QueryModel[],
  offset: number,
  newName: string,
): readonly TextEdit[] | Refusal {
  const thing = renamable(queries, offset);
  if ('refusal' in thing) return thing;
  const name = bareName(thing.kind, newName.trim());
  if (name === undefined) return { refusal: `'${newName}' is no possible name. ${RULES[thing.kind]}` };
  if (name === thing.name) return [];
  const query = queries.find(({ range }) => range.start <= thing.range.start && thing.range.end <= range.end);
  const edits = thing.occurrences.map(({ range }) => editOf(thing.kind, range, name));
  const taken = query && collision(query, thing, name, edits);
  return taken === undefined ? edits : { refusal: taken };
}

type RenamableKind = Exclude<Thing['kind'], 'iri'>;
type Renamable = Thing & { readonly kind: RenamableKind };

const RULES: Readonly<Record<RenamableKind, string>> = {
  variable: 'A variable is made of letters, digits and underscores.',
  blank: 'A blank node is made of letters, digits, underscores, hyphens and dots between them.',
  prefix: 'A prefix begins with a letter and is made of letters, digits, underscores, hyphens and dots.',
};

function renamable(queries: readonly QueryModel[], offset: number): Renamable | Refusal {
  const thing = thingAt(queries, offset);
  if (!thing || thing.kind === 'iri')
    return { refusal: 'Only variables, blank nodes and prefixes can be renamed.' };
  if (thing.kind === 'prefix' && !thing.occurrences.some(({ access }) => access === 'write'))
    return { refusal: whyFixed(thing.name) };
  return { ...thing, kind: thing.kind };
}

function whyFixed(prefix: string): string {
  return VIRTUOSO_PREFIXES.has(prefix)
    ? `'${prefix}:' is built into Virtuoso and not declared here, so it cannot be renamed.`
    : `'${prefix}:' is not declared in this query, so it cannot be renamed. Declare it first.`;
}

/** The name without its sign, or nothing when it is none: `x`, `?x` and `$x` are all taken for a variable. */
function bareName(kind: RenamableKind, given: string): string | undefined {
  switch (kind) {
    case 'variable': {
      const name = given.replace(/^[?$]/, '');
      return isToken(`?${name}`, 'variable') ? name : undefined;
    }
    case 'blank': {
      const name = given.replace(/^_:/, '');
      return isToken(`_:${name}`, 'blank') ? name : undefined;
    }
    case 'prefix': {
      const name = given.replace(/:$/, '');
      return isToken(`${name}:`, 'pname-ns') ? name : undefined;
    }
  }
}

function isToken(written: string, type: TokenType): boolean {
  const [token, ...others] = tokenize(written).tokens;
  return token?.type === type && token.end === written.length && others.length === 0;
}

/** `?x` and `$x` are the same variable, and each keeps its sign. */
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

/** A new name that another thing has already would make one of the two. */
function collision(
  query: QueryModel,
  { kind }: Renamable,
  name: string,
  edits: readonly TextEdit[],
): string | undefined {
  switch (kind) {
    case 'variable':
      return keepsVariablesApart(query, edits)
        ? undefined
        : `?${name} is another variable of this query: the two would become one.`;
    case 'blank':
      return query.tokens.some(
        ({ type, start, end }) => type === 'blank' && query.text.slice(start, end) === `_:${name}`,
      )
        ? `_:${name} is another blank node of this query: the two would become one.`
        : undefined;
    case 'prefix':
      return namesOf(query).some(({ prefix }) => prefix?.name === name)
        ? `'${name}:' is another prefix of this query.`
        : undefined;
  }
}

/** Tried out: afterwards the same places must be the same variables. */
function keepsVariablesApart(query: QueryModel, edits: readonly TextEdit[]): boolean {
  const { start, end } = query.range;
  const shifted = edits.map(({ range, newText }) => ({
    range: { start: range.start - start, end: range.end - start },
    newText,
  }));
  const renamed = parseQuery(applyEdits(query.text.slice(start, end), shifted), query.dialect);
  return partition(query) === partition(renamed);
}

/** For each variable in the order of the text, which of the different ones it is. */
function partition(query: QueryModel): string {
  const places = variablesOf(query).flatMap(({ places: all }, index) =>
    all.map(({ range }) => [range.start, index] as const),
  );
  return places
    .sort(([left], [right]) => left - right)
    .map(([, index]) => index)
    .join(' ');
}
