/** Paths from the entities of a question, and how they grow. Two that take the same relations are one, whatever nodes they pass. */
import type { RdfTerm } from '../../../kb/knowledge-base';
import { qualifiedLabelOf } from '../../../schema/labels';
import type { LinkedEntity } from '../../../question/linking/linking';
import { oneLine } from '../../../repair/feedback';
import { onOneLine } from '../../../language/text/controls';
import { eachOnce, type PathHop, type PathWalk } from './walk';

export interface RelationPath {
  readonly start: LinkedEntity;
  /** The hops of each step. */
  readonly steps: readonly (readonly PathHop[])[];
  /** Some of what it leads to. */
  readonly ends: readonly RdfTerm[];
  /** The nodes on the way, which it does not come back to. */
  readonly passed: ReadonlySet<string>;
  readonly score: number;
}

/** So many of what a path leads to are gone on from. */
const MAX_NODES = 3;
const MAX_SHOWN = 4;
const MAX_NAME_LENGTH = 80;

export function startAt(start: LinkedEntity): RelationPath {
  const ends = [{ type: 'uri', value: start.iri } as const];
  return { start, steps: [], ends, passed: new Set([start.iri]), score: 0 };
}

/** All that it could become by one more step. */
export async function grown(path: RelationPath, walk: PathWalk): Promise<readonly RelationPath[]> {
  const nodes = path.ends.flatMap(({ type, value }) => (type === 'uri' ? [value] : [])).slice(0, MAX_NODES);
  const passed = new Set([...path.passed, ...nodes]);
  const found = new Map<string, RelationPath>();
  for (const node of nodes)
    for (const { hops, ends } of await walk.stepsFrom(node)) {
      const ahead = ends.filter(({ value }) => !passed.has(value));
      if (!ahead.length) continue;
      const key = keyOf(hops);
      const before = found.get(key)?.ends ?? [];
      found.set(key, {
        ...path,
        steps: [...path.steps, hops],
        ends: eachOnce([...before, ...ahead]),
        passed,
      });
    }
  return [...found.values()];
}

export function keyOf(hops: readonly PathHop[]): string {
  return hops.map(({ relation, reverse }) => (reverse ? `^${relation}` : relation)).join('/');
}

/** `"Titanic" → film: starring, performance: actor → "Kate Winslet", "Billy Zane", …` */
export function pathInWords({ start, steps, ends }: RelationPath, nameOf: (term: RdfTerm) => string): string {
  const shown = ends.slice(0, MAX_SHOWN).map((term) => clipped(nameOf(term)));
  const reached = [...shown, ...(ends.length > MAX_SHOWN ? ['…'] : [])].join(', ');
  return [clipped(start.name), ...steps.map(stepInWords), reached].join(' → ');
}

/** The same for people: without what it leads to, which is the answer. */
export function pathTold({ start, steps }: RelationPath): string {
  return [onOneLine(start.name), ...steps.map(stepInWords)].join(' → ');
}

/** With whose relation it is: many are called `film`. */
export function stepInWords(hops: readonly PathHop[]): string {
  return hops
    .map(
      ({ relation, reverse }) => `${reverse ? '← ' : ''}${qualifiedLabelOf(relation).replace(' → ', ': ')}`,
    )
    .join(', ');
}

/** Names come from the KB: each stays on its line, and within its quotes. */
function clipped(name: string): string {
  return JSON.stringify(Array.from(oneLine(name)).slice(0, MAX_NAME_LENGTH).join(''));
}
