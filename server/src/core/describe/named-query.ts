/** A query as shown to a model: names instead of ids, without empty parts, the rest numbered. */
import { linksOf } from '../language/sparql/terms-of';
import { labelOf } from '../schema/labels';
import type { KbSchema } from '../schema/schema';
import type {
  Expression,
  Group,
  Path,
  QueryModel,
  RepeatSign,
  Select,
  Term,
  Triple,
} from '../language/sparql/model';
import type { Token } from '../language/sparql/tokens';
import { range, type TextRange } from '../language/text/range';
import { readCondition } from './conditions';
import { Nodes } from './query-graph';

export interface NamedQuery {
  readonly text: string;
  /** In the order in which they are numbered, from 1. */
  readonly parts: readonly { readonly text: string; readonly range: TextRange }[];
}

type NameOf = (iri: string) => string | undefined;

export function namedQuery(query: QueryModel, schema: KbSchema, nameOf: NameOf): NamedQuery {
  const names = new Map<number, string>();
  const dropped: TextRange[] = [];
  const topics = topicsIn(query.query.groups);
  const parts: { text: string; range: TextRange }[] = [];
  const named = (term: Term): string => nameOfTerm(term, schema, nameOf);
  const note = (term: Term): void => {
    if (term.kind === 'iri') names.set(term.range.start, `[${named(term)}]`);
    if (term.kind === 'literal') names.set(term.range.start, written(term));
  };
  const written = (term: Term): string => literalText(query.text, term);

  const visitTriple = (triple: Triple, prefix: string): void => {
    const { subject, predicate, object } = triple;
    for (const term of [subject, object]) note(term);
    if (predicate.kind !== 'variable') for (const link of linksOf(predicate)) note(link);
    const show = (term: Term): string => (term.kind === 'literal' ? written(term) : named(term));
    const typing = predicate.kind === 'link' && schema.isTyping(predicate.iri.iri) && object.kind === 'iri';
    const text = typing
      ? `${show(subject)} is a ${labelOf(schema.idOf(object.iri) ?? object.iri)}`
      : `${show(subject)} | ${predicate.kind === 'variable' ? `?${predicate.name}` : pathText(predicate, named)} | ${show(object)}`;
    parts.push({ text: prefix + text, range: triple.range });
  };

  const visitFilter = (filter: Expression, prefix: string): void => {
    for (const one of conjuncts(filter)) {
      if (one.kind === 'exists') {
        visitGroup(one.group, `${prefix}${one.negated ? 'not so: ' : ''}`);
        continue;
      }
      noteExpression(one);
      if (isUnsaid(one, schema, topics)) dropped.push(one.range);
      else parts.push({ text: prefix, range: one.range });
    }
  };

  const noteExpression = (expression: Expression): void => {
    if (expression.kind === 'term') note(expression.term);
    else if (expression.kind === 'operation' || expression.kind === 'call')
      for (const argument of expression.args) noteExpression(argument);
    else if (expression.kind === 'exists') noteGroup(expression.group);
  };
  const noteGroup = (group: Group): void => {
    for (const { subject, predicate, object } of group.triples) {
      for (const term of [subject, object]) note(term);
      if (predicate.kind !== 'variable') for (const link of linksOf(predicate)) note(link);
    }
    for (const filter of group.filters) noteExpression(filter);
    for (const child of group.children) noteGroup(child);
  };

  const PREFIXES: Readonly<Partial<Record<Group['kind'], string>>> = {
    optional: 'if known: ',
    minus: 'not so: ',
    'union-branch': 'or: ',
  };
  const visitGroup = (group: Group, prefix: string): void => {
    for (const triple of group.triples) visitTriple(triple, prefix);
    for (const filter of group.filters) visitFilter(filter, prefix);
    for (const { expression } of group.binds) noteExpression(expression);
    for (const { rows } of group.values) for (const row of rows) for (const term of row) if (term) note(term);
    for (const values of group.values) parts.push({ text: '', range: values.range });
    for (const child of group.children) visitGroup(child, prefix + (PREFIXES[child.kind] ?? ''));
    if (group.select) visitSelect(group.select, prefix);
  };

  const visitSelect = (select: Select, prefix: string): void => {
    for (const term of select.described) note(term);
    for (const group of select.groups) if (group.kind !== 'template') visitGroup(group, prefix);
    for (const { expression } of select.projection)
      if (expression && expression.kind !== 'term') parts.push({ text: prefix, range: expression.range });
    for (const expression of [...select.having, ...select.orderBy]) noteExpression(expression);
    if (select.orderBy.length || select.limit) {
      const [first] = select.orderBy;
      const start = first
        ? query.tokens.findLast(({ end, value }) => end <= first.range.start && value === 'ORDER')?.start
        : undefined;
      const whole = range(
        start ?? select.limit?.range.start ?? 0,
        select.limit?.range.end ?? select.orderBy.at(-1)?.range.end ?? 0,
      );
      parts.push({ text: prefix, range: whole });
    }
  };
  visitSelect(query.query, '');

  const text = printed(query, bodyOf(query), names, dropped);
  return {
    text,
    parts: parts.map((part) =>
      part.text.includes('|') || part.text.includes(' is a ')
        ? part
        : { ...part, text: part.text + printed(query, within(query.tokens, part.range), names, []) },
    ),
  };
}

/** Numbered, one a line. */
export function numbered({ parts }: NamedQuery): string {
  return parts.map(({ text }, index) => `${String(index + 1)}. ${text}`).join('\n');
}

function bodyOf({ tokens, query }: QueryModel): readonly Token[] {
  const start = query.keyword?.start ?? query.range.start;
  return tokens.filter((token) => token.start >= start);
}

