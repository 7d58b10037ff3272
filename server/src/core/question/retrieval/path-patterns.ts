/** Paths as patterns of SPARQL with the prefix `ns`, as a model is shown them. */
import type { KbSchema } from '../../schema/schema';
import { rankPaths, walksFrom, type PathSteps } from './paths';
import type { SchemaRetriever } from './retrieval';

interface Entity {
  readonly id: string;
  readonly types: readonly string[];
}

/** The likeliest of all entities together. Only what can stand behind a prefix is shown. */
export function pathPatterns(
  question: string,
  entities: readonly Entity[],
  parts: {
    readonly retriever: SchemaRetriever;
    readonly schema: KbSchema;
    readonly real: ReadonlySet<string>;
    /** Where it is known which relations count. */
    readonly only?: ReadonlySet<string> | undefined;
  },
  most: number,
): readonly string[] {
  const { only } = parts;
  const counts = (walk: PathSteps): boolean => !only || walk.every(({ relation }) => only.has(relation));
  return entities
    .filter(({ id }) => CAN_BE_SHORT.test(id))
    .flatMap(({ id, types }) =>
      rankPaths(question, walksFrom(types, parts.schema, parts.real).filter(counts), parts, most)
        .filter(({ steps }) => steps.every(({ relation }) => CAN_BE_SHORT.test(relation)))
        .map(({ steps, score }) => ({ pattern: patternOf(id, steps), score })),
    )
    .sort((left, right) => right.score - left.score)
    .slice(0, Math.max(0, most))
    .map(({ pattern }) => pattern);
}

const CAN_BE_SHORT = /^\w[\w.-]*\w$/;

/** From the entity over `?y` to `?x`. */
function patternOf(entity: string, steps: PathSteps): string {
  const nodes = [`ns:${entity}`, ...steps.slice(1).map(() => '?y'), '?x'];
  return steps
    .map(({ relation, reverse }, at) => {
      const [from = '', to = ''] = nodes.slice(at);
      return reverse ? `${to} ns:${relation} ${from} .` : `${from} ns:${relation} ${to} .`;
    })
    .join(' ');
}
