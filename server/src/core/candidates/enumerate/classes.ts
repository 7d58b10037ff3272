/** Walks restricted to a class that the question names: of what a country contains, the cities. */
import type { SchemaRetriever } from '../../question/retrieval/retrieval';
import { labelOf } from '../../schema/labels';
import type { Surroundings } from '../surroundings/surroundings';
import type { QuestionWord } from '../../language/english/words';
import { covers } from '../../language/text/range';
import { candidateOf, type Candidate } from './candidate';
import { roundRobin } from './round-robin';
import type { ReachedWalk } from './meeting';

/** As near as a class must be to a word of the question. */
const NEAR = 0.7;
const MOST_CLASSES = 3;

export async function ofClasses(
  walks: readonly ReachedWalk[],
  words: readonly QuestionWord[],
  around: Surroundings,
  retriever: Pick<SchemaRetriever, 'similarity'>,
  /** Nodes that are looked at. */
  most: number,
  signal: AbortSignal,
): Promise<readonly Candidate[]> {
  const nodes = roundRobin(
    walks.map(({ reached }) => reached.ends.flatMap(({ end, literal }) => (literal ? [] : [end]))),
    most,
  );
  if (!nodes.length) return [];
  const classes = await around.classesOf(nodes, signal);
  return walks.flatMap(({ walk, reached }) => {
    const { start, endType } = walk;
    const left = words.filter(
      ({ content, range }) => content && !(start?.mention && covers(start.mention, range)),
    );
    const members = new Map<string, Set<string>>();
    const all = new Set(reached.ends.map(({ end }) => end));
    for (const end of all)
      for (const type of classes.get(end) ?? []) {
        if (type === endType || type === 'common.topic') continue;
        const those = members.get(type);
        if (those) those.add(end);
        else members.set(type, new Set([end]));
      }
    return [...members]
      .filter(([, those]) => those.size < all.size)
      .map(([type, those]) => ({ type, those, near: nearness(type, left, retriever) }))
      .filter(({ near }) => near >= NEAR)
      .sort(
        (one, other) =>
          other.near - one.near || other.those.size - one.those.size || (one.type < other.type ? -1 : 1),
      )
      .slice(0, MOST_CLASSES)
      .map(({ type, those }) => candidateOf({ ...walk, type, answers: [...those], ends: those.size }));
  });
}

/** How near the words of the question come to what the class is called, its last word most: `comic book series`. */
export function nearness(
  type: string,
  words: readonly QuestionWord[],
  retriever: Pick<SchemaRetriever, 'similarity'>,
): number {
  const named = labelOf(type)
    .split(' ')
    .filter((word) => word.length > 1);
  if (!named.length) return 0;
  const each = named.map((name) =>
    Math.max(0, ...words.map(({ word }) => (word === name ? 1 : retriever.similarity(word, name)))),
  );
  const head = each.at(-1) ?? 0;
  return (head + each.reduce((sum, one) => sum + one, 0) / each.length) / 2;
}
