/** Splits a group into parts that can be probed separately, each with its text and variables. */
import type { Expression, Group, QueryModel, Term, Triple, Values } from '../../language/sparql/model';
import { childGroups, groupsIn, variablesOf } from '../../language/sparql/query-parts';
import type { TextRange } from '../../language/text/range';
import { termText, tripleText } from './pattern-text';

export interface PatternPart {
  readonly kind: 'triple' | 'values' | 'bind' | 'filter' | 'optional' | 'minus' | 'group' | 'union';
  /** Its text in a probe, independent of its position. */
  readonly text: string;
  /** Its text in the query. */
  readonly written: string;
  readonly range: TextRange;
  readonly mentions: ReadonlySet<string>;
  /** Variables that it binds or may bind. */
  readonly binds: ReadonlySet<string>;
  readonly triple?: Triple;
  readonly filter?: Expression;
  readonly values?: Values;
  /** The group itself, or each branch of a union. */
  readonly groups?: readonly Group[];
}

/** In the order of the text. Undefined if a part cannot be separated. */
export function splitGroup(model: QueryModel, group: Group): readonly PatternPart[] | undefined {
  const parts: PatternPart[] = [];
  for (const triple of group.triples) {
    // A member of a collection has no predicate in the text, and a triple term is part of a larger text.
    if (triple.predicate.range.start === triple.predicate.range.end || triple.tripleTerm) return undefined;
    const steps = splitPath(triple);
    for (const step of steps) parts.push(triplePart(model, step, steps.length === 1));
  }
  for (const values of group.values) {
    const binds = new Set(values.variables.map(({ name }) => name));
    parts.push({ ...part(model, 'values', values.range, binds), values });
  }
  for (const { range, variable, expression } of group.binds) {
    // Triple options of Virtuoso belong to their triple.
    if (!/^BIND/i.test(model.text.slice(range.start, range.end))) return undefined;
    const binds = new Set([variable.name]);
    parts.push({ ...part(model, 'bind', range, binds), mentions: mentionedIn(expression) });
  }
  for (const filter of group.filters) {
    const range = wholeFilter(model, filter);
    if (!range) return undefined;
    parts.push({ ...part(model, 'filter', range, new Set()), mentions: mentionedIn(filter), filter });
  }
  for (const branches of unions(model, group)) {
    const [first, last] = [branches[0], branches[branches.length - 1]];
    if (!first || !last) continue;
    const range = { start: first.range.start, end: last.range.end };
    const binds = new Set(branches.flatMap((branch) => [...variablesIn(branch)]));
    parts.push({ ...part(model, 'union', range, binds), groups: branches });
  }
  for (const child of group.children) {
    if (child.kind === 'union-branch' || child.kind === 'template') continue;
    const range = withKeyword(model, child);
    const kind = child.kind === 'optional' || child.kind === 'minus' ? child.kind : 'group';
    const variables = variablesIn(child);
    const binds = kind === 'minus' ? new Set<string>() : variables;
    parts.push({ ...part(model, kind, range, binds), mentions: variables, groups: [child] });
  }
  if (group.select) {
    const binds = variablesIn(group);
    parts.push({ ...part(model, 'group', group.range, binds), groups: [group] });
  }
  return parts.sort((left, right) => left.range.start - right.range.start);
}

export function joinParts(parts: readonly PatternPart[]): string {
  return parts.map(({ text }) => text).join('\n');
}

function part(
  model: QueryModel,
  kind: PatternPart['kind'],
  range: TextRange,
  binds: ReadonlySet<string>,
): PatternPart {
  const text = model.text.slice(range.start, range.end);
  return { kind, text, written: collapseSpace(text), range, mentions: binds, binds };
}

function triplePart(model: QueryModel, triple: Triple, whole: boolean): PatternPart {
  const { subject, predicate, object } = triple;
  const ends = [subject, object, ...(predicate.kind === 'variable' ? [predicate] : [])];
  const names = ends.flatMap((term) =>
    term.kind === 'variable' || term.kind === 'blank' ? [termText(model, term).slice(1)] : [],
  );
  const binds = new Set(names);
  const slice = ({ range }: { readonly range: TextRange }): string =>
    model.text.slice(range.start, range.end);
  const range = !whole
    ? predicate.range
    : isBare(model, subject, predicate)
      ? triple.range
      : { start: predicate.range.start, end: object.range.end };
  const written = whole ? `${slice(subject)} ${slice(predicate)} ${slice(object)}` : slice({ range });
  return {
    kind: 'triple',
    text: tripleText(model, triple),
    written: collapseSpace(written),
    range,
    mentions: binds,
    binds,
    triple,
  };
}

