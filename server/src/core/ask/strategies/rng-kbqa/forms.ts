/** Converts the ranked candidates to logical forms, and compares their answers with the question. */
import type { KbSchema } from '../../../schema/schema';
import type { SExpr } from '../../../logical-form/sexpr';
import type { CandidateQuery } from '../../ask-events';
import type { Candidate } from '../../../candidates/enumerate/candidate';
import type { Ranking } from '../../../candidates/rank/rank';
import { candidateOrder } from '../../../candidates/rank/candidate-order';
import { describeCandidate, ignoredWords, reasonsFor } from './describe-candidate';
import { questionWords, type QuestionWord } from '../../../language/english/words';
import { analyzeQuestion } from '../../../language/english/question';
import { iriOf } from '../../../question/linking/linked-entities';
import type { AskPorts } from '../../ask-ports';
import { classesByName } from '../../../candidates/enumerate/classes-by-name';
import { mentionsOf } from '../../../candidates/rank/mention-features';
import { covers } from '../../../language/text/range';
import { stem } from '../../../language/english/nouns';
import { synonymSetOf } from '../../../schema/synonyms';
import { wordsIn } from '../../../candidates/rank/relation-words';

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

/** Derives the confidence of each candidate from that of the chosen one, by its score and its own factor. */
export function withConfidence(
  considered: readonly CandidateQuery[],
  chosen: CandidateQuery,
  confidence: number,
  factorOf: (candidate: CandidateQuery) => number,
): readonly CandidateQuery[] {
  return considered.map((candidate) => ({
    ...candidate,
    confidence: confidence * factorOf(candidate) * Math.min(1, Math.exp(candidate.score - chosen.score)),
  }));
}

/** Limits the answers whose types are looked up. */
const MAX_TYPED_ANSWERS = 20;

/** Compares the types of the answers with the noun of a superlative. Returns true if the types are unknown. */
export async function hasExpectedType(
  form: { readonly candidate?: Candidate },
  answers: readonly string[],
  question: string,
  ports: Pick<AskPorts, 'schema' | 'kb'>,
  signal: AbortSignal,
): Promise<boolean> {
  if (!form.candidate?.extreme) return true;
  return (await isOfNamedClass(form, answers, question, ports, signal)) !== false;
}

/** Whether the answers are of a class with the name of the noun; undefined if there is none or their types are unknown. */
export async function isOfNamedClass(
  { candidate }: { readonly candidate?: Candidate },
  answers: readonly string[],
  question: string,
  { schema, kb }: Pick<AskPorts, 'schema' | 'kb'>,
  signal: AbortSignal,
): Promise<boolean | undefined> {
  const { noun } = analyzeQuestion(question);
  const isClass = candidate && !candidate.counts && !usesPartOfNoun(noun, candidate, question);
  const classes = isClass ? classesByName(noun, schema) : [];
  if (!classes.length) return undefined;
  const iris = answers.slice(0, MAX_TYPED_ANSWERS).map((id) => iriOf(id, schema));
  const known = await kb.directory.lookUp(iris, signal);
  const typed = [...known.values()].filter(({ types }) => types.some((type) => type !== 'common.topic'));
  return typed.length ? typed.some(({ types }) => classes.some((type) => types.includes(type))) : undefined;
}

/** Whether an entity covers a part of the noun: a "basketball player" is anyone who plays basketball. */
function usesPartOfNoun(noun = '', candidate: Candidate, question: string): boolean {
  const nounWords = new Set(noun.split(' '));
  return mentionsOf(candidate).some(({ start, end }) =>
    questionWords(question.slice(start, end)).every(({ word }) => nounWords.has(word)),
  );
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
    ({ stem: word, range }) =>
      GENDER_BY_WORD.has(word) && !mentions.some((mention) => covers(mention, range)),
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
