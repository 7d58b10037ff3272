/** Features of the mentions that a candidate uses, and of those that it does not use. */
import { hasWholeName, type LinkedEntity } from '../../question/linking/linking';
import { covers, overlaps, type TextRange } from '../../language/text/range';
import type { KbSchema } from '../../schema/schema';
import { endTypeOf } from '../surroundings/directions';
import type { Candidate } from '../enumerate/candidate';
import type { AddFeature } from './features';
import type { LinkedQuestion } from './linked-question';
import { ownWords } from '../enumerate/id-words';

/** How well an entity of the candidate is linked. */
export function addLinkFeatures(
  entity: LinkedEntity | undefined,
  { words, mentions }: LinkedQuestion,
  prefix: string,
  add: AddFeature,
): void {
  if (!entity) return;
  const { mention } = entity;
  const covered = mention ? words.filter(({ range }) => covers(mention, range)) : [];
  add(`${prefix}link`, entity.score);
  // An entity that the user has chosen counts as an exact match.
  add(`${prefix}match ${entity.match === 'given' ? 'exact' : entity.match}`);
  add(`${prefix}popularity`, Math.log2(1 + entity.popularity) / 10);
  add(`${prefix}mention words`, Math.min(4, covered.length) / 4);
  add(`${prefix}mention content`, Math.min(4, covered.filter((word) => word.content).length) / 4);
  add(`${prefix}mention share`, covered.length / Math.max(1, words.length));
  if (covered.length === 1) add(`${prefix}m=${covered[0]?.stem ?? ''}`);
  // In `Comic fantasy`, neither `Comic` nor `fantasy` is meant.
  if (mention && mentions.some((other) => covers(other, mention) && !covers(mention, other)))
    add(`${prefix}inside`);
}

/** Whether the path starts at the kind of thing that the question states beside the name: the play Annie, the Annie musical. */
export function addKindOfStart(
  { words }: LinkedQuestion,
  { start, hops }: Candidate,
  schema: KbSchema,
  add: AddFeature,
): void {
  const [first] = hops;
  const mention = start?.mention;
  if (!first || !mention) return;
  const kind = ownWords(endTypeOf({ ...first, reverse: !first.reverse }, schema)).at(-1);
  const before = words.filter(({ word, range }) => range.end <= mention.start && !ARTICLES.has(word));
  const after = words.find(({ range }) => range.start >= mention.end);
  if ([before.at(-1), after].some((word) => word?.stem === kind)) add('kind of start said');
}

const ARTICLES = new Set(['the', 'a', 'an']);

/** Mentions that the candidate does not use. */
export function addUnusedMentions(
  { mentions, words }: LinkedQuestion,
  candidate: Candidate,
  add: AddFeature,
): void {
  // In `US president`, the country is part of the name of the class.
  const classWords = candidate.start ? [] : ownWords(candidate.type);
  const classRanges = words.filter((word) => classWords.includes(word.stem)).map(({ range }) => range);
  const used = [...mentionsOf(candidate), ...classRanges];
  const longest = mentions.filter(
    (mention) => !mentions.some((other) => covers(other, mention) && !covers(mention, other)),
  );
  const unused = longest.filter((mention) => !used.some((range) => overlaps(mention, range)));
  add('idle', unused.length / 3);
  add('some idle', unused.length ? 1 : 0);
  add(
    'idle likely',
    unused.reduce((sum, { likely }) => sum + likely, 0),
  );
}

/** The mentions of its entities and values. */
export function mentionsOf({ start, value, also, compare }: Candidate): readonly TextRange[] {
  return [start?.mention, value?.mention, also?.entity.mention, compare?.literal.mention].filter(
    (mention) => mention !== undefined,
  );
}

/** By the id of an entity: the mentions of the entities that some candidate combines with it. */
export function companionMentions(
  candidates: readonly Candidate[],
): ReadonlyMap<string, readonly TextRange[]> {
  const mentions = new Map<string, Set<TextRange>>();
  for (const { start, also } of candidates) {
    if (!start || !also) continue;
    // Equivalent candidates with both entities swapped were removed, so each is a companion of the other.
    for (const [entity, { mention, match }] of [
      [start, also.entity],
      [also.entity, start],
    ] as const) {
      if (!mention || !hasWholeName({ match })) continue;
      mentions.set(entity.id, (mentions.get(entity.id) ?? new Set()).add(mention));
    }
  }
  return new Map([...mentions].map(([id, companions]) => [id, [...companions]]));
}
