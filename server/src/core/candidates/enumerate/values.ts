/** Walks with a condition on a number or a date: compared, the greatest or least, or at a time. */
import type { LinkedLiteral } from '../../question/linking/linking';
import type { LiteralFact, Measure, Surroundings } from '../surroundings/surroundings';
import type { KbSchema } from '../../schema/schema';
import type { SchemaRetriever } from '../../question/retrieval/retrieval';
import type { OrderWord } from '../../language/english/superlatives';
import type { Enumeration } from './enumerate';
import { candidateOf, type Candidate } from './candidate';
import { mayMeasure, measuredBy, measuresOf, type MeasureWord } from './measures';
import { nodesOf, type ReachedWalk } from './meeting';

type Place = 'end' | 'middle';

export async function withValues(
  walks: readonly ReachedWalk[],
  literals: readonly LinkedLiteral[],
  question: ValueQuestion,
  { around, schema, retriever }: ValuePorts,
  /** Nodes that are looked at. */
  most: number,
  signal: AbortSignal,
): Promise<readonly Candidate[]> {
  if (!literals.length && !question.orderWord && !question.now) return [];
  const nodes = nodesOf(walks, most);
  if (!nodes.length) return [];
  const facts = new Map<string, LiteralFact[]>();
  const behind = question.superlative ? mediatedMeasures(walks, measuredBy(question), schema, retriever) : [];
  const known = await around.literals(nodes, signal);
  const mediated = behind.length ? await around.measured(nodes, behind, signal) : [];
  for (const fact of [...known, ...mediated]) {
    const those = facts.get(fact.node);
    if (those) those.push(fact);
    else facts.set(fact.node, [fact]);
  }
  return walks.flatMap((one) => conditionsOn(one, facts, literals, question));
}

type ValueQuestion = Pick<Enumeration, 'words' | 'noun' | 'superlative' | 'orderWord' | 'now'>;

export interface ValuePorts {
  readonly around: Surroundings;
  readonly schema: KbSchema;
  readonly retriever: Pick<SchemaRetriever, 'similarity'>;
}

/** Every condition that a walk can have, by what is known of its ends. */
export function conditionsOn(
  one: ReachedWalk,
  facts: ReadonlyMap<string, readonly LiteralFact[]>,
  literals: readonly LinkedLiteral[],
  question: ValueQuestion,
): readonly Candidate[] {
  const found: Candidate[] = [];
  for (const at of ['end', 'middle'] as const)
    for (const measure of measuresAt(one, at, facts)) {
      if (question.orderWord) found.push(...extremes(one, at, measure, facts, question.orderWord, question));
      for (const literal of literals) found.push(...compared(one, at, measure, facts, literal));
    }
  found.push(...atTime(one, facts, literals, question.now));
  return found;
}

/** Of what the walks lead to, the numbers that mediators have: a runtime is that of a cut. */
function mediatedMeasures(
  walks: readonly ReachedWalk[],
  wanted: readonly MeasureWord[],
  schema: KbSchema,
  retriever: Pick<SchemaRetriever, 'similarity'>,
): readonly Measure[] {
  const types = new Set(walks.flatMap(({ walk: { endType } }) => endType ?? []));
  const all = [...types].flatMap((type) =>
    measuresOf(type, wanted, schema, retriever).filter(({ via }) => via !== undefined),
  );
  return [...new Map(all.map((measure) => [measureKey(measure), measure])).values()].slice(0, MOST_MEDIATED);
}

const MOST_MEDIATED = 4;

function measureKey({ via = '', relation }: Measure): string {
  return `${via} ${relation}`;
}

function nodeAt(
  { end, literal, middle }: ReachedWalk['reached']['ends'][number],
  at: Place,
): string | undefined {
  return at === 'middle' ? middle : literal ? undefined : end;
}

function measuresAt(
  { reached }: ReachedWalk,
  at: Place,
  facts: ReadonlyMap<string, readonly LiteralFact[]>,
): readonly Measure[] {
  const measures = new Map<string, Measure>();
  for (const row of reached.ends)
    for (const { via, relation } of facts.get(nodeAt(row, at) ?? '') ?? []) {
      const measure = via === undefined ? { relation } : { via, relation };
      measures.set(measureKey(measure), measure);
    }
  return [...measures].sort(([left], [right]) => (left < right ? -1 : 1)).map(([, measure]) => measure);
}

function isBy({ via, relation }: Measure): (fact: LiteralFact) => boolean {
  return (fact) => fact.relation === relation && fact.via === via;
}

function extremes(
  { walk, reached, called = false }: ReachedWalk,
  at: Place,
  measure: Measure,
  facts: ReadonlyMap<string, readonly LiteralFact[]>,
  { direction, words }: OrderWord,
  question: ValueQuestion,
): readonly Candidate[] {
  const rows = reached.ends.flatMap((row) =>
    (facts.get(nodeAt(row, at) ?? '') ?? [])
      .filter((fact) => isBy(measure)(fact) && mayMeasure(measure, fact.datatype, question))
      .map(({ value, datatype }) => ({ end: row.end, value: comparableOf(value, datatype) })),
  );
  const known = rows.filter((row): row is { end: string; value: number } => row.value !== undefined);
  const few = called ? 1 : 2;
  if (!known.length || new Set(reached.ends.map(({ end }) => end)).size < few) return [];
  return [direction === 'most' ? ('max' as const) : ('min' as const)].map((way) => {
    const most = known.reduce(
      (best, { value }) => (way === 'max' ? Math.max(best, value) : Math.min(best, value)),
      way === 'max' ? -Infinity : Infinity,
    );
    const answers = [...new Set(known.filter(({ value }) => value === most).map(({ end }) => end))];
    return candidateOf({
      ...walk,
      extreme: { which: way, ...measure, at, cue: words },
      answers,
      ends: answers.length,
    });
  });
}

