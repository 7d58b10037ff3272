import type { KbSchema } from '../schema/schema';
import { isEntityId } from '../language/rdf/ids';
import { XSD } from '../language/rdf/names';
import type { QueryModel } from '../language/sparql/model';
import type { SparqlToken } from '../language/sparql/tokens';
import { FUNCTIONS, SPARQL12_FUNCTIONS } from '../language/sparql/vocabulary';
import type { TextRange } from '../language/text/range';
import { namesOf, type NameOccurrence } from './names';
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
  /** The declaration of a prefix, or the first use of a variable in a pattern. */
  'declaration',
  'defaultLibrary',
  /** A mediator class. */
  'mediator',
  /** A relation to a mediator. */
  'toMediator',
  /** A relation to literals. */
  'toLiteral',
  /** A relation or class that the KB does not have. */
  'unknown',
] as const;
type SemanticModifier = (typeof SEMANTIC_MODIFIERS)[number];

interface Classification {
  readonly type: SemanticType;
  readonly modifiers: readonly SemanticModifier[];
}
type SemanticToken = TextRange & Classification;

/**
 * Semantic tokens for names, variables and functions, in the order of the text. Keywords, strings, numbers and comments
 * are left to the TextMate grammar.
 */
export function semanticTokensOf(
  query: QueryModel,
  schema: KbSchema | undefined,
  within: TextRange = query.range,
): readonly SemanticToken[] {
  const tokens = [...variables(query), ...functions(query)];
  // Names repeat within a query, so their classification is cached.
  const cache = new Map<string, Classification | undefined>();
  const classifyCached = (iri: string): Classification | undefined => {
    if (!cache.has(iri)) cache.set(iri, classify(schema, iri));
    return cache.get(iri);
  };
  for (const name of namesOf(query)) {
    if (name.token.end < within.start || name.token.start > within.end) continue;
    tokens.push(...tokensOfName(query, schema, name, classifyCached));
  }
  return tokens
    .filter(({ start, end }) => start <= within.end && within.start <= end)
    .sort((left, right) => left.start - right.start);
}

function variables(query: QueryModel): readonly SemanticToken[] {
  return variablesOf(query).flatMap(({ places }) => {
    const first = places.find(({ inProjection, assigns }) => assigns || !inProjection);
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

/** Virtuoso accepts aggregates without brackets. */
function isCall({ type, value }: SparqlToken, follows: SparqlToken | undefined): boolean {
  const word = (type === 'keyword' ? FUNCTIONS : type === 'word' ? SPARQL12_FUNCTIONS : undefined)?.get(
    value,
  );
  return word !== undefined && (word.kind === 'aggregate' || follows?.value.startsWith('(') === true);
}

function* tokensOfName(
  query: QueryModel,
  schema: KbSchema | undefined,
  { token: { start, end, type }, prefix, local, iri, declares }: NameOccurrence,
  classifyCached: (iri: string) => Classification | undefined,
): Iterable<SemanticToken> {
  // The colon is not part of the token.
  if (prefix && prefix.name !== '')
    yield token('namespace', { start, end: prefix.end - 1 }, ...(declares ? (['declaration'] as const) : []));
  if (declares || type === 'keyword') return;
  const classification = classifyCached(iri);
  if (!classification) return;
  if (prefix) {
    if (local.start < local.end) yield { ...classification, ...local };
    return;
  }
  // Of `<http://rdf.freebase.com/ns/film.film>` only the id is marked.
  const id = schema?.idOf(iri) ?? iri;
  const from = end - 1 - id.length;
  if (from > start && query.text.startsWith(id, from)) yield { ...classification, start: from, end: end - 1 };
}

function classify(schema: KbSchema | undefined, iri: string): Classification | undefined {
  if (iri.startsWith(XSD)) return { type: 'type', modifiers: [] };
  const id = schema?.idOf(iri);
  if (!schema || id === undefined) return undefined;
  const relation = schema.relation(id);
  if (relation) {
    const rangeKind = relation.range === undefined ? undefined : schema.type(relation.range)?.kind;
    return {
      type: 'property',
      modifiers: rangeKind === 'mediator' ? ['toMediator'] : rangeKind === 'literal' ? ['toLiteral'] : [],
    };
  }
  const kind = schema.type(id)?.kind;
  if (kind) return { type: 'class', modifiers: kind === 'mediator' ? ['mediator'] : [] };
  if (!schema.machineIds) return undefined;
  if (isEntityId(id)) return { type: 'entity', modifiers: [] };
  // The id is unknown, so its form decides: a relation has at least three parts, a class two.
  const parts = id.split('.').length;
  if (parts < 2) return undefined;
  return { type: parts > 2 ? 'property' : 'class', modifiers: schema.isCompleteFor(id) ? ['unknown'] : [] };
}

function token(
  type: SemanticType,
  { start, end }: TextRange,
  ...modifiers: readonly SemanticModifier[]
): SemanticToken {
  return { start, end, type, modifiers };
}
