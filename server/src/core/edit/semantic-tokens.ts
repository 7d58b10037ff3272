/**
 * What the names in a query are, where only the schema or the reader can know. Keywords, texts, numbers and comments are
 * left to the grammar of the editor.
 */
import type { KbSchema } from '../schema/schema';
import { isEntityId } from '../language/rdf/ids';
import { XSD } from '../language/rdf/names';
import type { QueryModel } from '../language/sparql/model';
import type { Token } from '../language/sparql/tokens';
import { FUNCTIONS } from '../language/sparql/vocabulary';
import type { TextRange } from '../language/text/range';
import { namesOf, type Name } from './names';
import { variablesOf } from './variables';

export const SEMANTIC_TYPES = [
  'variable',
  'namespace',
  'property',
  'class',
  'entity',
  'type',
  'function',
] as const;
type SemanticType = (typeof SEMANTIC_TYPES)[number];

export const SEMANTIC_MODIFIERS = [
  /** The PREFIX of a namespace; where a variable first stands in a pattern. */
  'declaration',
  'defaultLibrary',
  /** A class whose nodes hold the parts of a fact together. */
  'mediator',
  /** A relation that leads to such nodes. */
  'toMediator',
  /** A relation that leads to literals. */
  'toLiteral',
  /** The KB has no such relation or class. */
  'unknown',
] as const;
type SemanticModifier = (typeof SEMANTIC_MODIFIERS)[number];

interface Nature {
  readonly type: SemanticType;
  readonly modifiers: readonly SemanticModifier[];
}
type SemanticToken = TextRange & Nature;

/** In the order of the text, and none across lines. */
export function semanticTokensOf(
  query: QueryModel,
  schema: KbSchema | undefined,
  within: TextRange = query.range,
): readonly SemanticToken[] {
  const tokens = [...variables(query), ...functions(query)];
  // The same few relations and classes stand in a query again and again.
  const known = new Map<string, Nature | undefined>();
  const natureOf = (iri: string): Nature | undefined => {
    if (!known.has(iri)) known.set(iri, whatIs(schema, iri));
    return known.get(iri);
  };
  for (const name of namesOf(query)) {
    if (name.token.end < within.start || name.token.start > within.end) continue;
    tokens.push(...tokensOfName(query, schema, name, natureOf));
  }
  return tokens
    .filter(({ start, end }) => start <= within.end && within.start <= end)
    .sort((left, right) => left.start - right.start);
}

function variables(query: QueryModel): readonly SemanticToken[] {
  return variablesOf(query).flatMap(({ places }) => {
    const first = places.find(({ inProjection, gives }) => gives || !inProjection);
    return places.map((place) =>
      token('variable', place.range, ...(place === first ? (['declaration'] as const) : [])),
    );
  });
}

function functions({ tokens }: QueryModel): readonly SemanticToken[] {
  return tokens
    .filter((one, index) => isCall(one, tokens[index + 1]))
    .map((one) => token('function', one, 'defaultLibrary'));
}

/** Aggregates may stand without brackets in Virtuoso. */
function isCall({ type, value }: Token, follows: Token | undefined): boolean {
  const word = type === 'keyword' ? FUNCTIONS.get(value) : undefined;
  return word !== undefined && (word.kind === 'aggregate' || follows?.value.startsWith('(') === true);
}

function* tokensOfName(
  query: QueryModel,
  schema: KbSchema | undefined,
  { token: { start, end, type }, prefix, local, iri, declares }: Name,
  natureOf: (iri: string) => Nature | undefined,
): Iterable<SemanticToken> {
  // The colon is punctuation.
  if (prefix && prefix.name !== '')
    yield token('namespace', { start, end: prefix.end - 1 }, ...(declares ? (['declaration'] as const) : []));
  if (declares || type === 'keyword') return;
  const what = natureOf(iri);
  if (!what) return;
  if (prefix) {
    if (local.start < local.end) yield { ...what, ...local };
    return;
  }
  // Of `<http://rdf.freebase.com/ns/film.film>` only the id; the rest is an IRI like any other.
  const id = schema?.idOf(iri) ?? iri;
  const from = end - 1 - id.length;
  if (from > start && query.text.startsWith(id, from)) yield { ...what, start: from, end: end - 1 };
}

function whatIs(schema: KbSchema | undefined, iri: string): Nature | undefined {
  if (iri.startsWith(XSD)) return { type: 'type', modifiers: [] };
  const id = schema?.idOf(iri);
  if (!schema || id === undefined) return undefined;
  const relation = schema.relation(id);
  if (relation) {
    const reached = relation.range === undefined ? undefined : schema.type(relation.range)?.kind;
    return {
      type: 'property',
      modifiers: reached === 'mediator' ? ['toMediator'] : reached === 'literal' ? ['toLiteral'] : [],
    };
  }
  const kind = schema.type(id)?.kind;
  if (kind) return { type: 'class', modifiers: kind === 'mediator' ? ['mediator'] : [] };
  if (!schema.machineIds) return undefined;
  if (isEntityId(id)) return { type: 'entity', modifiers: [] };
  // By its form: a relation has three parts or more, a class two.
  const parts = id.split('.').length;
  if (parts < 2) return undefined;
  return { type: parts > 2 ? 'property' : 'class', modifiers: schema.claimsToKnow(id) ? ['unknown'] : [] };
}

function token(
  type: SemanticType,
  { start, end }: TextRange,
  ...modifiers: readonly SemanticModifier[]
): SemanticToken {
  return { start, end, type, modifiers };
}