function within(tokens: readonly Token[], { start, end }: TextRange): readonly Token[] {
  return tokens.filter((token) => token.start >= start && token.end <= end);
}

/** The tokens on one line each for a group, without the filters that are dropped. */
function printed(
  { text }: QueryModel,
  tokens: readonly Token[],
  names: ReadonlyMap<number, string>,
  dropped: readonly TextRange[],
): string {
  let out = '';
  let skipTo = -1;
  for (const [index, token] of tokens.entries()) {
    if (index <= skipTo) continue;
    if (token.value === 'FILTER' && token.type === 'keyword') {
      const end = endOfFilter(tokens, index);
      const inside = range(token.start, tokens[end]?.end ?? token.end);
      const whole = dropped.filter((one) => one.start >= inside.start && one.end <= inside.end);
      const left = tokens
        .slice(index + 1, end)
        .some(
          (one) =>
            isWord(one) && !whole.some(({ start, end: stop }) => one.start >= start && one.end <= stop),
        );
      if (whole.length && !left) {
        skipTo = end;
        continue;
      }
    }
    const name = names.get(token.start);
    const piece = name ?? text.slice(token.start, token.end);
    // What belongs to a literal that was written anew is in it already.
    if (name?.startsWith('"') === true) skipTo = endOfLiteral(tokens, index);
    out += piece === '}' ? '\n}' : piece === '.' || piece === '{' ? ` ${piece}\n ` : ` ${piece}`;
  }
  return out
    .replace(/[ \t]+/g, ' ')
    .replace(/\n\s*\n/g, '\n')
    .trim();
}

function isWord({ type, value }: Token): boolean {
  return type !== 'punctuation' || !['(', ')', '&&'].includes(value);
}

function endOfFilter(tokens: readonly Token[], start: number): number {
  let depth = 0;
  for (let index = start + 1; index < tokens.length; index++) {
    const value = tokens[index]?.value;
    if (value === '(' || value === '{') depth++;
    if ((value === ')' || value === '}') && --depth === 0) return index;
  }
  return start;
}

/** `"1990"^^xsd:gYear` and `"Obama"@en` are several tokens. */
function endOfLiteral(tokens: readonly Token[], start: number): number {
  const next = tokens[start + 1];
  if (next?.value === '^^') return start + 2;
  return next?.type === 'lang' ? start + 1 : start;
}

function conjuncts(filter: Expression): readonly Expression[] {
  return filter.kind === 'operation' && filter.operator === '&&' ? filter.args.flatMap(conjuncts) : [filter];
}

/** Languages and kinds of terms, and that the answer is not what was asked about. */
/** That an answer is none of the things which the query starts from goes without saying; that it is none of others does not. */
function isUnsaid(filter: Expression, schema: KbSchema, topics: ReadonlySet<string>): boolean {
  const read = readCondition(filter, new Nodes(new Map()), (iri) => schema.idOf(iri) ?? iri);
  return (
    (read === 'unsaid' && !saysThatTwoDiffer(filter)) ||
    (read !== 'unsaid' &&
      read?.kind === 'compare' &&
      read.operator === '!=' &&
      read.value.kind === 'iri' &&
      topics.has(read.value.iri))
  );
}

function saysThatTwoDiffer(filter: Expression): boolean {
  return (
    filter.kind === 'operation' &&
    filter.operator === '!=' &&
    filter.args.every((side) => side.kind === 'term' && side.term.kind === 'variable')
  );
}

function topicsIn(groups: readonly Group[]): Set<string> {
  const found = new Set<string>();
  for (const { triples, children, select } of groups) {
    for (const { subject, object } of triples)
      for (const term of [subject, object]) if (term.kind === 'iri') found.add(term.iri);
    for (const iri of topicsIn([...children, ...(select?.groups ?? [])])) found.add(iri);
  }
  return found;
}

function nameOfTerm(term: Term, schema: KbSchema, nameOf: NameOf): string {
  if (term.kind === 'variable') return `?${term.name}`;
  if (term.kind !== 'iri') return term.kind === 'blank' ? '?thing' : term.value;
  const id = schema.idOf(term.iri) ?? term.iri;
  if (schema.hasRelation(id) || schema.hasType(id)) {
    const segments = id.split(/[./#]/);
    return segments.slice(-2).map(labelOf).join(', ');
  }
  return harmless(nameOf(term.iri) ?? id);
}

/** A name comes from the KB, and may hold anything. */
function harmless(name: string): string {
  return name
    .replace(/[[\]<>|{}\s]+/g, ' ')
    .trim()
    .slice(0, 120);
}

/** Without its datatype, and without the time zone that Freebase puts behind dates. */
function literalText(text: string, term: Term): string {
  if (term.kind !== 'literal') return text.slice(term.range.start, term.range.end);
  if (term.written === 'bare') return term.value;
  return JSON.stringify(term.value.replace(/(?<=\d)-08:00$/, ''));
}

const OVER_STEPS: Readonly<Record<RepeatSign, string>> = {
  '+': 'over one step or more',
  '*': 'over any number of steps, or none',
  '?': 'over one step, or none',
};

function pathText(path: Path, named: (term: Term) => string): string {
  switch (path.kind) {
    case 'link':
      return named(path.iri);
    case 'inverse':
      return `the reverse of (${pathText(path.path, named)})`;
    case 'sequence':
      return path.steps.map((step) => pathText(step, named)).join(', then ');
    case 'alternative':
      return path.options.map((option) => pathText(option, named)).join(' or ');
    case 'repeat':
      return `${pathText(path.path, named)}, ${OVER_STEPS[path.sign]}`;
    case 'negated':
      return `any relation but ${path.links.map(named).join(', ')}`;
  }
}