function compared(
  { walk, reached }: ReachedWalk,
  at: Place,
  measure: Measure,
  facts: ReadonlyMap<string, readonly LiteralFact[]>,
  literal: LinkedLiteral,
): readonly Candidate[] {
  if (literal.kind === 'now') return [];
  const wanted = comparableOf(literal.value, literal.datatype);
  if (wanted === undefined) return [];
  const isTime = (datatype: string): boolean => /date|gYear/i.test(datatype);
  const asksTime = literal.kind === 'year' || literal.kind === 'month' || literal.kind === 'date';
  const operator = literal.comparison ?? (literal.kind === 'year' ? 'in' : 'eq');
  let kind = literal.datatype;
  const holds = ({ value, datatype }: LiteralFact): boolean => {
    if (isTime(datatype) !== asksTime) return false;
    const one = comparableOf(value, datatype);
    if (one === undefined) return false;
    const fits =
      operator === 'in'
        ? value.startsWith(literal.value)
        : operator === 'eq'
          ? one === wanted
          : operator === 'lt'
            ? one < wanted
            : operator === 'le'
              ? one <= wanted
              : operator === 'gt'
                ? one > wanted
                : one >= wanted;
    if (fits && operator === 'eq') kind = datatype;
    return fits;
  };
  const rows = reached.ends.filter((row) =>
    (facts.get(nodeAt(row, at) ?? '') ?? []).some((fact) => isBy(measure)(fact) && holds(fact)),
  );
  const answers = [...new Set(rows.map(({ end }) => end))];
  if (!answers.length) return [];
  return [
    candidateOf({
      ...walk,
      compare: { operator, ...measure, literal, datatype: kind, at },
      answers,
      ends: answers.length,
    }),
  ];
}

const BEGINNING = /(?:^|[._])(?:from|start|start_date|from_date|from_year|start_year)$/;

/** The relation of the end that belongs to one of the beginning. */
export function endOf(beginning: string): string {
  return beginning.replace(
    /(from|start)(_date|_year)?$/,
    (_, word: string, behind = '') => `${word === 'from' ? 'to' : 'end'}${String(behind)}`,
  );
}

function atTime(
  { walk, reached }: ReachedWalk,
  facts: ReadonlyMap<string, readonly LiteralFact[]>,
  literals: readonly LinkedLiteral[],
  now: string | undefined,
): readonly Candidate[] {
  const years = literals.filter(({ kind, comparison }) => kind === 'year' && !comparison);
  const times = [
    ...(now === undefined ? [] : ['NOW' as const]),
    ...years.map(({ value }) => ({ year: value })),
  ];
  if (!times.length) return [];
  const relations = measuresAt({ walk, reached }, 'middle', facts).flatMap(({ via, relation }) =>
    via === undefined ? [relation] : [],
  );
  const beginnings = new Set(
    relations.flatMap((relation) =>
      BEGINNING.test(relation) ? [relation] : [beginningOf(relation)].filter((one) => one !== undefined),
    ),
  );
  return [...beginnings].flatMap((relation) =>
    times.flatMap((at) => {
      const [first, last] = at === 'NOW' ? [now ?? '', now ?? ''] : [`${at.year}-01-01`, `${at.year}-12-31`];
      const holds = (node: string): boolean => {
        const those = facts.get(node) ?? [];
        const began = those.filter((fact) => fact.relation === relation);
        const ended = those.filter((fact) => fact.relation === endOf(relation));
        return (
          (!began.length ||
            began.some(({ value }) => value.slice(0, 10) <= last.slice(0, Math.max(4, value.length)))) &&
          (!ended.length ||
            ended.some(({ value }) => value.slice(0, 10) >= first.slice(0, Math.max(4, value.length))))
        );
      };
      const answers = [
        ...new Set(
          reached.ends.filter(({ middle }) => middle !== undefined && holds(middle)).map(({ end }) => end),
        ),
      ];
      return answers.length
        ? [candidateOf({ ...walk, time: { relation, at }, answers, ends: answers.length })]
        : [];
    }),
  );
}

function beginningOf(ending: string): string | undefined {
  const found = /(?:^|[._])(to|end)(_date|_year)?$/.exec(ending);
  if (!found) return undefined;
  return (
    ending.slice(0, ending.length - (found[1] ?? '').length - (found[2] ?? '').length) +
    (found[1] === 'to' ? 'from' : 'start') +
    (found[2] ?? '')
  );
}

/** A value as a number to compare: of a date about the days since the year 0, so that years and days compare. */
export function comparableOf(value: string, datatype: string): number | undefined {
  if (/date|gYear/i.test(datatype)) {
    const found = /^(-?\d{4,})(?:-(\d\d))?(?:-(\d\d))?/.exec(value);
    if (!found) return undefined;
    return Number(found[1]) * 372 + (Number(found[2] ?? 1) - 1) * 31 + Number(found[3] ?? 1) - 1;
  }
  const number = Number(value);
  return Number.isFinite(number) && value.trim() !== '' ? number : undefined;
}
