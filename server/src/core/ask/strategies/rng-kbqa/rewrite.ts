/**
 * Questions with an ordinal or a negation. The question is asked without it, and the logical forms that answer it are completed:
 * "the second largest" gets rank 2, and excluded answers are subtracted.
 */
import { QUOTATION } from '../../../language/english/quotations';
import { covers } from '../../../language/text/range';
import type { KbSchema } from '../../../schema/schema';
import type { SExpr } from '../../../logical-form/sexpr';
import {
  createCandidate,
  hasParallelPaths,
  type Candidate,
  type EntityCondition,
} from '../../../candidates/enumerate/candidate';
import type { Ranking } from '../../../candidates/rank/rank';
import { hopKey, reversePath } from '../../../candidates/surroundings/surroundings';
import { printSExpr } from '../../../logical-form/print-sexpr';
import { conditionExpr } from '../../../candidates/enumerate/build-expr';
import { classesByName, usualClassName } from '../../../candidates/enumerate/classes-by-name';
import { mayBeSomeone } from '../../../candidates/rank/answer-kind';
import { analyzeQuestion } from '../../../language/english/question';
import { hasWholeName, type LinkedEntity, type Linking } from '../../../question/linking/linking';

export interface Rewrite {
  /** The question without the ordinal or the negation, with spaces instead, so that the names stay in their places. */
  readonly question: string;
  readonly linking: Linking;
  /** Completes the logical form of a candidate for that question; undefined if it has another shape, or is not the best of its kind. */
  readonly complete: (candidate: Candidate, ranked: RankedCandidates) => SExpr | undefined;
  /** For the path of the candidate. */
  readonly note: string;
}

type RankedCandidates = Pick<Ranking, 'ranked' | 'scoreOf'>;

/** Returns undefined if the question has neither an ordinal nor a negation that can be expressed. */
export function rewriteQuestion(question: string, linking: Linking, schema: KbSchema): Rewrite | undefined {
  const outside = withoutNames(question, linking);
  return (
    rewriteOrdinal(question, linking, outside) ??
    rewriteException(question, linking, schema, outside) ??
    rewriteNegation(question, linking, schema, outside)
  );
}

/** The question with dots instead of quotations and names, so that “Never Let Me Go” is not a negation. */
function withoutNames(question: string, { entities }: Linking): string {
  return entities.reduce(
    (text, entity) =>
      entity.mention && hasWholeName(entity)
        ? text.slice(0, entity.mention.start) +
          '.'.repeat(entity.mention.end - entity.mention.start) +
          text.slice(entity.mention.end)
        : text,
    question.replace(QUOTATION, (quoted) => '.'.repeat(quoted.length)),
  );
}

const ORDINALS = 'second third fourth fifth sixth seventh eighth ninth tenth'.split(' ');
const ORDINAL = new RegExp(
  String.raw`\b(${ORDINALS.join('|')}|\d{1,2}(?:st|nd|rd|th))[- ](?=(?:most|least|\p{L}+est)\b)`,
  'iu',
);

/** "the second largest" */
function rewriteOrdinal(question: string, linking: Linking, outside: string): Rewrite | undefined {
  const match = ORDINAL.exec(outside);
  if (!match) return undefined;
  const word = (match[1] ?? '').toLowerCase();
  const rank = /\d/.test(word) ? Number.parseInt(word, 10) : ORDINALS.indexOf(word) + 2;
  return {
    question: blank(question, match.index, match.index + match[0].length),
    linking,
    complete: ({ expr }) => (expr.kind === 'extreme' ? { ...expr, rank } : undefined),
    note: `number ${rank}`,
  };
}

const EXCEPTION =
  /,?\s*\b(?:except(?:ing)?(?: for)?|excluding|other than|besides|apart from|but not)\s+(?:the )?/iu;
const NEXT_EXCEPTION = /^(?:,? (?:and|or) |, )(?:the )?/i;

/** "except France and Poland" */
function rewriteException(
  question: string,
  linking: Linking,
  schema: KbSchema,
  outside: string,
): Rewrite | undefined {
  const match = EXCEPTION.exec(outside);
  if (!match) return undefined;
  const excluded: LinkedEntity[] = [];
  let end = match.index + match[0].length;
  for (
    let next = entityAt(end, linking);
    next?.mention;
    next = entityAt(end + (NEXT_EXCEPTION.exec(question.slice(end))?.[0].length ?? 0), linking)
  ) {
    if (excluded.includes(next)) break;
    excluded.push(next);
    ({ end } = next.mention);
  }
  if (!excluded.length) return undefined;
  // “Films with Pitt but not Clooney”: he is not a film, so it is a condition that is negated. So it is in “borders Germany but not
  // France”, because Germany is not excepted but could be.
  const before = linking.entities.filter(
    (entity) => hasWholeName(entity) && entity.mention?.end === match.index,
  );
  const isCondition =
    excluded.every((entity) => !mayBeAnswer(entity, question, schema)) ||
    before.some((entity) => mayBeAnswer(entity, question, schema));
  if (/\bnot\b/i.test(match[0]) && isCondition) return undefined;
  const cut = { start: match.index, end };
  return {
    question: blank(question, cut.start, cut.end),
    linking: {
      ...linking,
      entities: linking.entities.filter(({ mention }) => !mention || !covers(cut, mention)),
    },
    complete: ({ expr }) =>
      onSet(expr, (set) =>
        excluded.reduce<SExpr>((of, { id }) => ({ kind: 'minus', of, without: { kind: 'entity', id } }), set),
      ),
    note: `except ${excluded.map(({ name }) => name).join(', ')}`,
  };
}

