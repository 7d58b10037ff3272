/** A query as shown to a model: with names instead of IDs, without implicit filters, and with numbered parts. */
import { termsOf } from '../language/sparql/query-terms';
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
  const named = (term: Term): string => nameTerm(term, schema, nameOf);
  const names = new Map<number, string>();
  for (const term of termsOf(query)) {
    if (term.kind === 'iri') names.set(term.range.start, `[${named(term)}]`);
    if (term.kind === 'literal') names.set(term.range.start, named(term));
  }
  const { parts, dropped } = new PartList(query, schema, named);
  const tokensWithin = (part: TextRange): readonly SparqlToken[] =>
    query.tokens.filter((token) => covers(part, token));
  return {
    text: printTokens(query, bodyOf(query), names, dropped),
    parts: parts.map(({ prefix, triple, range: part }) => ({
      text: prefix + (triple ?? printTokens(query, tokensWithin(part), names, [])),
      range: part,
    })),
  };
}

interface Part {
  readonly prefix: string;
  /** The text of a triple. Other parts are printed as in the query. */
  readonly triple?: string;
  readonly range: TextRange;
}

const PREFIXES: Readonly<Partial<Record<Group['kind'], string>>> = {
  optional: 'if known: ',
  minus: 'not so: ',
  'union-branch': 'or: ',
};

/** The parts of a query, and the filters that a question leaves implicit. */
class PartList {
  readonly parts: Part[] = [];
  readonly dropped: TextRange[] = [];
  private readonly topics: ReadonlySet<string>;

  constructor(
    private readonly query: QueryModel,
    private readonly schema: KbSchema,
    private readonly named: (term: Term) => string,
  ) {
    this.topics = findTopics(query.query.groups);
    this.addSelect(query.query, '');
  }

  private addSelect(select: Select, prefix: string): void {
    for (const group of select.groups) if (group.kind !== 'template') this.addGroup(group, prefix);
    for (const { expression } of select.projection)
      if (expression && expression.kind !== 'term') this.parts.push({ prefix, range: expression.range });
    if (select.orderBy.length || select.limit)
      this.parts.push({ prefix, range: this.rangeOfOrderAndLimit(select) });
  }

  private rangeOfOrderAndLimit({ orderBy, limit }: Select): TextRange {
    const [first] = orderBy;
    const start = first
      ? this.query.tokens.findLast(({ end, value }) => end <= first.range.start && value === 'ORDER')?.start
      : undefined;
    return range(start ?? limit?.range.start ?? 0, limit?.range.end ?? orderBy.at(-1)?.range.end ?? 0);
  }

  private addGroup(group: Group, prefix: string): void {
    for (const triple of group.triples) this.addTriple(triple, prefix);
    for (const filter of group.filters) this.addFilter(filter, prefix);
    for (const values of group.values) this.parts.push({ prefix: '', range: values.range });
    for (const child of group.children) this.addGroup(child, prefix + (PREFIXES[child.kind] ?? ''));
    if (group.select) this.addSelect(group.select, prefix);
  }

  private addTriple({ subject, predicate, object, range: whole }: Triple, prefix: string): void {
    const { named, schema } = this;
    const isTyping = predicate.kind === 'link' && schema.isTyping(predicate.iri.iri) && object.kind === 'iri';
    const relation = predicate.kind === 'variable' ? named(predicate) : formatPath(predicate, named);
    const triple = isTyping
      ? `${named(subject)} is a ${labelOf(schema.idOf(object.iri) ?? object.iri)}`
      : `${named(subject)} | ${relation} | ${named(object)}`;
    this.parts.push({ prefix, triple, range: whole });
  }

  private addFilter(filter: Expression, prefix: string): void {
    for (const conjunct of conjuncts(filter))
      if (conjunct.kind === 'exists')
        this.addGroup(conjunct.group, `${prefix}${conjunct.negated ? 'not so: ' : ''}`);
      else if (isImplicit(conjunct, this.schema, this.topics)) this.dropped.push(conjunct.range);
      else this.parts.push({ prefix, range: conjunct.range });
  }
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
