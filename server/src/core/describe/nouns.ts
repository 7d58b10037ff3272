/** Nouns for classes, and the classes of a node as far as the query and the schema tell. */
import { labelOf } from '../schema/labels';
import type { KbSchema } from '../schema/schema';
import type { Edge, Node, Pattern } from './query-graph';

/** Types that say nothing of what a thing is. */
const SAYS_NOTHING = new Set([
  'common.topic',
  'type.object',
  'base.type_ontology.abstract',
  'base.type_ontology.agent',
]);

export function nounOfType(type: string): string {
  const label = labelOf(type).replace(/\(s\)/g, '').toLowerCase();
  return label === 'citytown' ? 'city or town' : label;
}

export function isMediator(schema: KbSchema, pattern: readonly Pattern[], node: Node): boolean {
  return (
    node.variable !== undefined &&
    [...typesOf(schema, pattern, node)].some((type) => schema.type(type)?.kind === 'mediator')
  );
}

/** The noun for a node of which no class is said: the narrowest that its relations speak of. */
export function inferredType(schema: KbSchema, patterns: readonly Pattern[], node: Node): string | undefined {
  return narrowest(schema, typesOf(schema, patterns, node));
}

/** The narrowest type that all of these patterns imply, each by itself. */
export function commonType(schema: KbSchema, patterns: readonly Pattern[], node: Node): string | undefined {
  const [first, ...others] = patterns.map((pattern) => {
    const implied = new Set<string>();
    for (const type of typesOf(schema, [pattern], node))
      for (const included of schema.included(type)) implied.add(included);
    return implied;
  });
  return narrowest(
    schema,
    [...(first ?? [])].filter((type) => others.every((implied) => implied.has(type))),
  );
}

function narrowest(schema: KbSchema, types: Iterable<string>): string | undefined {
  let best: string | undefined;
  let most = -1;
  for (const type of types) {
    if (SAYS_NOTHING.has(type) || schema.type(type)?.kind === 'literal') continue;
    // A type that includes others is narrower than these.
    const narrowness = schema.included(type).size;
    if (narrowness > most) [best, most] = [type, narrowness];
  }
  return best;
}

/** All that the query says, or its relations imply, of what a node is. */
export function* typesOf(schema: KbSchema, patterns: readonly Pattern[], node: Node): Iterable<string> {
  for (const { typings, edges } of patterns) {
    for (const typing of typings) if (typing.node === node) yield typing.type;
    for (const edge of edges) {
      const type =
        edge.from === node
          ? endOf(schema, edge, 'domain')
          : edge.to === node
            ? endOf(schema, edge, 'range')
            : undefined;
      if (type !== undefined) yield type;
    }
  }
}

/** Nothing where a path may lead to things of different kinds. */
function endOf(
  schema: KbSchema,
  { relation, or, repeated }: Edge,
  end: 'domain' | 'range',
): string | undefined {
  if (relation === undefined) return undefined;
  const types = new Set([relation, ...or].map((id) => schema.relation(id)?.[end]));
  if (repeated === '*' || repeated === '?')
    types.add(schema.relation(relation)?.[end === 'domain' ? 'range' : 'domain']);
  return [...types].find((type) =>
    [...types].every((other) => other !== undefined && [...schema.included(other)].some((id) => id === type)),
  );
}

export function isPerson(schema: KbSchema, type: string | undefined): boolean {
  return type !== undefined && [...schema.included(type)].some((included) => included === 'people.person');
}
