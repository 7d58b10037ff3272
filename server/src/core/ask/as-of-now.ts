/** Restricts candidates to facts that have not ended, for questions in the present tense: "who does Beckham play for". */
import { createCandidate, type Candidate } from '../candidates/enumerate/candidate';
import { isBeginning } from '../candidates/enumerate/value-conditions';
import type { LinkedQuestion } from '../candidates/rank/linked-question';
import { endTypeOf } from '../candidates/surroundings/directions';
import type { SExpr } from '../logical-form/sexpr';
import { isCovered } from '../language/text/range';
import type { KbSchema } from '../schema/schema';

type Question = Pick<LinkedQuestion, 'text' | 'words' | 'mentions' | 'literals' | 'noun' | 'superlative'>;

/** Whether the question asks for what is so now: neither in the past, nor ever, nor at a certain time. */
export function asksForPresent({
  text,
  words,
  mentions,
  literals,
  noun = '',
  superlative,
}: Question): boolean {
  const isTimed = literals.some(({ kind }) => kind === 'year' || kind === 'month' || kind === 'date');
  if (isTimed || superlative || SUCCESSIVE.test(noun)) return false;
  const outside = words.filter(({ range }) => !isCovered(range, mentions)).map(({ word }) => word);
  // Where somebody is from is not where they live.
  if (outside.at(-1) === 'from' || outside.some((word) => PAST.test(word)) || PAST_CLAUSE.test(text))
    return false;
  const isPerfect = outside.some((word) => HAVE.test(word)) && !outside.some((word) => DO.test(word));
  return !isPerfect && outside.some((word) => PRESENT.test(word));
}

/** The candidate without facts that have ended, and without the dead; the same one if its facts have no period. */
export function asOfNow(candidate: Candidate, schema: KbSchema): Candidate {
  const { expr: _, ...parts } = candidate;
  const before = parts.hops.at(-2);
  const middle = before && endTypeOf(before, schema);
  if (!schema.isMediator(middle) || parts.time || LASTING.test(middle)) return candidate;
  // “imported_from” is a place.
  const isTime = (relation: string): boolean =>
    schema.type(schema.relation(relation)?.range ?? '')?.literal === 'datetime';
  const beginning = schema.relationsOf(middle).find((each) => isBeginning(each) && isTime(each));
  if (beginning === undefined) return candidate;
  const present = createCandidate({ ...parts, time: { relation: beginning, at: 'NOW' } });
  const mayBeDead = parts.endType !== undefined && schema.includesType(parts.endType, 'people.person');
  if (!mayBeDead || parts.counts || isOfThePast(candidate) || !schema.hasType(DEAD)) return present;
  return {
    ...present,
    expr: { kind: 'minus', of: present.expr, without: { kind: 'class', id: DEAD } },
  };
}

/** The dates on which the facts of a candidate that is restricted to the present began. */
export function startDates({
  expr: _,
  type: _type,
  extreme: _extreme,
  ...parts
}: Candidate): SExpr | undefined {
  const { hops, time, also, compare } = parts;
  if (!time || also?.at === 'end' || compare?.at === 'end') return undefined;
  const toStart = [...hops.slice(0, -1), { relation: time.relation, reverse: false }];
  return createCandidate({ ...parts, hops: toStart, counts: false }).expr;
}

const DEAD = 'people.deceased_person';

/** Whether a name of the candidate is of the past, so that "is" means its past facts too: the wife of Lincoln. */
export function isOfThePast(candidate: Candidate | undefined): boolean {
  return [candidate?.start, candidate?.also?.entity].some(
    (entity) => entity?.types.some((type) => PAST_TYPES.has(type)) === true,
  );
}

const PAST_TYPES: ReadonlySet<string> = new Set([DEAD, 'music.musical_group']);

/** Mediators that people describe in the present tense even after their end: a role in a series, a degree. */
const LASTING = /^(?:tv|film|theater|fictional_universe|education|award)\./;

const HAVE = /^(?:has|have)$/;
const DO = /^(?:do|does)$/;
const PRESENT =
  /^(?:is|are|s|does|do|coach(?:es)?|(?:play|live|work|lead|run|head|govern|rule|serve|manage|own|reside|represent)s?)$/;
const PAST =
  /^(?:was|were|did|had|been|ever|former(?:ly)?|previous(?:ly)?|past|once|ex|late|first|second|third|fourth|fifth|next|last|original(?:ly)?|all|until|since|before|after|history)$/;
/** "the man who led", "players who played" */
const PAST_CLAUSE = /\b(?:who|that|which) (?:\p{Ll}+ed|led|ran|won|held|wrote|left|lost)\b/iu;
/** Held by one after the other, so the plural means all of them. */
const SUCCESSIVE =
  /^(?:\p{L}+ )*(?:presidents|ministers|kings|queens|emperors|monarchs|rulers|governors|mayors|chancellors|popes|wives|husbands|spouses|winners|champions)\b/u;
