/** Converts the ranked candidates to logical forms. */
import type { KbSchema } from '../../schema/schema';
import type { SExpr } from '../../logical-form/sexpr';
import type { Candidate } from '../../candidates/enumerate/candidate';
import type { Ranking } from '../../candidates/rank/rank';
import { candidateOrder } from '../../candidates/rank/candidate-order';
import { describeCandidates, ignoredWords, reasonsFor } from './describe-candidate';
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
  /** The form has no answer if all its answers are among those of this one: the mother is not among the male parents. */
  readonly excluded?: SExpr;
  /** For a form that is restricted to the present: the one that it restricts. */
  readonly atAnyTime?: RankedForm;
  /** For such a form: the start dates of its facts. */
  readonly startDates?: SExpr | undefined;
}

/** Returns the forms in the order of execution. */
export function toForms(ranking: Ranking, limit: number, schema: KbSchema): readonly RankedForm[] {
  const order = candidateOrder(ranking, limit).flatMap((rank) => {
    const ranked = ranking.ranked[rank];
    return ranked ? [{ ...ranked, rank }] : [];
  });
  const paths = describeCandidates(order.map(({ candidate }) => candidate));
  return order.flatMap(({ candidate, score, rank }, at): readonly RankedForm[] => {
    const path = paths[at] ?? '';
    const because = reasonsFor(candidate, ranking);
    const ignored = ignoredWords(candidate, ranking);
    const form = { expr: candidate.expr, path, score, because, ignored, rank, candidate };
    const gender = askedGender(ranking.question.words, candidate, schema);
    if (!gender) return [form];
    const whole = { ...form, excluded: restrictTo(gender.other, candidate.expr) };
    if (gender.isImplied) return [whole];
    return [{ ...form, expr: restrictTo(gender.asked, candidate.expr), path: `${path}, of one sex` }, whole];
  });
}

const GENDER = 'people.person.gender';
const FEMALE = 'm.02zsn';
const MALE = 'm.05zppz';

const GENDER_BY_WORD: ReadonlyMap<string, string> = new Map([
  ...'mother mom mum sister daughter wife'.split(' ').map((word) => [word, FEMALE] as const),
  ...'father dad brother son husband'.split(' ').map((word) => [word, MALE] as const),
]);

interface AskedGender {
  readonly asked: string;
  readonly other: string;
  /** Whether nearly all people at the end of the path have it, such as the wives of men. */
  readonly isImplied: boolean;
}

/** The gender that the question asks for: a mother is a female parent. Undefined if it asks for none or both. */
export function askedGender(
  words: readonly QuestionWord[],
  candidate: Candidate,
  schema: KbSchema,
): AskedGender | undefined {
  const mentions = mentionsOf(candidate);
  const genderWords = words.filter(
    ({ stem: word, range }) => GENDER_BY_WORD.has(word) && !isCovered(range, mentions),
  );
  const genders = new Set(genderWords.map((word) => GENDER_BY_WORD.get(word.stem)));
  const [asked] = genders;
  if (asked === undefined || genders.size > 1 || candidate.counts || candidate.extreme) return undefined;
  const meanings = lastRelationMeanings(candidate, schema);
  const asking = genderWords.find((word) => meanings.has(synonymSetOf(word.stem)));
  if (!asking) return undefined;
  const isImplied = synonymSetOf(asking.stem) === synonymSetOf('spouse');
  return { asked, other: asked === FEMALE ? MALE : FEMALE, isImplied };
}

/** The people of a form who have a gender. */
function restrictTo(gender: string, expr: SExpr): SExpr {
  const people: SExpr = {
    kind: 'join',
    step: { relation: GENDER, reverse: false },
    of: { kind: 'entity', id: gender },
  };
  return { kind: 'and', left: people, right: expr };
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