/** Whether the entity is what the question asks for, by its types. */
function mayBeAnswer({ types }: LinkedEntity, question: string, schema: KbSchema): boolean {
  const { kind, noun } = analyzeQuestion(question);
  if (kind === 'who' && noun === undefined) return mayBeSomeone(types, schema);
  const classes = noun === undefined ? [] : classesByName(usualClassName(noun), schema);
  // Everything with a name is a topic.
  const own = types.filter((type) => type !== 'common.topic');
  return !classes.length || own.some((type) => classes.some((asked) => schema.areRelated(type, asked)));
}

const NEGATION =
  /\b(?:(?:do|does|did|is|are|was|were|has|have|had) (?:not|never)|(?:do|does|did|is|are|was|were|has|have|had)n['’]t|not|never|without)\b/iu;

/** "films of Nolan that do not star Bale" */
function rewriteNegation(
  question: string,
  linking: Linking,
  schema: KbSchema,
  outside: string,
): Rewrite | undefined {
  const match = NEGATION.exec(outside);
  if (!match || NEGATION.test(outside.slice(match.index + match[0].length))) return undefined;
  const after = match.index + match[0].length;
  const negated = linking.entities.find(
    ({ mention, ...entity }) => hasWholeName(entity) && mention && mention.start >= after,
  );
  if (!negated) return undefined;
  return {
    question: blank(question, match.index, after),
    linking,
    complete: (candidate, ranked) => subtract(candidate, negated, ranked, question, schema),
    note: `not ${negated.name}`,
  };
}

/** The path of a candidate without the negated entity, and the path from the negated entity to the same answers. */
interface Split {
  readonly kept: Candidate;
  readonly negated: EntityCondition;
}

function split(candidate: Candidate, { id }: LinkedEntity): Split | undefined {
  const { start, also, extreme, compare, time, counts: _, expr: __, ...path } = candidate;
  if (!start || also?.at !== 'end' || extreme || compare || time) return undefined;
  const condition: EntityCondition = { entity: start, hops: reversePath(path.hops), at: 'end' };
  if (also.entity.id === id) return { kept: createCandidate({ ...path, start }), negated: also };
  if (start.id !== id) return undefined;
  const hops = reversePath(also.hops);
  const { turn: ___, ...reversed } = path;
  return { kept: createCandidate({ ...reversed, start: also.entity, hops }), negated: condition };
}

/** A way in which the negated entity is related to the answers, with a score that is lower by more than this, is not meant. */
const MAX_DISTANCE = 3;

/**
 * The path of the other entity, minus everything that the negated entity is related to in the same way. If no likely way is the same,
 * minus all that it is related to in a likely way: a film of Nolan “without Clooney” neither stars him nor was he nominated for it.
 * Undefined if another path of the other entity is likelier.
 */
function subtract(
  candidate: Candidate,
  negated: LinkedEntity,
  { ranked, scoreOf }: RankedCandidates,
  question: string,
  schema: KbSchema,
): SExpr | undefined {
  const own = split(candidate, negated);
  if (!own) return undefined;
  const keyOf = ({ start, hops }: Candidate): string => `${start?.id ?? ''} ${hops.map(hopKey).join(' ')}`;
  const splits = ranked.flatMap((one) => {
    const parts = split(one.candidate, negated);
    return parts ? [{ ...parts, score: one.score }] : [];
  });
  const best = Math.max(...splits.map(({ score }) => score));
  const likely = splits.filter(({ score }) => score >= best - MAX_DISTANCE);
  const ownScore = scoreOf(own.kept);
  if (likely.some(({ kept }) => scoreOf(kept) > ownScore && keyOf(kept) !== keyOf(own.kept)))
    return undefined;
  const ways = [own, ...likely.filter(({ kept }) => keyOf(kept) === keyOf(own.kept))];
  const same = ways.filter(({ kept, negated: also }) => hasParallelPaths({ hops: kept.hops, also }));
  const conditions = new Map(
    (same.length ? same : ways).map((one) => {
      const expr = conditionExpr(one.negated);
      return [printSExpr(expr), expr];
    }),
  );
  const [named] = classesByName(analyzeQuestion(question).noun, schema);
  const isNamed = named === undefined || [own.kept.type, own.kept.endType].includes(named);
  const rest = [...conditions.values()].reduce<SExpr>(
    (of, without) => ({ kind: 'minus', of, without }),
    isNamed ? own.kept.expr : { kind: 'and', left: { kind: 'class', id: named }, right: own.kept.expr },
  );
  return candidate.counts ? { kind: 'count', of: rest } : rest;
}

function onSet(expr: SExpr, change: (set: SExpr) => SExpr): SExpr {
  return expr.kind === 'count' ? { ...expr, of: change(expr.of) } : change(expr);
}

function entityAt(start: number, { entities }: Linking): LinkedEntity | undefined {
  return entities.find((entity) => hasWholeName(entity) && entity.mention?.start === start);
}

function blank(text: string, start: number, end: number): string {
  return text.slice(0, start) + ' '.repeat(end - start) + text.slice(end);
}