/** Splits a path into triples with blank nodes between them; inverse steps are swapped. */
function splitPath(triple: Triple): readonly Triple[] {
  const { subject, predicate, object } = triple;
  if (predicate.kind === 'inverse' && predicate.path.kind !== 'negated')
    return splitPath({ ...triple, subject: object, predicate: predicate.path, object: subject });
  if (predicate.kind !== 'sequence') return [triple];
  let from = subject;
  return predicate.steps.flatMap((step, index) => {
    const last = index === predicate.steps.length - 1;
    const between: Term = { kind: 'blank', name: `after_${step.range.end}`, range: step.range };
    const to = last ? object : between;
    const steps = splitPath({ ...triple, subject: from, predicate: step, object: to });
    from = to;
    return steps;
  });
}

/** Whether only white space separates subject and predicate; false for the second predicate of `?x a b ; c d`. */
function isBare({ text }: QueryModel, subject: Term, predicate: { readonly range: TextRange }): boolean {
  // A blank node in brackets contains its predicates.
  if (text[subject.range.start] === '[') return false;
  return /^[\s(^]*$/.test(text.slice(subject.range.end, predicate.range.start));
}

/** The range from the keyword to the closing bracket. */
function wholeFilter({ tokens }: QueryModel, { range }: Expression): TextRange | undefined {
  const at = tokens.findLastIndex(
    ({ type, value, start }) => type === 'keyword' && value === 'FILTER' && start <= range.start,
  );
  const keyword = tokens[at];
  const opening = tokens[at + 1];
  if (!keyword || !opening) return undefined;
  if (opening.value !== '(') return { start: keyword.start, end: range.end };
  let depth = 0;
  for (const { type, value, end } of tokens.slice(at + 1)) {
    if (type !== 'punctuation') continue;
    if (value === '(') depth++;
    else if (value === ')' && --depth === 0) return { start: keyword.start, end };
  }
  return undefined;
}

function withKeyword({ tokens }: QueryModel, { kind, range }: Group): TextRange {
  const keyword = KEYWORDS[kind];
  if (keyword === undefined) return range;
  const start = tokens.findLast(
    ({ type, value, start }) => type === 'keyword' && value === keyword && start < range.start,
  )?.start;
  return { start: start ?? range.start, end: range.end };
}

const KEYWORDS: Readonly<Partial<Record<Group['kind'], string>>> = {
  optional: 'OPTIONAL',
  minus: 'MINUS',
  graph: 'GRAPH',
  service: 'SERVICE',
};

function unions({ tokens }: QueryModel, { children }: Group): readonly (readonly Group[])[] {
  const all: Group[][] = [];
  let last: Group | undefined;
  for (const branch of children) {
    if (branch.kind !== 'union-branch') continue;
    const from = last?.range.end ?? Infinity;
    const continues = tokens.some(
      ({ value, start, end }) => value === 'UNION' && start >= from && end <= branch.range.start,
    );
    if (continues) all[all.length - 1]?.push(branch);
    else all.push([branch]);
    last = branch;
  }
  return all;
}

/** All variables that a group may bind; of a sub-select, those that it projects. */
export function variablesIn(group: Group): ReadonlySet<string> {
  const names = new Set<string>();
  const { select } = group;
  if (select && !select.star) {
    for (const { variable } of select.projection) if (variable) names.add(variable.name);
    return names;
  }
  for (const { subject, predicate, object } of group.triples)
    for (const term of [subject, predicate, object]) if (term.kind === 'variable') names.add(term.name);
  for (const { variables } of group.values) for (const { name } of variables) names.add(name);
  for (const { variable } of group.binds) names.add(variable.name);
  const inner = group.children.filter(({ kind }) => kind !== 'minus' && kind !== 'template');
  for (const child of [...inner, ...(select?.groups ?? [])])
    for (const name of variablesIn(child)) names.add(name);
  return names;
}

function mentionedIn(expression: Expression): ReadonlySet<string> {
  return new Set([...variablesOf(expression), ...groupsIn(expression).flatMap(deepVariables)]);
}

function deepVariables(group: Group): readonly string[] {
  return [
    ...variablesIn(group),
    ...group.filters.flatMap(variablesOf),
    ...childGroups(group).flatMap(deepVariables),
  ];
}

function collapseSpace(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
