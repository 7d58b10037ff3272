/** Nouns of classes, and the inferred classes of a node. */
import { labelOf } from '../schema/labels';
import type { KbSchema } from '../schema/schema';
import type { QueryEdge, QueryNode, Pattern } from './query-graph';

/** Types that most entities have. */
const UNINFORMATIVE_TYPES = new Set([
  'common.topic',
  'type.object',
  'base.type_ontology.abstract',
  'base.type_ontology.agent',
]);

export function typeNoun(type: string): string {
  const label = labelOf(type).replace(/\(s\)/g, '').toLowerCase();
  return label === 'citytown' ? 'city or town' : label;
}

export function isMediator(schema: KbSchema, pattern: readonly Pattern[], node: QueryNode): boolean {
  return (
    node.variable !== undefined &&
    [...impliedTypes(schema, pattern, node)].some((type) => schema.isMediator(type))
  );
}

/** The narrowest type that the query states or its relations imply. */
export function inferType(
  schema: KbSchema,
  patterns: readonly Pattern[],
  node: QueryNode,
): string | undefined {
  return narrowest(schema, impliedTypes(schema, patterns, node));
}

/** The narrowest type that each of the patterns implies. */
export function inferCommonType(
  schema: KbSchema,
  patterns: readonly Pattern[],
  node: QueryNode,
): string | undefined {
  const [first, ...others] = patterns.map((pattern) => {
    const implied = new Set<string>();
    for (const type of impliedTypes(schema, [pattern], node))
      for (const included of schema.includedTypes(type)) implied.add(included);
    return implied;
  });
  return narrowest(
    schema,
    [...(first ?? [])].filter((type) => others.every((implied) => implied.has(type))),
  );
}

function narrowest(schema: KbSchema, types: Iterable<string>): string | undefined {
  let best: string | undefined;
  let bestNarrowness = -1;
  for (const type of types) {
    if (UNINFORMATIVE_TYPES.has(type) || schema.type(type)?.kind === 'literal') continue;
    // A type that includes others is narrower than these.
    const narrowness = schema.includedTypes(type).size;
    if (narrowness > bestNarrowness) [best, bestNarrowness] = [type, narrowness];
  }
  return best;
}

/** The types of a node that the query states or its relations imply. */
export function* impliedTypes(
  schema: KbSchema,
  patterns: readonly Pattern[],
  node: QueryNode,
): Iterable<string> {
  for (const { typings, edges } of patterns) {
    for (const typing of typings) if (typing.node === node) yield typing.type;
    for (const edge of edges) {
      const type =
        edge.from === node
          ? inferEndType(schema, edge, 'domain')
          : edge.to === node
            ? inferEndType(schema, edge, 'range')
            : undefined;
      if (type !== undefined) yield type;
    }
  }
}

/** The type at one end of an edge; undefined if the alternatives of a path have no common type. */
function inferEndType(
  schema: KbSchema,
  { relation, or, repeated }: QueryEdge,
  end: 'domain' | 'range',
): string | undefined {
  if (relation === undefined) return undefined;
  const types = new Set([relation, ...or].map((id) => schema.relation(id)?.[end]));
  if (repeated === '*' || repeated === '?')
    types.add(schema.relation(relation)?.[end === 'domain' ? 'range' : 'domain']);
  return [...types].find((type) =>
    [...types].every(
      (other) => other !== undefined && [...schema.includedTypes(other)].some((id) => id === type),
    ),
  );
}

export function isPerson(schema: KbSchema, type: string | undefined): boolean {
  return (
    type !== undefined && [...schema.includedTypes(type)].some((included) => included === 'people.person')
  );
}
