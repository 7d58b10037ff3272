/** Features of the mentions that a candidate uses, and of those that it does not use. */
import type { LinkedEntity } from '../../question/linking/linking';
import type { TextRange } from '../../language/text/range';
import type { Candidate } from '../enumerate/candidate';
import { covers, overlaps } from '../../language/text/range';
import type { Add } from './features';
import type { LinkedQuestion } from './linked-question';
import { wordsIn } from './relation-words';

/** How well an entity of the candidate is linked. */
export function linkFeatures(
  entity: LinkedEntity | undefined,
  { words, mentions }: LinkedQuestion,
  which: string,
  add: Add,
): void {
  if (!entity) return;
  const { mention } = entity;
  const covered = mention ? words.filter(({ range }) => covers(mention, range)) : [];
  add(`${which}link`, entity.score);
  // What the user has chosen is as good as what stands there.
  add(`${which}match ${entity.match === 'given' ? 'exact' : entity.match}`);
  add(`${which}popularity`, Math.log2(1 + entity.popularity) / 10);
  add(`${which}mention words`, Math.min(4, covered.length) / 4);
  add(`${which}mention content`, Math.min(4, covered.filter((word) => word.content).length) / 4);
  add(`${which}mention share`, covered.length / Math.max(1, words.length));
  if (covered.length === 1) add(`${which}m=${covered[0]?.stem ?? ''}`);
  // Of `Comic fantasy`, neither `Comic` nor `fantasy` is meant.
  if (mention && mentions.some((other) => covers(other, mention) && !covers(mention, other)))
    add(`${which}inside`);
}

/** Names that the candidate does not use. */
export function unusedMentions({ mentions, words }: LinkedQuestion, candidate: Candidate, add: Add): void {
  const type = candidate.start ? [] : wordsIn(candidate.type?.split('.').at(-1) ?? '');
  // A class says its own words: of `US president`, the country is no name of its own.
  const ofClass = words.filter((word) => type.includes(word.stem)).map(({ range }) => range);
  const used = [...mentionsOf(candidate), ...ofClass];
  const whole = mentions.filter(
    (one) => !mentions.some((other) => covers(other, one) && !covers(one, other)),
  );
  const idle = whole.filter((one) => !used.some((mention) => overlaps(one, mention)));
  add('idle', idle.length / 3);
  add('some idle', idle.length ? 1 : 0);
  add(
    'idle likely',
    idle.reduce((sum, { likely }) => sum + likely, 0),
  );
}

/** The mentions of its entities and values. */
export function mentionsOf({ start, value, also, compare }: Candidate): readonly TextRange[] {
  return [start?.mention, value?.mention, also?.entity.mention, compare?.literal.mention].filter(
    (one) => one !== undefined,
  );
}

/** Of each start the names, written as the KB has them, that some form takes along with it. */
export function companionNames(candidates: readonly Candidate[]): ReadonlyMap<string, readonly TextRange[]> {
  const names = new Map<string, Set<TextRange>>();
  for (const { start, also } of candidates) {
    if (!start || !also) continue;
    // Of a form and its twin only one is there: the names go along with each other.
    for (const [one, other] of [
      [start, also.entity],
      [also.entity, start],
    ] as const) {
      if (!other.mention || other.match === 'partial' || other.match === 'fuzzy') continue;
      const those = names.get(one.id) ?? new Set();
      names.set(one.id, those.add(other.mention));
    }
  }
  return new Map([...names].map(([id, those]) => [id, [...those]]));
}
