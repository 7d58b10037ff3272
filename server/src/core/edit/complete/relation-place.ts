/** What the query says about the place where a relation is being typed. */
import type { Inference } from '../../schema/inference/inference';
import type { Link, PatternNode, Scope } from '../../schema/inference/scopes';
import { typesTold, type TypeEvidence } from '../../schema/inference/type-evidence';
import { domainOf } from '../../schema/domains';
import type { KbSchema } from '../../schema/schema';
import { stem } from '../../language/english/nouns';
import { meaningOf } from '../../schema/synonyms';
import { wordsOf } from '../../schema/name-index';
import { questionOf } from '../../language/sparql/header';
import type { Expression, QueryModel, Term } from '../../language/sparql/model';
import { HERE, type CompletionPlace } from './place';

export interface RelationPlace {
  readonly subjectTypes: readonly string[];
  readonly objectTypes: readonly string[];
  readonly subject: NodeRole;
  readonly object: NodeRole;
  /** Relations that the subject has already. */
  readonly taken: ReadonlySet<string>;
  /** Relations that would lead back to where the subject was reached from. */
  readonly back: ReadonlySet<string>;
  /** Relations that start from the object: the reverse of one of them would lead there and back. */
  readonly onward: ReadonlySet<string>;
  /** The words of the question that stands above the query, and their meanings. */
  readonly question: ReadonlySet<string | number>;
  /** The first parts of the relations in the rest of the query. */
  readonly domains: ReadonlySet<string>;
}

/** What a term is for the query, apart from the relation in question. */
export type NodeRole =
  | 'entity'
  | 'literal'
  /** A variable that the query selects. */
  | 'answer'
  /** A variable that is compared, or that answers are sorted by. */
  | 'measure'
  /** A variable of other patterns. */
  | 'joined'
  /** A variable that stands nowhere else, or is not written yet. */
  | 'fresh';

export const NOWHERE: RelationPlace = {
  subjectTypes: [],
  objectTypes: [],
  subject: 'fresh',
  object: 'fresh',
  taken: new Set(),
  back: new Set(),
  onward: new Set(),
  question: new Set(),
  domains: new Set(),
};

export function relationPlace(
  { query }: CompletionPlace,
  inference: Inference,
  schema: KbSchema,
): RelationPlace {
  const found = linkAtHere(inference);
  const domains = new Set<string>();
  for (const { iri } of inference.scopes.relations) {
    const id = schema.idOf(iri.iri);
    if (id !== undefined) domains.add(domainOf(id));
  }
  const question = wordsAsked(questionOf(query)?.text ?? '');
  if (!found) return { ...NOWHERE, ...typesInTemplate(query, inference), question, domains };
  const { link, scope, inverse } = found;
  const [subject, object] = inverse ? [link.object, link.subject] : [link.subject, link.object];
  const taken = new Set<string>();
  const back = new Set<string>();
  const onward = new Set<string>();
  for (const other of inference.scopes.all.flatMap(({ links }) => links)) {
    if (other === link) continue;
    for (const option of other.options) {
      const id = schema.idOf(option.iri.iri);
      if (id === undefined) continue;
      const [from, to] = option.inverse ? [other.object, other.subject] : [other.subject, other.object];
      if (from.key === subject.key) taken.add(id);
      if (from.key === object.key) onward.add(id);
      const reverse = to.key === subject.key ? schema.relation(id)?.reverse : undefined;
      if (reverse !== undefined) back.add(reverse);
    }
  }
  return {
    subjectTypes: typesOf(inference, scope, subject, link),
    objectTypes: typesOf(inference, scope, object, link),
    subject: roleOf(query, inference, subject, link),
    object: roleOf(query, inference, object, link),
    taken,
    back,
    onward,
    question,
    domains,
  };
}

function wordsAsked(question: string): ReadonlySet<string | number> {
  const words = new Set<string | number>();
  for (const word of wordsOf(question).map(stem)) {
    words.add(word);
    const meaning = meaningOf(word);
    if (meaning !== undefined) words.add(meaning);
  }
  return words;
}

function linkAtHere(
  inference: Inference,
): { readonly link: Link; readonly scope: Scope; readonly inverse: boolean } | undefined {
  for (const scope of inference.scopes.all) {
    for (const link of scope.links) {
      const option = link.options.find(({ iri }) => iri.iri === HERE);
      if (option) return { link, scope, inverse: option.inverse };
    }
  }
  return undefined;
}

/** What CONSTRUCT writes matches nothing itself, but speaks of the variables of the pattern. */
function typesInTemplate(
  { query }: QueryModel,
  inference: Inference,
): Pick<RelationPlace, 'subjectTypes' | 'objectTypes'> {
  const triples = query.groups.flatMap(({ kind, triples: own }) => (kind === 'template' ? own : []));
  const here = triples.find(({ predicate }) => predicate.kind === 'link' && predicate.iri.iri === HERE);
  const types = (term: Term | undefined): readonly string[] =>
    term?.kind === 'variable'
      ? typesOf(inference, inference.scopes.root, inference.scopes.answerNode(term.name))
      : [];
  return { subjectTypes: types(here?.subject), objectTypes: types(here?.object) };
}

/**
 * What is known of a node where it stands. MINUS and NOT EXISTS prove nothing about the node outside, but whoever writes
 * in them means the same thing: there, all that the query says counts.
 */
export function typesOf(
  inference: Inference,
  scope: Scope,
  node: PatternNode,
  apart?: Link,
): readonly string[] {
  const about = (one: Scope): Iterable<TypeEvidence> => inference.typesIn(one).about(node.key);
  const within = typesTold(about(scope), apart);
  if (within.length) return within;
  return typesTold(
    inference.scopes.all.flatMap((one) => [...about(one)]),
    apart,
  );
}

function roleOf(
  { query }: QueryModel,
  { scopes }: Inference,
  { key, term }: PatternNode,
  apart: Link,
): NodeRole {
  if (!term) return 'joined';
  if (term.kind === 'iri') return 'entity';
  if (term.kind === 'literal') return 'literal';
  if (query.projection.some(({ variable }) => isNamed(variable, term))) return 'answer';
  const compared = scopes.all.some(({ comparisons }) => comparisons.some(({ node }) => node.key === key));
  if (compared || query.orderBy.some((expression) => mentions(expression, term))) return 'measure';
  const joined = scopes.all.some(({ links }) =>
    links.some((link) => link !== apart && (link.subject.key === key || link.object.key === key)),
  );
  return joined ? 'joined' : 'fresh';
}

function isNamed(variable: Term | undefined, term: Term): boolean {
  return variable?.kind === 'variable' && term.kind === 'variable' && variable.name === term.name;
}

function mentions(expression: Expression, term: Term): boolean {
  switch (expression.kind) {
    case 'term':
      return isNamed(expression.term, term);
    case 'operation':
    case 'call':
      return expression.args.some((argument) => mentions(argument, term));
    case 'exists':
    case 'unreadable':
      return false;
  }
}
