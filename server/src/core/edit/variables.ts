/**
 * Which variables of a query are the same. It goes by tokens, so that every place counts, even in text that no reader
 * understood. A name is one variable all over a query, but for sub-selects that do not select it; an update is as many
 * queries as it has operations.
 */
import type { Expression, Group, QueryModel, Select } from '../language/sparql/model';
import type { Token } from '../language/sparql/tokens';
import { covers, type TextRange } from '../language/text/range';

export interface Variable {
  readonly name: string;
  /** In the order of the text. */
  readonly places: readonly VariablePlace[];
  /** Whether the query as a whole selects it. */
  readonly selected: boolean;
}

export interface VariablePlace {
  readonly range: TextRange;
  /** Given a value here by AS or VALUES, rather than matched or looked at. */
  readonly gives: boolean;
  /** Among what is selected, rather than in a pattern or a condition. */
  readonly inProjection: boolean;
}

const known = new WeakMap<QueryModel, readonly Variable[]>();

/** In the order in which they first appear; worked out once for a query. */
export function variablesOf(query: QueryModel): readonly Variable[] {
  let variables = known.get(query);
  if (!variables) known.set(query, (variables = readVariables(query)));
  return variables;
}

function readVariables(query: QueryModel): readonly Variable[] {
  const root = rootOf(query);
  const giving = givingPlaces(query.tokens);
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
      gives: giving.has(token.start),
      inProjection: covers(within.projection, token),
    });
  }
  return [...variables.values()];
}

/** The variables that one can speak of at an offset: those of a sub-select are its own, but for what it selects. */
export function variablesSeenAt(query: QueryModel, offset: number): readonly Variable[] {
  const root = rootOf(query);
  const here = innermost(root, offset);
  return variablesOf(query).filter(({ name, places }) => {
    const region = ownerOf(name, here);
    return places.some(({ range }) => ownerOf(name, innermost(root, range.start)) === region);
  });
}

/** Between two that touch, the one that begins is meant. */
export function variableAt(query: QueryModel, offset: number): Variable | undefined {
  const variables = variablesOf(query);
  const holding = (last: number): Variable | undefined =>
    variables.find(({ places }) =>
      places.some(({ range }) => range.start <= offset && offset < range.end + last),
    );
  return holding(0) ?? holding(1);
}

/** Text in which names are shared: the query, each operation of an update, each sub-select. */
interface Region extends TextRange {
  readonly outer: Region | undefined;
  readonly star: boolean;
  readonly selects: ReadonlySet<string>;
  /** From the first to the last of what is selected. */
  readonly projection: TextRange;
  readonly inner: Region[];
}

const roots = new WeakMap<QueryModel, Region>();

function rootOf(query: QueryModel): Region {
  let root = roots.get(query);
  if (!root) roots.set(query, (root = readRegions(query)));
  return root;
}

function readRegions({ query, tokens, text }: QueryModel): Region {
  const root = regionOf(query, { start: 0, end: text.length + 1 }, undefined);
  if (query.form === 'update') {
    const starts = operationStarts(tokens);
    for (const [index, start] of starts.entries())
      regionOf(query, { start, end: starts[index + 1] ?? root.end }, root);
  }
  for (const group of query.groups) findSubSelects(group, innermost(root, group.range.start));
  for (const expression of expressionsAround(query)) inExpression(expression, root);
  sortInner(root);
  return root;
}

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

/** `a ; b ; c` of an update: where each begins. */
function operationStarts(tokens: readonly Token[]): readonly number[] {
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
    // The braces, not just the select: what is left over before the brace of a broken text belongs to it too.
    const own = regionOf(group.select, group.range, region);
    for (const inner of group.select.groups) findSubSelects(inner, own);
    for (const expression of expressionsAround(group.select)) inExpression(expression, own);
    region = own;
  }
  for (const expression of [...group.filters, ...group.binds.map((bind) => bind.expression)])
    inExpression(expression, region);
  for (const child of group.children) findSubSelects(child, region);
}

function expressionsAround({ projection, groupBy, having, orderBy }: Select): readonly Expression[] {
  const computed = [...projection, ...(groupBy ?? [])].flatMap(({ expression }) => expression ?? []);
  return [...computed, ...having, ...orderBy];
}

function inExpression(expression: Expression, region: Region): void {
  if (expression.kind === 'exists') findSubSelects(expression.group, region);
  else if (expression.kind === 'call' || expression.kind === 'operation')
    for (const argument of expression.args) inExpression(argument, region);
}

/** Conditions are walked before the groups that may stand in front of them. */
function sortInner({ inner }: Region): void {
  inner.sort((left, right) => left.start - right.start);
  for (const region of inner) sortInner(region);
}

function innermost(root: Region, offset: number): Region {
  let found = root;
  for (;;) {
    const inner = lastBefore(found.inner, offset);
    if (!inner || offset >= inner.end) return found;
    found = inner;
  }
}

/** Regions beside each other are in the order of the text; there may be thousands. */
function lastBefore(regions: readonly Region[], offset: number): Region | undefined {
  let [low, high] = [0, regions.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((regions[middle]?.start ?? Infinity) <= offset) low = middle + 1;
    else high = middle;
  }
  return regions[low - 1];
}

/** What a sub-select selects is the variable of the query around it. */
function ownerOf(name: string, region: Region): Region {
  let owner = region;
  while (owner.outer && (owner.star || owner.selects.has(name))) owner = owner.outer;
  return owner;
}

/** Where the variables stand that AS or VALUES gives a value. */
function givingPlaces(tokens: readonly Token[]): ReadonlySet<number> {
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
