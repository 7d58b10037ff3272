/** A query as shown to a model: with names instead of IDs, without implicit filters, and with numbered parts. */
import { relationsOfPath } from '../language/sparql/query-terms';
import { labelOf } from '../schema/labels';
import type { KbSchema } from '../schema/schema';
import type {
  Expression,
  Group,
  PropertyPath,
  QueryModel,
  RepeatSign,
  Select,
  Term,
  Triple,
} from '../language/sparql/model';
import type { SparqlToken } from '../language/sparql/tokens';
import { covers, range, type TextRange } from '../language/text/range';
import { readCondition } from './conditions';
import { Nodes } from './query-graph';

export interface NamedQuery {
  readonly text: string;
  /** Numbered from 1. */
  readonly parts: readonly { readonly text: string; readonly range: TextRange }[];
}

type NameOf = (iri: string) => string | undefined;

export function toNamedQuery(query: QueryModel, schema: KbSchema, nameOf: NameOf): NamedQuery {
  const names = new Map<number, string>();
  const dropped: TextRange[] = [];
  const topics = findTopics(query.query.groups);
  const parts: { text: string; range: TextRange }[] = [];
  const named = (term: Term): string => nameTerm(term, schema, nameOf);
  const addName = (term: Term): void => {
    if (term.kind === 'iri') names.set(term.range.start, `[${named(term)}]`);
    if (term.kind === 'literal') names.set(term.range.start, named(term));
  };

  const visitTriple = (triple: Triple, prefix: string): void => {
    const { subject, predicate, object } = triple;
    for (const term of [subject, object]) addName(term);
    if (predicate.kind !== 'variable') for (const link of relationsOfPath(predicate)) addName(link);
    const isTyping = predicate.kind === 'link' && schema.isTyping(predicate.iri.iri) && object.kind === 'iri';
    const relation = predicate.kind === 'variable' ? named(predicate) : formatPath(predicate, named);
    const text = isTyping
      ? `${named(subject)} is a ${labelOf(schema.idOf(object.iri) ?? object.iri)}`
      : `${named(subject)} | ${relation} | ${named(object)}`;
    parts.push({ text: prefix + text, range: triple.range });
  };

  const visitFilter = (filter: Expression, prefix: string): void => {
    for (const conjunct of conjuncts(filter)) {
      if (conjunct.kind === 'exists') {
        visitGroup(conjunct.group, `${prefix}${conjunct.negated ? 'not so: ' : ''}`);
        continue;
      }
      nameExpression(conjunct);
      if (isImplicit(conjunct, schema, topics)) dropped.push(conjunct.range);
      else parts.push({ text: prefix, range: conjunct.range });
    }
  };

  const nameExpression = (expression: Expression): void => {
    if (expression.kind === 'term') addName(expression.term);
    else if (expression.kind === 'operation' || expression.kind === 'call')
      for (const argument of expression.args) nameExpression(argument);
    else if (expression.kind === 'exists') nameGroup(expression.group);
  };
  const nameGroup = (group: Group): void => {
    for (const { subject, predicate, object } of group.triples) {
      for (const term of [subject, object]) addName(term);
      if (predicate.kind !== 'variable') for (const link of relationsOfPath(predicate)) addName(link);
    }
    for (const filter of group.filters) nameExpression(filter);
    for (const child of group.children) nameGroup(child);
  };

  const PREFIXES: Readonly<Partial<Record<Group['kind'], string>>> = {
    optional: 'if known: ',
    minus: 'not so: ',
    'union-branch': 'or: ',
  };
  const visitGroup = (group: Group, prefix: string): void => {
    for (const triple of group.triples) visitTriple(triple, prefix);
    for (const filter of group.filters) visitFilter(filter, prefix);
    for (const { expression } of group.binds) nameExpression(expression);
    for (const { rows } of group.values)
      for (const row of rows) for (const term of row) if (term) addName(term);
    for (const values of group.values) parts.push({ text: '', range: values.range });
    for (const child of group.children) visitGroup(child, prefix + (PREFIXES[child.kind] ?? ''));
    if (group.select) visitSelect(group.select, prefix);
  };

  const visitSelect = (select: Select, prefix: string): void => {
    for (const term of select.described) addName(term);
    for (const group of select.groups) if (group.kind !== 'template') visitGroup(group, prefix);
    for (const { expression } of select.projection)
      if (expression && expression.kind !== 'term') parts.push({ text: prefix, range: expression.range });
    for (const expression of [...select.having, ...select.orderBy]) nameExpression(expression);
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

  const tokensWithin = (part: TextRange): readonly SparqlToken[] =>
    query.tokens.filter((token) => covers(part, token));
  const text = printTokens(query, bodyOf(query), names, dropped);
  return {
    text,
    parts: parts.map((part) =>
      part.text.includes('|') || part.text.includes(' is a ')
        ? part
        : { ...part, text: part.text + printTokens(query, tokensWithin(part.range), names, []) },
    ),
  };
}

/** Lists the parts, one per line. */
export function numberParts({ parts }: NamedQuery): string {
  return parts.map(({ text }, index) => `${String(index + 1)}. ${text}`).join('\n');
}

function bodyOf({ tokens, query }: QueryModel): readonly SparqlToken[] {
  const start = query.keyword?.start ?? query.range.start;
  return tokens.filter((token) => token.start >= start);
}

/** Prints tokens with names, one line per triple or brace, without the dropped filters. */
function printTokens(
  { text }: QueryModel,
  tokens: readonly SparqlToken[],
  names: ReadonlyMap<number, string>,
  dropped: readonly TextRange[],
): string {
  let output = '';
  let skipTo = -1;
  for (const [index, token] of tokens.entries()) {
    if (index <= skipTo) continue;
    if (token.value === 'FILTER' && token.type === 'keyword') {
      const end = endOfFilter(tokens, index);
      const filter = range(token.start, tokens[end]?.end ?? token.end);
      const droppedHere = dropped.filter((part) => covers(filter, part));
      const remains = tokens
        .slice(index + 1, end)
        .some((other) => isOperand(other) && !droppedHere.some((part) => covers(part, other)));
      if (droppedHere.length && !remains) {
        skipTo = end;
        continue;
      }
    }
    const name = names.get(token.start);
    const word = name ?? text.slice(token.start, token.end);
    // The replacement includes the datatype or language tag.
    if (name?.startsWith('"') === true) skipTo = endOfLiteral(tokens, index);
    output += word === '}' ? '\n}' : word === '.' || word === '{' ? ` ${word}\n ` : ` ${word}`;
  }
  return output
    .replace(/[ \t]+/g, ' ')
    .replace(/\n\s*\n/g, '\n')
    .trim();
}

function isOperand({ type, value }: SparqlToken): boolean {
  return type !== 'punctuation' || !['(', ')', '&&'].includes(value);
}

function endOfFilter(tokens: readonly SparqlToken[], start: number): number {
  let depth = 0;
  for (let index = start + 1; index < tokens.length; index++) {
    const value = tokens[index]?.value;
    if (value === '(' || value === '{') depth++;
    if ((value === ')' || value === '}') && --depth === 0) return index;
  }
  return start;
}

/** `"1990"^^xsd:gYear` and `"Obama"@en` are several tokens. */
function endOfLiteral(tokens: readonly SparqlToken[], start: number): number {
  const next = tokens[start + 1];
  if (next?.value === '^^') return start + 2;
  return next?.type === 'lang' ? start + 1 : start;
}

function conjuncts(filter: Expression): readonly Expression[] {
  return filter.kind === 'operation' && filter.operator === '&&' ? filter.args.flatMap(conjuncts) : [filter];
}

/** Whether a question leaves a filter implicit. Excluding a topic entity of the query is implicit, excluding another entity is not. */
function isImplicit(filter: Expression, schema: KbSchema, topics: ReadonlySet<string>): boolean {
  const condition = readCondition(filter, new Nodes(new Map()), (iri) => schema.idOf(iri) ?? iri);
  if (condition === 'implicit') return !isInequalityOfVariables(filter);
  return (
    condition?.kind === 'compare' &&
    condition.operator === '!=' &&
    condition.value.kind === 'iri' &&
    topics.has(condition.value.iri)
  );
}

function isInequalityOfVariables(filter: Expression): boolean {
  return (
    filter.kind === 'operation' &&
    filter.operator === '!=' &&
    filter.args.every((side) => side.kind === 'term' && side.term.kind === 'variable')
  );
}

function findTopics(groups: readonly Group[]): Set<string> {
  const topics = new Set<string>();
  for (const { triples, children, select } of groups) {
    for (const { subject, object } of triples)
      for (const term of [subject, object]) if (term.kind === 'iri') topics.add(term.iri);
    for (const iri of findTopics([...children, ...(select?.groups ?? [])])) topics.add(iri);
  }
  return topics;
}

function nameTerm(term: Term, schema: KbSchema, nameOf: NameOf): string {
  if (term.kind === 'variable') return `?${term.name}`;
  if (term.kind === 'blank') return '?thing';
  if (term.kind === 'literal')
    return term.written === 'bare' ? term.value : JSON.stringify(withoutTimeZone(term.value));
  const id = schema.idOf(term.iri) ?? term.iri;
  if (schema.hasRelation(id) || schema.hasType(id)) {
    const segments = id.split(/[./#]/);
    return segments.slice(-2).map(labelOf).join(', ');
  }
  return sanitizeName(nameOf(term.iri) ?? id);
}

/** Names come from the KB and can contain anything. */
function sanitizeName(name: string): string {
  return name
    .replace(/[[\]<>|{}\s]+/g, ' ')
    .trim()
    .slice(0, 120);
}

/** Removes the time zone that Freebase appends to dates. */
function withoutTimeZone(date: string): string {
  return date.replace(/(?<=\d)-08:00$/, '');
}

const REPETITION_NOTES: Readonly<Record<RepeatSign, string>> = {
  '+': 'over one step or more',
  '*': 'over any number of steps, or none',
  '?': 'over one step, or none',
};

function formatPath(path: PropertyPath, named: (term: Term) => string): string {
  switch (path.kind) {
    case 'link':
      return named(path.iri);
    case 'inverse':
      return `the reverse of (${formatPath(path.path, named)})`;
    case 'sequence':
      return path.steps.map((step) => formatPath(step, named)).join(', then ');
    case 'alternative':
      return path.options.map((option) => formatPath(option, named)).join(' or ');
    case 'repeat':
      return `${formatPath(path.path, named)}, ${REPETITION_NOTES[path.sign]}`;
    case 'negated':
      return `any relation but ${path.links.map(named).join(', ')}`;
  }
}
