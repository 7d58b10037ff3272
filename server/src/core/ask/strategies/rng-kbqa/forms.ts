/** The ranked candidates as logical forms to run. */
import type { KbSchema } from '../../../schema/schema';
import type { SExpr } from '../../../logical-form/sexpr';
import type { CandidateQuery } from '../../ask-events';
import type { Candidate } from '../../../candidates/enumerate/candidate';
import type { Ranking } from '../../../candidates/rank/rank';
import { candidateOrder } from '../../../candidates/rank/candidate-order';
import { describeCandidate, reasonsFor } from './describe-candidate';
import { questionWords, type QuestionWord } from '../../../language/english/words';
import { analyzeQuestion } from '../../../language/english/question';
import { iriOf } from '../../../question/linking/linked-entities';
import type { AskPorts } from '../../ask-ports';
import { classesByName } from '../../../candidates/enumerate/classes-by-name';
import { mentionsOf } from '../../../candidates/rank/mention-features';
import { covers } from '../../../language/text/range';
import { stem } from '../../../language/english/nouns';
import { meaningOf } from '../../../schema/synonyms';
import { wordsIn } from '../../../candidates/rank/relation-words';

/** A form to be run. */
export interface RankedForm {
  readonly expr: SExpr;
  readonly path: string;
  readonly score: number;
  readonly because: readonly string[];
  /** Where it is one of those that were ranked. */
  readonly place?: number;
  readonly candidate?: Candidate;
}

/** In the order of execution. */
export function formsOf(ranking: Ranking, most: number, schema: KbSchema): readonly RankedForm[] {
  return candidateOrder(ranking, most).flatMap((place): readonly RankedForm[] => {
    const ranked = ranking.ranked[place];
    if (!ranked) return [];
    const { candidate, score } = ranked;
    const path = describeCandidate(candidate);
    const form = {
      expr: candidate.expr,
      path,
      score,
      because: reasonsFor(candidate, ranking),
      place,
      candidate,
    };
    const narrowed = filterByGender(ranking.asked.words, candidate, schema);
    return narrowed ? [{ ...form, expr: narrowed, path: `${path}, of one sex` }, form] : [form];
  });
}

/** The confidence of the others decreases with their scores; each is also lowered by what it leaves out. */
export function withConfidence(
  considered: readonly CandidateQuery[],
  chosen: CandidateQuery,
  confidence: number,
  left: (one: CandidateQuery) => number,
): readonly CandidateQuery[] {
  return considered.map((one) => ({
    ...one,
    confidence: confidence * left(one) * Math.min(1, Math.exp(one.score - chosen.score)),
  }));
}

/** Answers whose types are looked up. */
const MAX_LOOKED_AT = 20;

/** True if the types of the answers are unknown. */
export async function hasExpectedType(
  { candidate }: { readonly candidate?: Candidate },
  answers: readonly string[],
  question: string,
  { schema, kb }: Pick<AskPorts, 'schema' | 'kb'>,
  signal: AbortSignal,
): Promise<boolean> {
  const { noun } = analyzeQuestion(question);
  const classes =
    candidate?.extreme && !takesOf(noun, candidate, question) ? classesByName(noun, schema) : [];
  if (!classes.length) return true;
  const iris = answers.slice(0, MAX_LOOKED_AT).map((id) => iriOf(id, schema));
  const known = await kb.directory.lookUp(iris, signal);
  const typed = [...known.values()].filter(({ types }) => types.some((type) => type !== 'common.topic'));
  return !typed.length || typed.some(({ types }) => classes.some((type) => types.includes(type)));
}

/** A name covers a part of the noun: a "basketball player" is anyone who plays basketball. */
function takesOf(noun = '', candidate: Candidate, question: string): boolean {
  const kind = new Set(noun.split(' '));
  return mentionsOf(candidate).some(({ start, end }) =>
    questionWords(question.slice(start, end)).every(({ word }) => kind.has(word)),
  );
}

/** Filters by gender: a mother is a female parent. */
const GENDER = 'people.person.gender';
/** As Freebase has them. */
const FEMALE = 'm.02zsn';
const MALE = 'm.05zppz';

const SEX_OF: ReadonlyMap<string, string> = new Map([
  ...'mother sister daughter'.split(' ').map((word) => [word, FEMALE] as const),
  ...'father brother son'.split(' ').map((word) => [word, MALE] as const),
]);

/** The narrowed logical form; undefined if the question names no gender, or both. */
export function filterByGender(
  words: readonly QuestionWord[],
  candidate: Candidate,
  schema: KbSchema,
): SExpr | undefined {
  const taken = mentionsOf(candidate);
  const said = words.filter((word) => SEX_OF.has(word.stem) && !taken.some((one) => covers(one, word.range)));
  const sexes = new Set(said.map((word) => SEX_OF.get(word.stem)));
  const [sex] = sexes;
  if (sex === undefined || sexes.size > 1 || candidate.counts || candidate.extreme) return undefined;
  const kin = kinOf(candidate, schema);
  if (!said.some((word) => kin.has(meaningOf(word.stem)))) return undefined;
  const those: SExpr = {
    kind: 'join',
    step: { relation: GENDER, reverse: false },
    of: { kind: 'entity', id: sex },
  };
  return { kind: 'and', left: those, right: candidate.expr };
}

/** What the last step says of people, by its own name or by the name that it has the other way round. */
function kinOf({ hops, endType }: Candidate, schema: KbSchema): ReadonlySet<number | undefined> {
  const last = hops.at(-1);
  if (!last || endType !== 'people.person' || !schema.hasRelation(GENDER)) return new Set();
  const named = last.reverse ? schema.relation(last.relation)?.reverse : last.relation;
  return new Set(wordsIn(named?.split('.').at(-1) ?? '').map((word) => meaningOf(stem(word))));
}
