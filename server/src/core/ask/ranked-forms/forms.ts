/** Converts the ranked candidates to logical forms. */
import type { KbSchema } from '../../schema/schema';
import type { SExpr } from '../../logical-form/sexpr';
import type { Candidate } from '../../candidates/enumerate/candidate';
import type { Ranking } from '../../candidates/rank/rank';
import { candidateOrder } from '../../candidates/rank/candidate-order';
import { describeCandidate, ignoredWords, reasonsFor } from './describe-candidate';
import type { QuestionWord } from '../../language/english/words';
import { mentionsOf } from '../../candidates/rank/mention-features';
import { isCovered } from '../../language/text/range';
import { stem } from '../../language/english/nouns';
import { synonymSetOf } from '../../schema/synonyms';
import { wordsIn } from '../../candidates/enumerate/id-words';

export interface RankedForm {
  readonly expr: SExpr;
  readonly path: string;
  readonly score: number;
  readonly because: readonly string[];
  readonly ignored?: readonly string[];
  /** Undefined for a form that a model composed. */
  readonly rank?: number;
  readonly candidate?: Candidate;
}

/** Returns the forms in the order of execution. */
export function toForms(ranking: Ranking, limit: number, schema: KbSchema): readonly RankedForm[] {
  return candidateOrder(ranking, limit).flatMap((rank): readonly RankedForm[] => {
    const ranked = ranking.ranked[rank];
    if (!ranked) return [];
    const { candidate, score } = ranked;
    const path = describeCandidate(candidate);
    const because = reasonsFor(candidate, ranking);
    const ignored = ignoredWords(candidate, ranking);
    const form = { expr: candidate.expr, path, score, because, ignored, rank, candidate };
    const narrowed = filterByGender(ranking.question.words, candidate, schema);
    return narrowed ? [{ ...form, expr: narrowed, path: `${path}, of one sex` }, form] : [form];
  });
}

const GENDER = 'people.person.gender';
const FEMALE = 'm.02zsn';
const MALE = 'm.05zppz';

const GENDER_BY_WORD: ReadonlyMap<string, string> = new Map([
  ...'mother sister daughter'.split(' ').map((word) => [word, FEMALE] as const),
  ...'father brother son'.split(' ').map((word) => [word, MALE] as const),
]);

/** Adds the gender that the question implies: a mother is a female parent. Returns undefined if it implies none or both. */
export function filterByGender(
  words: readonly QuestionWord[],
  candidate: Candidate,
  schema: KbSchema,
): SExpr | undefined {
  const mentions = mentionsOf(candidate);
  const genderWords = words.filter(
    ({ stem: word, range }) => GENDER_BY_WORD.has(word) && !isCovered(range, mentions),
  );
  const genders = new Set(genderWords.map((word) => GENDER_BY_WORD.get(word.stem)));
  const [gender] = genders;
  if (gender === undefined || genders.size > 1 || candidate.counts || candidate.extreme) return undefined;
  const meanings = lastRelationMeanings(candidate, schema);
  if (!genderWords.some((word) => meanings.has(synonymSetOf(word.stem)))) return undefined;
  const peopleOfGender: SExpr = {
    kind: 'join',
    step: { relation: GENDER, reverse: false },
    of: { kind: 'entity', id: gender },
  };
  return { kind: 'and', left: peopleOfGender, right: candidate.expr };
}

/** The meanings of the words of the last relation, in the direction of the path, if it leads to a person. */
function lastRelationMeanings(
  { hops, endType }: Candidate,
  schema: KbSchema,
): ReadonlySet<number | undefined> {
  const last = hops.at(-1);
  if (!last || endType !== 'people.person' || !schema.hasRelation(GENDER)) return new Set();
  const relation = last.reverse ? schema.relation(last.relation)?.reverse : last.relation;
  return new Set(wordsIn(relation?.split('.').at(-1) ?? '').map((word) => synonymSetOf(stem(word))));
}
