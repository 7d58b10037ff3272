import { memoizeWeak } from '../language/text/cache';
import type { Expression, Group, QueryModel, Select } from '../language/sparql/model';
import { existsGroups, groupsIn } from '../language/sparql/query-parts';
import type { SparqlToken } from '../language/sparql/tokens';
import { covers, type TextRange } from '../language/text/range';
import { indexFrom } from '../language/text/binary-search';

/**
 * A variable of a query with all its places. Places are read from tokens, so they are also found in text that does not
 * parse. A name is one variable in the whole query, except in sub-selects that do not select it. In an update, each
 * operation has its own variables.
 */
export interface Variable {
  readonly name: string;
  /** In the order of the text. */
  readonly places: readonly VariablePlace[];
  /** Whether its query or operation selects it. */
  readonly selected: boolean;
}

export interface VariablePlace {
  readonly range: TextRange;
  /** Whether AS or VALUES assigns it here. */
  readonly assigns: boolean;
  /** Whether this is in the SELECT or DESCRIBE clause. */
  readonly inProjection: boolean;
}

/** All variables in the order of their first place, cached for each query. */
export const variablesOf = memoizeWeak((query: QueryModel): readonly Variable[] => {
  const root = rootOf(query);
  const assignments = findAssignments(query.tokens);
  const variables = new Map<string, { name: string; selected: boolean; places: VariablePlace[] }>();
  for (const token of query.tokens) {
    if (token.type !== 'variable') continue;
    const name = query.text.slice(token.start + 1, token.end);
    const within = innermost(root, token.start);
    const region = ownerOf(name, within);
    const key = `${name}@${region.start}`;
    let variable = variables.get(key);
    if (!variable) {
      variable = { name, selected: region.star || region.selects.has(name), places: [] };
      variables.set(key, variable);
    }
    variable.places.push({
      range: { start: token.start, end: token.end },
      assigns: assignments.has(token.start),
      inProjection: covers(within.projection, token),
    });
  }
  return [...variables.values()];
});

/** The variables in scope at an offset. Of a sub-select's variables, only the selected ones are visible outside. */
export function variablesInScopeAt(query: QueryModel, offset: number): readonly Variable[] {
  const root = rootOf(query);
  const here = innermost(root, offset);
  return variablesOf(query).filter(({ name, places }) => {
    const region = ownerOf(name, here);
    return places.some(({ range }) => ownerOf(name, innermost(root, range.start)) === region);
  });
}

/** The variable at an offset. Between two that touch, the second one is meant. */
export function variableAt(query: QueryModel, offset: number): Variable | undefined {
  const variables = variablesOf(query);
  const find = (matches: (range: TextRange) => boolean): Variable | undefined =>
    variables.find(({ places }) => places.some(({ range }) => matches(range)));
  return find(({ start, end }) => start <= offset && offset < end) ?? find(({ end }) => end === offset);
}

/** A text range in which a name is one variable: the query, an operation of an update, or a sub-select. */
interface Region extends TextRange {
  readonly outer: Region | undefined;
  readonly star: boolean;
  readonly selects: ReadonlySet<string>;
  /** From the first to the last selected term. */
  readonly projection: TextRange;
  readonly inner: Region[];
}

const rootOf = memoizeWeak(({ query, tokens, text }: QueryModel): Region => {
  const root = regionOf(query, { start: 0, end: text.length + 1 }, undefined);
  if (query.form === 'update') {
    const starts = operationStarts(tokens);
    for (const [index, start] of starts.entries())
      regionOf(query, { start, end: starts[index + 1] ?? root.end }, root);
  }
  for (const group of query.groups) findSubSelects(group, innermost(root, group.range.start));
  for (const inner of expressionsOutsideGroups(query).flatMap(groupsIn)) findSubSelects(inner, root);
  sortInner(root);
  return root;
});

function regionOf(select: Select, { start, end }: TextRange, outer: Region | undefined): Region {
  const selected = [...select.projection, ...select.described];
  const names = select.projection.flatMap(({ variable }) => (variable ? [variable.name] : []));
  const region: Region = {
    start,
    end,
    outer,
    star: select.star,
    selects: new Set(names),
    projection: { start: selected[0]?.range.start ?? 0, end: selected.at(-1)?.range.end ?? 0 },
    inner: [],
  };
  outer?.inner.push(region);
  return region;
}

/** The starts of the operations of an update, which are separated by `;`. */
function operationStarts(tokens: readonly SparqlToken[]): readonly number[] {
  const starts = [0];
  let depth = 0;
  for (const { type, value, end } of tokens) {
    if (type !== 'punctuation') continue;
    if (value === '{') depth++;
    else if (value === '}') depth--;
    else if (value === ';' && depth <= 0) starts.push(end);
  }
  return starts;
}

function findSubSelects(group: Group, region: Region): void {
  if (group.select) {
    // The range of the braces is used, because broken text may have more tokens before the closing brace.
    const own = regionOf(group.select, group.range, region);
    for (const inner of group.select.groups) findSubSelects(inner, own);
    for (const inner of expressionsOutsideGroups(group.select).flatMap(groupsIn)) findSubSelects(inner, own);
    region = own;
  }
  for (const inner of [...existsGroups(group), ...group.children]) findSubSelects(inner, region);
}

function expressionsOutsideGroups({ projection, groupBy, having, orderBy }: Select): readonly Expression[] {
  const computed = [...projection, ...(groupBy ?? [])].flatMap(({ expression }) => expression ?? []);
  return [...computed, ...having, ...orderBy];
}

/** Sorts regions by their start: conditions are visited before groups that precede them in the text. */
function sortInner({ inner }: Region): void {
  inner.sort((left, right) => left.start - right.start);
  for (const region of inner) sortInner(region);
}

function innermost(root: Region, offset: number): Region {
  let region = root;
  for (;;) {
    const inner = region.inner[indexFrom(region.inner, offset + 1, ({ start }) => start) - 1];
    if (!inner || offset >= inner.end) return region;
    region = inner;
  }
}

/** The outermost region of a variable: a selected variable of a sub-select is that of the query around it. */
function ownerOf(name: string, region: Region): Region {
  let owner = region;
  while (owner.outer && (owner.star || owner.selects.has(name))) owner = owner.outer;
  return owner;
}

/** The offsets of the variables that AS or VALUES assigns. */
function findAssignments(tokens: readonly SparqlToken[]): ReadonlySet<number> {
  const places = new Set<number>();
  for (const [index, token] of tokens.entries()) {
    if (token.type !== 'keyword') continue;
    if (token.value !== 'AS' && token.value !== 'VALUES') continue;
    const bracket = token.value === 'VALUES' && tokens[index + 1]?.value === '(' ? 1 : 0;
    for (let at = index + 1 + bracket; tokens[at]?.type === 'variable'; at++) {
      places.add(tokens[at]?.start ?? -1);
      if (!bracket) break;
    }
  }
  return places;
}
