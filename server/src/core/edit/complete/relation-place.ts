import type { Inference } from '../../schema/inference/inference';
import type { Link, PatternNode, Scope } from '../../schema/inference/scopes';
import { unambiguousTypes, type TypeEvidence } from '../../schema/inference/type-evidence';
import { domainOf } from '../../schema/domain-index';
import type { KbSchema } from '../../schema/schema';
import { stem } from '../../language/english/nouns';
import { synonymSetOf } from '../../schema/synonyms';
import { splitIdWords } from '../../schema/name-index';
import { questionOf } from '../../language/sparql/header';
import type { Expression, QueryModel, Term } from '../../language/sparql/model';
import { CURSOR_IRI, type CompletionPlace } from './place';

/** What the query says about the relation at the cursor. */
export interface RelationPlace {
  readonly subjectTypes: readonly string[];
  readonly objectTypes: readonly string[];
  readonly subject: NodeRole;
  readonly object: NodeRole;
  /** Other relations of the subject in the query. */
  readonly taken: ReadonlySet<string>;
  /** The reverses of the relations that lead to the subject. */
  readonly back: ReadonlySet<string>;
  /** The relations of the object in the query. A reverse of one of them would lead back. */
  readonly onward: ReadonlySet<string>;
  /** The stemmed words of the query's question, and their synonym groups. */
  readonly question: ReadonlySet<string | number>;
  /** The domains of the other relations of the query. */
  readonly domains: ReadonlySet<string>;
}

/** The role of a term in the query, apart from the relation at the cursor. */
export type NodeRole =
  | 'entity'
  | 'literal'
  /** A selected variable. */
  | 'answer'
  /** A variable in a comparison or in ORDER BY. */
  | 'measure'
  /** A variable that other patterns use. */
  | 'joined'
  /** A variable that appears nowhere else, or a missing term. */
  | 'fresh';

export const NO_CONTEXT: RelationPlace = {
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
  const atCursor = linkAtCursor(inference);
  const domains = new Set<string>();
  for (const { iri } of inference.scopes.relations) {
    const id = schema.idOf(iri.iri);
    if (id !== undefined) domains.add(domainOf(id));
  }
  const question = questionWords(questionOf(query)?.text ?? '');
  if (!atCursor) return { ...NO_CONTEXT, ...typesInTemplate(query, inference), question, domains };
  const { link, scope, inverse } = atCursor;
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
    subjectTypes: typesOfNode(inference, scope, subject, link),
    objectTypes: typesOfNode(inference, scope, object, link),
    subject: roleOf(query, inference, subject, link),
    object: roleOf(query, inference, object, link),
    taken,
    back,
    onward,
    question,
    domains,
  };
}

function questionWords(question: string): ReadonlySet<string | number> {
  const words = new Set<string | number>();
  for (const word of splitIdWords(question).map(stem)) {
    words.add(word);
    const meaning = synonymSetOf(word);
    if (meaning !== undefined) words.add(meaning);
  }
  return words;
}

/** The link whose relation is at the cursor. */
function linkAtCursor(
  inference: Inference,
): { readonly link: Link; readonly scope: Scope; readonly inverse: boolean } | undefined {
  for (const scope of inference.scopes.all) {
    for (const link of scope.links) {
      const option = link.options.find(({ iri }) => iri.iri === CURSOR_IRI);
      if (option) return { link, scope, inverse: option.inverse };
    }
  }
  return undefined;
}

/** In a CONSTRUCT template: the types that the pattern gives the variables of the triple. */
function typesInTemplate(
  { query }: QueryModel,
  inference: Inference,
): Pick<RelationPlace, 'subjectTypes' | 'objectTypes'> {
  const triples = query.groups.flatMap(({ kind, triples: own }) => (kind === 'template' ? own : []));
  const here = triples.find(({ predicate }) => predicate.kind === 'link' && predicate.iri.iri === CURSOR_IRI);
  const types = (term: Term | undefined): readonly string[] =>
    term?.kind === 'variable'
      ? typesOfNode(inference, inference.scopes.root, inference.scopes.answerNode(term.name))
      : [];
  return { subjectTypes: types(here?.subject), objectTypes: types(here?.object) };
}

/**
 * The known types of a node in a scope. If the scope has none, as often inside MINUS and NOT EXISTS, the evidence of the
 * whole query is used. The link `except` is ignored.
 */
export function typesOfNode(
  inference: Inference,
  scope: Scope,
  node: PatternNode,
  except?: Link,
): readonly string[] {
  const about = (one: Scope): Iterable<TypeEvidence> => inference.typesIn(one).evidenceFor(node.key);
  const inScope = unambiguousTypes(about(scope), except);
  if (inScope.length) return inScope;
  return unambiguousTypes(
    inference.scopes.all.flatMap((one) => [...about(one)]),
    except,
  );
}

function roleOf(
  { query }: QueryModel,
  { scopes }: Inference,
  { key, term }: PatternNode,
  except: Link,
): NodeRole {
  if (!term) return 'joined';
  if (term.kind === 'iri') return 'entity';
  if (term.kind === 'literal') return 'literal';
  if (query.projection.some(({ variable }) => isNamed(variable, term))) return 'answer';
  const compared = scopes.all.some(({ comparisons }) => comparisons.some(({ node }) => node.key === key));
  if (compared || query.orderBy.some((expression) => mentions(expression, term))) return 'measure';
  const joined = scopes.all.some(({ links }) =>
    links.some((link) => link !== except && (link.subject.key === key || link.object.key === key)),
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
