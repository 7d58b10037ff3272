/**
 * Answers yes-or-no questions: a candidate from one entity of the question that reaches the other one is a claim, which is asked as
 * ASK query. "No" only means that the KB does not have the fact, so the facts that it has instead must be known.
 */
import { analyzeQuestion } from '../language/english/question';
import { CONTAINED_BY, CONTAINS } from '../candidates/enumerate/containment';
import { isCapitalAt, wordsOf, type QuestionWord } from '../language/english/words';
import { overlaps, type TextRange } from '../language/text/range';
import { asOf } from '../candidates/rank/linked-question';
import { classesByName } from '../candidates/enumerate/classes-by-name';
import { withArticle } from '../describe/grammar';
import { typeClash } from '../schema/inference/clash';
import type { KbSchema } from '../schema/schema';
import { labelOf } from '../schema/labels';
import { continues } from '../candidates/rank/candidate-order';
import { printSExpr } from '../logical-form/print-sexpr';
import { toAskQuery, toSparql } from '../logical-form/to-sparql';
import type { SExpr } from '../logical-form/sexpr';
import type { Candidate } from '../candidates/enumerate/candidate';
import type { Ranking } from '../candidates/rank/rank';
import { hasWholeName, type LinkedEntity, type Linking } from '../question/linking/linking';
import type { CandidateQuery } from './ask-events';
import type { AskPorts } from './ask-ports';
import { asOfNow } from './as-of-now';
import { asksForOpinion } from './not-understood';
import { describeCandidate } from './ranked-forms/describe-candidate';

/** A fact that the question asks to confirm. */
export interface Claim {
  readonly query: CandidateQuery;
  /** The path to the other entity, if the words of the question say how the two are related. */
  readonly expressed?: { readonly candidate: Candidate; readonly target: LinkedEntity };
  /** Whether the words of the question say how the two are related, so that other facts deny it. */
  readonly isDeniable: boolean;
  /** What the KB knows instead, if the claim is false: the answers of a query, or the classes of the entity. */
  readonly instead: { readonly path: string } & (
    | { readonly query: string }
    | { readonly names: readonly string[] }
  );
}

/** A polite request or a choice is not a yes-or-no question. */
const OPEN = /^(?:(?:can|could|would|will|do) you\b|may i\b)|\bor\b/i;

export function isYesNoQuestion(question: string): boolean {
  return analyzeQuestion(question).kind === 'yesNo' && !OPEN.test(question.trim());
}

/** Limits the claims that are asked. */
const MAX_CLAIMS = 8;

/** The most likely first. */
export function claimsOf(
  question: string,
  linking: Linking,
  ranking: Ranking,
  ports: AskPorts,
): readonly Claim[] {
  if (asksForOpinion(question)) return [];
  const entities = linking.entities.filter((entity) => hasWholeName(entity) && isName(entity, question));
  const toQuery = (expr: SExpr, path: string, score: number): CandidateQuery => ({
    query: toAskQuery(expr, ports.schema, asOf(ports)),
    sexpr: printSExpr(expr),
    path,
    score,
    because: [],
    findings: [],
    chosen: false,
  });
  const pairs = ranking.ranked.flatMap(({ candidate, score }) =>
    entities
      .filter(
        (target) =>
          canReach(candidate, target, ports.schema) && isClaim(candidate, target, ranking, question),
      )
      .map((target) => ({ candidate, score, target })),
  );
  const isExpressed = ({ candidate }: (typeof pairs)[number]): boolean =>
    ranking.expressed(candidate).expressed === 'words';
  const isOfEndType = ({ candidate: { endType }, target: { types } }: (typeof pairs)[number]): boolean =>
    endType !== undefined && types.some((type) => ports.schema.includesType(type, endType));
  // If no word says how the two are related, a path that ends at a class of the other entity comes first: a film rather than a spouse.
  const isFirst = (pair: (typeof pairs)[number]): boolean => isExpressed(pair) || isOfEndType(pair);
  const ordered = [...pairs.filter(isFirst), ...pairs.filter((pair) => !isFirst(pair))];
  // The films that a person produced do not deny that they star in one.
  const isLikeliest = ({ candidate: { start }, target }: (typeof pairs)[number], at: number): boolean =>
    ordered.findIndex((other) => other.candidate.start?.id === start?.id && other.target === target) === at;
  const facts = ordered.map((pair, at): Claim => {
    const { candidate, score, target } = pair;
    const present = PRESENT.test(question) ? asOfNow(candidate, ports.schema) : candidate;
    const path = describeCandidate(present);
    const expr: SExpr = { kind: 'and', left: { kind: 'entity', id: target.id }, right: present.expr };
    return {
      query: toQuery(expr, `${path} → ${target.name}`, score),
      ...(isExpressed(pair) && { expressed: { candidate, target } }),
      isDeniable: isExpressed(pair) && isLikeliest(pair, at) && mayBeDenied(candidate, target, ports.schema),
      instead: { path, query: toSparql(present.expr, ports.schema, asOf(ports)) },
    };
  });
  return [
    ...classClaims(question, entities, ports, toQuery),
    ...placeClaims(question, firstOfEachMention(linking), ports.schema, toQuery),
    ...facts,
  ].slice(0, MAX_CLAIMS);
}

