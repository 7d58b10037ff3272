/** Relation paths from the linked entities. Paths with the same relations are one path, independent of the nodes on the way. */
import type { RdfTerm } from '../../../kb/knowledge-base';
import { qualifiedLabelOf } from '../../../schema/labels';
import type { LinkedEntity } from '../../../question/linking/linking';
import { promptLine } from '../../../repair/feedback';
import { onOneLine } from '../../../language/text/control-characters';
import { hopKey, type Hop } from '../../../candidates/surroundings/surroundings';
import { irisOf, uniqueTerms, type PathWalk } from './path-walk';

export interface RelationPath {
  readonly start: LinkedEntity;
  readonly steps: readonly (readonly Hop[])[];
  /** Some of the nodes that the path leads to. */
  readonly ends: readonly RdfTerm[];
  /** The nodes on the way, to which the path does not return. */
  readonly visited: ReadonlySet<string>;
  readonly score: number;
}

/** Limits the ends of a path that are extended. */
const MAX_EXTENDED = 3;
const MAX_SHOWN = 4;
const MAX_NAME_LENGTH = 80;

export function startPath(start: LinkedEntity): RelationPath {
  const ends = [{ type: 'uri', value: start.iri } as const];
  return { start, steps: [], ends, visited: new Set([start.iri]), score: 0 };
}

/** Returns all extensions of a path by one step. */
export async function extendPath(path: RelationPath, walk: PathWalk): Promise<readonly RelationPath[]> {
  const nodes = irisOf(path.ends).slice(0, MAX_EXTENDED);
  const visited = new Set([...path.visited, ...nodes]);
  const extensions = new Map<string, RelationPath>();
  for (const node of nodes)
    for (const { hops, ends } of await walk.stepsFrom(node)) {
      const newEnds = ends.filter(({ value }) => !visited.has(value));
      if (!newEnds.length) continue;
      const key = stepKey(hops);
      const otherEnds = extensions.get(key)?.ends ?? [];
      extensions.set(key, {
        ...path,
        steps: [...path.steps, hops],
        ends: uniqueTerms([...otherEnds, ...newEnds]),
        visited,
      });
    }
  return [...extensions.values()];
}

export function stepKey(hops: readonly Hop[]): string {
  return hops.map(hopKey).join('/');
}

/** `"Titanic" → film: starring, performance: actor → "Kate Winslet", "Billy Zane", …` */
export function formatPathWithEnds(
  { start, steps, ends }: RelationPath,
  nameOf: (term: RdfTerm) => string,
): string {
  const shown = ends.slice(0, MAX_SHOWN).map((term) => quoteName(nameOf(term)));
  const endText = [...shown, ...(ends.length > MAX_SHOWN ? ['…'] : [])].join(', ');
  return [quoteName(start.name), ...steps.map(formatStep), endText].join(' → ');
}

/** The path for the user, without its ends, which are the answers. */
export function formatPath({ start, steps }: RelationPath): string {
  return [onOneLine(start.name), ...steps.map(formatStep)].join(' → ');
}

/** Includes the domain, because many relations have the same label. */
function formatStep(hops: readonly Hop[]): string {
  return hops
    .map(
      ({ relation, reverse }) => `${reverse ? '← ' : ''}${qualifiedLabelOf(relation).replace(' → ', ': ')}`,
    )
    .join(', ');
}

/** Names come from the KB, so they are escaped and limited to one line. */
function quoteName(name: string): string {
  return JSON.stringify(Array.from(promptLine(name)).slice(0, MAX_NAME_LENGTH).join(''));
}
