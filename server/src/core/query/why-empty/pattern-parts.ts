/** A group taken apart into what can be asked for by itself, each part with its text and the variables that it needs and gives. */
import type { Expression, Group, QueryModel, Term, Triple, Values } from '../../language/sparql/model';
import { childGroups, variablesOf } from '../../language/sparql/semantics';
import type { TextRange } from '../../language/text/range';
import { termText, tripleText } from './pattern-text';

export interface PatternPart {
  readonly kind: 'triple' | 'values' | 'bind' | 'filter' | 'optional' | 'minus' | 'group' | 'union';
  /** As a KB can be asked for it, in the place of any other. */
  readonly text: string;
  /** As its author reads it. */
  readonly written: string;
  readonly range: TextRange;
  /** Variables that it mentions. */
  readonly mentions: ReadonlySet<string>;
  /** Those that have a value after it, for certain or perhaps. */
  readonly gives: ReadonlySet<string>;
  readonly triple?: Triple;
  readonly filter?: Expression;
  readonly values?: Values;
  /** The group itself, or each branch of a union. */
  readonly groups?: readonly Group[];
}

/** In the order of the text. Nothing where a part cannot be taken out of its place. */
export function partsOf(model: QueryModel, group: Group): readonly PatternPart[] | undefined {
  const parts: PatternPart[] = [];
  for (const triple of group.triples) {
    // A member of a collection has no relation of its own in the text.
    if (isEmpty(triple.predicate.range)) return undefined;
    const steps = stepsOf(triple);
    for (const step of steps) parts.push(triplePart(model, step, steps.length === 1));
  }
  for (const values of group.values) {
    const gives = new Set(values.variables.map(({ name }) => name));
    parts.push({ ...part(model, 'values', values.range, gives), values });
  }
  for (const { range, variable, expression } of group.binds) {
    const gives = new Set([variable.name]);
    parts.push({ ...part(model, 'bind', range, gives), mentions: mentionedIn(expression) });
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
    const gives = new Set(branches.flatMap((branch) => [...variablesIn(branch)]));
    parts.push({ ...part(model, 'union', range, gives), groups: branches });
  }
  for (const child of group.children) {
    if (child.kind === 'union-branch' || child.kind === 'template') continue;
    const range = withKeyword(model, child);
    const kind = child.kind === 'optional' || child.kind === 'minus' ? child.kind : 'group';
    const variables = variablesIn(child);
    const gives = kind === 'minus' ? new Set<string>() : variables;
    parts.push({ ...part(model, kind, range, gives), mentions: variables, groups: [child] });
  }
  if (group.select) {
    const gives = variablesIn(group);
    parts.push({ ...part(model, 'group', group.range, gives), groups: [group] });
  }
  return parts.sort((left, right) => left.range.start - right.range.start);
}

export function textOf(parts: readonly PatternPart[]): string {
  return parts.map(({ text }) => text).join('\n');
}

function part(
  model: QueryModel,
  kind: PatternPart['kind'],
  range: TextRange,
  gives: ReadonlySet<string>,
): PatternPart {
  const text = model.text.slice(range.start, range.end);
  return { kind, text, written: squeezed(text), range, mentions: gives, gives };
}

function triplePart(model: QueryModel, triple: Triple, whole: boolean): PatternPart {
  const { subject, predicate, object } = triple;
  const ends = [subject, object, ...(predicate.kind === 'variable' ? [predicate] : [])];
  const names = ends.flatMap((term) =>
    term.kind === 'variable' || term.kind === 'blank' ? [termText(model, term).slice(1)] : [],
  );
  const gives = new Set(names);
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
    written: squeezed(written),
    range,
    mentions: gives,
    gives,
    triple,
  };
}

/** A path step by step, with the nodes between them; the other way round where it goes backwards. */
function stepsOf(triple: Triple): readonly Triple[] {
  const { subject, predicate, object } = triple;
  if (predicate.kind === 'inverse' && predicate.path.kind !== 'negated')
    return stepsOf({ ...triple, subject: object, predicate: predicate.path, object: subject });
  if (predicate.kind !== 'sequence') return [triple];
  let from = subject;
  return predicate.steps.flatMap((step, index) => {
    const last = index === predicate.steps.length - 1;
    const between: Term = { kind: 'blank', name: `after_${step.range.end}`, range: step.range };
    const to = last ? object : between;
    const steps = stepsOf({ ...triple, subject: from, predicate: step, object: to });
    from = to;
    return steps;
  });
}

function isEmpty({ start, end }: TextRange): boolean {
  return start === end;
}

/** Whether nothing but white space stands between subject and relation: in `?x a b ; c d` it does not for the second. */
function isBare({ text }: QueryModel, subject: Term, predicate: { readonly range: TextRange }): boolean {
  // A blank node in brackets has its relations inside.
  if (text[subject.range.start] === '[') return false;
  return /^[\s(^]*$/.test(text.slice(subject.range.end, predicate.range.start));
}

/** From its keyword to the last of its brackets. */
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

/** The branches of each union. */
function unions({ tokens }: QueryModel, { children }: Group): readonly (readonly Group[])[] {
  const all: Group[][] = [];
  let last: Group | undefined;
  for (const branch of children) {
    if (branch.kind !== 'union-branch') continue;
    const from = last?.range.end ?? Infinity;
    const goesOn = tokens.some(
      ({ value, start, end }) => value === 'UNION' && start >= from && end <= branch.range.start,
    );
    if (goesOn) all[all.length - 1]?.push(branch);
    else all.push([branch]);
    last = branch;
  }
  return all;
}

/** All that a group may give a value to; of a sub-select, what it selects. */
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
  const names = new Set(variablesOf(expression));
  const visit = (one: Expression): void => {
    if (one.kind === 'exists') for (const name of deepVariables(one.group)) names.add(name);
    else if (one.kind === 'operation' || one.kind === 'call') one.args.forEach(visit);
  };
  visit(expression);
  return names;
}

function deepVariables(group: Group): readonly string[] {
  return [
    ...variablesIn(group),
    ...group.filters.flatMap(variablesOf),
    ...childGroups(group).flatMap(deepVariables),
  ];
}

function squeezed(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
