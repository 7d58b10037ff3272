/** Adds conditions on numbers and dates: comparisons, superlatives, and periods of time. */
import type { LinkedLiteral } from '../../question/linking/linking';
import type { LiteralFact, Measure, PathEnd } from '../surroundings/surroundings';
import type { KbSchema } from '../../schema/schema';
import type { SchemaRetriever } from '../../question/retrieval/retrieval';
import { groupBy } from '../../language/text/multimap';
import type { EnumerationPorts, EnumerationQuestion } from './enumerate';
import { createCandidate, type Candidate, type ConditionPosition } from './candidate';
import {
  canMeasure,
  comparisonMeasures,
  isOtherMeasure,
  isTimeDatatype,
  superlativeMeasures,
  measuresOf,
  type MeasureWord,
} from './measures';
import { sampleNodes, type FollowedCandidate } from './entity-conditions';

type FactsByNode = ReadonlyMap<string, readonly LiteralFact[]>;
type ValueQuestion = Pick<EnumerationQuestion, 'words' | 'noun' | 'superlative' | 'orderWord' | 'now'>;

export async function addValueConditions(
  followed: readonly FollowedCandidate[],
  literals: readonly LinkedLiteral[],
  question: ValueQuestion,
  { around, schema, retriever }: Pick<EnumerationPorts, 'around' | 'schema' | 'retriever'>,
  maxNodes: number,
  signal: AbortSignal,
): Promise<readonly Candidate[]> {
  if (!literals.length && !question.orderWord && !question.now) return [];
  const nodes = sampleNodes(followed, maxNodes);
  if (!nodes.length) return [];
  const wanted = [
    ...superlativeMeasures(question),
    ...literals.flatMap((literal) => (literal.comparison ? comparisonMeasures(literal, question) : [])),
  ];
  const measures = wanted.length ? mediatedMeasures(followed, wanted, schema, retriever) : [];
  const [direct, mediated] = await Promise.all([
    around.literalFacts(nodes, signal),
    measures.length ? around.measuresOfNodes(nodes, measures, signal) : [],
  ]);
  const facts = groupBy([...direct, ...mediated], ({ node }) => node);
  return followed.flatMap((each) => valueConditions(each, facts, literals, question));
}

/** The candidate with each condition that the facts of its ends allow. */
export function valueConditions(
  followed: FollowedCandidate,
  facts: FactsByNode,
  literals: readonly LinkedLiteral[],
  question: ValueQuestion,
): readonly Candidate[] {
  const found: Candidate[] = [];
  for (const at of ['end', 'middle'] as const)
    for (const measure of measuresAt(followed, at, facts)) {
      found.push(...withSuperlative(followed, at, measure, facts, question));
      for (const literal of literals)
        found.push(...withComparison(followed, at, measure, facts, literal, question));
    }
  found.push(...withTime(followed, facts, literals, question.now));
  return found;
}

/** The measures of the ends that are values of mediators: a runtime is the value of a film cut. */
function mediatedMeasures(
  followed: readonly FollowedCandidate[],
  wanted: readonly MeasureWord[],
  schema: KbSchema,
  retriever: Pick<SchemaRetriever, 'similarity'>,
): readonly Measure[] {
  const types = new Set(followed.flatMap(({ candidate: { type, endType } }) => [type, endType]));
  const measures = [...types].flatMap((type = '') =>
    measuresOf(type, wanted, schema, retriever).filter(({ via }) => via !== undefined),
  );
  const byKey = new Map(measures.map((measure) => [measureKey(measure), measure]));
  return [...byKey.values()].slice(0, MAX_MEDIATED_MEASURES);
}

const MAX_MEDIATED_MEASURES = 4;

function measureKey({ via = '', relation }: Measure): string {
  return `${via} ${relation}`;
}

/** The facts of an end, or of the node before it. */
function factsAt(
  { end, literal, middle }: PathEnd,
  at: ConditionPosition,
  facts: FactsByNode,
): readonly LiteralFact[] {
  const node = at === 'middle' ? middle : literal ? undefined : end;
  return facts.get(node ?? '') ?? [];
}

function measuresAt(
  { reached }: FollowedCandidate,
  at: ConditionPosition,
  facts: FactsByNode,
): readonly Measure[] {
  const measures = new Map<string, Measure>();
  for (const end of reached.ends)
    for (const { via, relation } of factsAt(end, at, facts)) {
      const measure = via === undefined ? { relation } : { via, relation };
      measures.set(measureKey(measure), measure);
    }
  return [...measures].sort(([left], [right]) => (left < right ? -1 : 1)).map(([, measure]) => measure);
}

function hasMeasure(fact: LiteralFact, { via, relation }: Measure): boolean {
  return fact.relation === relation && fact.via === via;
}

function withSuperlative(
  { candidate, reached, matchesNoun }: FollowedCandidate,
  at: ConditionPosition,
  measure: Measure,
  facts: FactsByNode,
  question: ValueQuestion,
): readonly Candidate[] {
  const { orderWord } = question;
  if (!orderWord) return [];
  const values = reached.ends.flatMap((row) =>
    factsAt(row, at, facts)
      .filter((fact) => hasMeasure(fact, measure) && canMeasure(measure, fact.datatype, question))
      .flatMap((fact) => {
        const value = toComparable(fact.value, fact.datatype);
        return value === undefined ? [] : [{ end: row.end, value }];
      }),
  );
  const minEnds = matchesNoun ? 1 : 2;
  if (!values.length || new Set(reached.ends.map(({ end }) => end)).size < minEnds) return [];
  const isMax = orderWord.direction === 'most';
  const extreme = values.reduce(
    (best, { value }) => (isMax ? Math.max(best, value) : Math.min(best, value)),
    isMax ? -Infinity : Infinity,
  );
  const compared = new Set(values.map(({ end }) => end)).size;
  return withAnswers(
    {
      ...candidate,
      extreme: { which: isMax ? 'max' : 'min', ...measure, at, cue: orderWord.words, compared },
    },
    values.filter(({ value }) => value === extreme),
  );
}

