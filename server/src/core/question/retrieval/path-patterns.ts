/** Formats paths as SPARQL patterns with the prefix `ns`, for prompts. */
import type { KbSchema } from '../../schema/schema';
import { rankPaths, schemaPaths, type PathSteps } from './paths';
import type { SchemaRetriever } from './retrieval';

/** The most likely paths of all entities together. Ids that cannot follow a prefix are omitted. */
export function pathPatterns(
  question: string,
  entities: readonly { readonly id: string; readonly types: readonly string[] }[],
  parts: {
    readonly retriever: SchemaRetriever;
    readonly schema: KbSchema;
    readonly real: ReadonlySet<string>;
    /** If given, only paths with these relations. */
    readonly only?: ReadonlySet<string> | undefined;
  },
  limit: number,
): readonly string[] {
  const { only } = parts;
  const isAllowed = (path: PathSteps): boolean => !only || path.every(({ relation }) => only.has(relation));
  return entities
    .filter(({ id }) => LOCAL_NAME.test(id))
    .flatMap(({ id, types }) =>
      rankPaths(question, schemaPaths(types, parts.schema, parts.real).filter(isAllowed), parts, limit)
        .filter(({ steps }) => steps.every(({ relation }) => LOCAL_NAME.test(relation)))
        .map(({ steps, score }) => ({ pattern: patternOf(id, steps), score })),
    )
    .sort((left, right) => right.score - left.score)
    .slice(0, Math.max(0, limit))
    .map(({ pattern }) => pattern);
}

const LOCAL_NAME = /^\w[\w.-]*\w$/;

/** The path from the entity to `?x`, through `?y` if it has two steps. */
function patternOf(entity: string, steps: PathSteps): string {
  const nodes = [`ns:${entity}`, ...steps.slice(1).map(() => '?y'), '?x'];
  return steps
    .map(({ relation, reverse }, at) => {
      const [from = '', to = ''] = nodes.slice(at);
      return reverse ? `${to} ns:${relation} ${from} .` : `${from} ns:${relation} ${to} .`;
    })
    .join(' ');
}