const PRESENT = /^\s*(?:is|are|do|does)\b/i;

/**
 * Whether a claim that is false says better how the same two are related, so that this one does not confirm it: the director of a
 * film does not star in it. A birth in a city is also one in what contains it.
 */
export function isRefutedBy({ expressed }: Claim, { expressed: other }: Claim): boolean {
  if (!expressed || !other) return false;
  const ends = (fact: NonNullable<Claim['expressed']>): string =>
    [fact.candidate.start?.mention?.start, fact.target.mention?.start].sort().join(' ');
  return ends(expressed) === ends(other) && !continues(expressed.candidate, other.candidate);
}

/** Whether a known value has the name in the question, so that it does not deny the claim: “Harvard” may be Harvard Law School. */
export function mayBeMeant(name: string, { expressed }: Pick<Claim, 'expressed'>, question: string): boolean {
  const { mention } = expressed?.target ?? {};
  if (!mention) return false;
  const words = wordsOf(name);
  return wordsOf(question.slice(mention.start, mention.end)).every((word) => words.includes(word));
}

/** Whether a path from one entity to another expresses all other words of the question. */
function isClaim(candidate: Candidate, target: LinkedEntity, ranking: Ranking, question: string): boolean {
  const { start, also, extreme, compare, counts, type, hops } = candidate;
  const { turn = hops.length } = candidate;
  // A path may continue only to what contains its end: born in Ulm is born in Germany.
  if (!hops.slice(turn).every(({ relation, reverse }) => (reverse ? CONTAINS : CONTAINED_BY).test(relation)))
    return false;
  const mentions = [start?.mention, target.mention].filter((mention) => mention !== undefined);
  const [first, second] = mentions;
  if (!start || !hasWholeName(start) || !first || !second || overlaps(first, second)) return false;
  if (also ?? extreme ?? compare ?? counts ?? type) return false;
  if (ranking.isOfWrongKind(candidate)) return false;
  const isOther = ({ content, range }: QuestionWord): boolean =>
    content && !mentions.some((mention) => overlaps(mention, range));
  // Without another word, it is unknown how the two are related, except in "is … a …".
  if (!ranking.question.words.some(isOther))
    return isAfterArticle(second, question)
      ? hops.length === 1
      : isMembership(candidate) && isMemberIn(start, target, question);
  return !ranking.unexpressedWords(candidate).some(isOther) && !ranking.omittedWords(candidate).length;
}

/** Whether a path leads through a membership or a performance: a director is not in the film, and neither is who won an award for it. */
function isMembership({ hops, turn }: Candidate): boolean {
  return hops.length > 1 && turn === undefined && !hops.some(({ relation }) => relation.startsWith('award.'));
}

/** "was Lennon in the Beatles": a person is in a group, a film or a list. In a place, somebody may be born, live or die. */
function isMemberIn(member: LinkedEntity, target: LinkedEntity, question: string): boolean {
  const between = question.slice(member.mention?.end, target.mention?.start);
  return (
    /^ (?:ever )?(?:in|on|part of) (?:the )?$/i.test(between) &&
    member.types.includes('people.person') &&
    !target.types.includes('location.location')
  );
}

/** Whether the path may end at an entity of these classes: a marriage does not end at a river. */
function canReach({ endType }: Candidate, { types }: LinkedEntity, schema: KbSchema): boolean {
  if (endType === undefined || !types.length) return true;
  return types.some((type) => type !== 'common.topic' && typeClash(schema, endType, type) === 'none');
}

/**
 * Other facts deny a claim only if its object could be among theirs: films that a person directed do not deny a song. Other
 * speakers of a language do not deny that a person speaks it. Neither does what contains the end of a path, nor do others who were born
 * in a place.
 */