/** The candidate with its answers, if there are any. */
function withAnswers(
  candidate: Omit<Candidate, 'expr'>,
  ends: readonly Pick<PathEnd, 'end'>[],
): readonly Candidate[] {
  const answers = [...new Set(ends.map(({ end }) => end))];
  return answers.length ? [createCandidate({ ...candidate, answers, ends: answers.length })] : [];
}

function withComparison(
  { candidate, reached }: FollowedCandidate,
  at: ConditionPosition,
  measure: Measure,
  facts: FactsByNode,
  literal: LinkedLiteral,
  question: ValueQuestion,
): readonly Candidate[] {
  if (literal.kind === 'now') return [];
  const wanted = toComparable(literal.value, literal.datatype);
  if (wanted === undefined) return [];
  const asksTime = literal.kind === 'year' || literal.kind === 'month' || literal.kind === 'date';
  if (!asksTime && isOtherMeasure(measure, literal, question)) return [];
  const operator = literal.comparison ?? (literal.kind === 'year' ? 'in' : 'eq');
  let usedDatatype = literal.datatype;
  const holds = ({ value, datatype }: LiteralFact): boolean => {
    if (isTimeDatatype(datatype) !== asksTime) return false;
    const comparable = toComparable(value, datatype);
    if (comparable === undefined) return false;
    switch (operator) {
      case 'in':
        return value.startsWith(literal.value);
      case 'eq':
        if (comparable === wanted) usedDatatype = datatype;
        return comparable === wanted;
      case 'lt':
        return comparable < wanted;
      case 'le':
        return comparable <= wanted;
      case 'gt':
        return comparable > wanted;
      case 'ge':
        return comparable >= wanted;
    }
  };
  const ends = reached.ends.filter((end) =>
    factsAt(end, at, facts).some((fact) => hasMeasure(fact, measure) && holds(fact)),
  );
  return withAnswers(
    { ...candidate, compare: { operator, ...measure, literal, datatype: usedDatatype, at } },
    ends,
  );
}

/** Whether a relation of a mediator says when its fact began. */
export function isBeginning(relation: string): boolean {
  return /(?:^|[._])(?:from|start|start_date|from_date|from_year|start_year)$/.test(relation);
}

/** `from` → `to`, `start_date` → `end_date` */
export function endRelation(beginning: string): string {
  return beginning.replace(
    /(from|start)(_date|_year)?$/,
    (_, word: string, suffix = '') => `${word === 'from' ? 'to' : 'end'}${String(suffix)}`,
  );
}

function withTime(
  followed: FollowedCandidate,
  facts: FactsByNode,
  literals: readonly LinkedLiteral[],
  now: string | undefined,
): readonly Candidate[] {
  const years = literals.filter(({ kind, comparison }) => kind === 'year' && !comparison);
  const times = [
    ...(now === undefined ? [] : ['NOW' as const]),
    ...years.map(({ value }) => ({ year: value })),
  ];
  if (!times.length) return [];
  const beginnings = new Set(
    measuresAt(followed, 'middle', facts).flatMap(({ via, relation }) =>
      via === undefined ? (isBeginning(relation) ? relation : (beginningOf(relation) ?? [])) : [],
    ),
  );
  return [...beginnings].flatMap((relation) =>
    times.flatMap((at) => {
      const [first, last] = at === 'NOW' ? [now ?? '', now ?? ''] : [`${at.year}-01-01`, `${at.year}-12-31`];
      const holds = (node: string): boolean => {
        const known = facts.get(node) ?? [];
        const began = known.filter((fact) => fact.relation === relation);
        const ended = known.filter((fact) => fact.relation === endRelation(relation));
        return (
          (!began.length ||
            began.some(({ value }) => value.slice(0, 10) <= last.slice(0, Math.max(4, value.length)))) &&
          (!ended.length ||
            ended.some(({ value }) => value.slice(0, 10) >= first.slice(0, Math.max(4, value.length))))
        );
      };
      return withAnswers(
        { ...followed.candidate, time: { relation, at } },
        followed.reached.ends.filter(({ middle }) => middle !== undefined && holds(middle)),
      );
    }),
  );
}

function beginningOf(ending: string): string | undefined {
  const [, word, suffix = ''] = /(?:^|[._])(to|end)(_date|_year)?$/.exec(ending) ?? [];
  if (word === undefined) return undefined;
  return `${ending.slice(0, -(word + suffix).length)}${word === 'to' ? 'from' : 'start'}${suffix}`;
}

/** A value as a number. A date is about the number of days since year 0, so that years and days can be compared. */
export function toComparable(value: string, datatype: string): number | undefined {
  if (isTimeDatatype(datatype)) {
    const found = /^(-?\d{4,})(?:-(\d\d))?(?:-(\d\d))?/.exec(value);
    if (!found) return undefined;
    return Number(found[1]) * 372 + (Number(found[2] ?? 1) - 1) * 31 + Number(found[3] ?? 1) - 1;
  }
  const number = Number(value);
  return Number.isFinite(number) && value.trim() !== '' ? number : undefined;
}