function mayBeDenied({ endType, hops, turn }: Candidate, { types }: LinkedEntity, schema: KbSchema): boolean {
  if (
    hops.at(-1)?.relation.startsWith('location.') === true &&
    schema.includesType(endType ?? '', 'people.person')
  )
    return false;
  if (turn !== undefined || hops.some(({ reverse }) => reverse)) return false;
  return endType === undefined || types.some((type) => schema.includesType(type, endType));
}

/** A word in lower case is a name only in a question without capitals, or if it is all that follows the article: an actor. */
function isName({ mention }: LinkedEntity, question: string): boolean {
  if (!mention || !/\p{Lu}/u.test(question.slice(1))) return mention !== undefined;
  const article = /^the /.exec(question.slice(mention.start))?.[0].length ?? 0;
  if (isCapitalAt(question, mention.start + article)) return true;
  return isAfterArticle(mention, question) && /^\s*[?.!]*$/.test(question.slice(mention.end));
}

/** "a film", "an actor" */
function isAfterArticle({ start }: TextRange, question: string): boolean {
  return /\ban? $/i.test(question.slice(0, start));
}

/** "Is Inception a film?" */
function classClaims(
  question: string,
  entities: readonly LinkedEntity[],
  { schema }: AskPorts,
  toQuery: (expr: SExpr, path: string, score: number) => CandidateQuery,
): readonly Claim[] {
  const noun = /^\s*(?:is|are|was|were)\b.*\ban? (\p{L}+(?: \p{L}+)*)\s*\??$/iu.exec(question)?.[1];
  const classes = classesByName(noun, schema);
  return entities.slice(0, 1).flatMap((entity) =>
    classes.slice(0, 2).map((id) => {
      const expr: SExpr = {
        kind: 'and',
        left: { kind: 'entity', id: entity.id },
        right: { kind: 'class', id },
      };
      // A person may be an actor although the KB does not say so.
      const isDeniable = entity.types.some((type) => typeClash(schema, type, id) !== 'none');
      const instead = { path: `${entity.name} is a`, names: entity.types.slice(0, 3).map(labelOf) };
      return {
        isDeniable,
        query: toQuery(expr, `${entity.name} is ${withArticle(labelOf(id))}`, 0),
        instead,
      };
    }),
  );
}

/** The likeliest entity of each mention. Only if none has this whole name, the name may be longer: the United States. */
function firstOfEachMention({ entities }: Linking): readonly LinkedEntity[] {
  const first = new Map<number, LinkedEntity>();
  for (const entity of [...entities.filter(hasWholeName), ...entities])
    if (entity.mention && !first.has(entity.mention.start)) first.set(entity.mention.start, entity);
  return [...first.values()];
}

const BETWEEN_PLACES = /^ (?:(?:located |situated )?(?:in|inside|within)|(?:a )?part of)(?: the)? $/i;

/** "Is Berlin in Germany?" Containment, direct or through one more place, needs no other word of the question. */
function placeClaims(
  question: string,
  entities: readonly LinkedEntity[],
  schema: KbSchema,
  toQuery: (expr: SExpr, path: string, score: number) => CandidateQuery,
): readonly Claim[] {
  const isPair = (inner: LinkedEntity, outer: LinkedEntity): boolean =>
    /^(?:is|are|was|were)(?: the)? $/i.test(question.slice(0, inner.mention?.start)) &&
    BETWEEN_PLACES.test(question.slice(inner.mention?.end, outer.mention?.start)) &&
    /^[\s?.!]*$/.test(question.slice(outer.mention?.end));
  return entities.flatMap((inner) => {
    const relations = new Set(inner.types.flatMap((type) => schema.relationsOf(type)));
    const upward = [...relations].filter((relation) => CONTAINED_BY.test(relation));
    return entities
      .filter((outer) => isPair(inner, outer))
      .flatMap((outer) =>
        upward.flatMap((relation) =>
          [1, 2].map((length): Claim => {
            let right: SExpr = { kind: 'entity', id: inner.id };
            for (let hop = 0; hop < length; hop++)
              right = { kind: 'join', step: { relation, reverse: true }, of: right };
            const path = [inner.name, ...Array.from({ length }, () => labelOf(relation))].join(' → ');
            const expr: SExpr = { kind: 'and', left: { kind: 'entity', id: outer.id }, right };
            return {
              query: toQuery(expr, `${path} → ${outer.name}`, 0),
              isDeniable: false,
              instead: { path, names: [] },
            };
          }),
        ),
      );
  });
}
