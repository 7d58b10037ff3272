/** What filters ask of the nodes of a graph, as parts of a form. */
import type { KbSchema } from '../schema/schema';
import type { Condition } from '../describe/conditions';
import type { Node } from '../describe/query-graph';
import { unescaped } from '../language/rdf/escapes';
import { XSD } from '../language/rdf/names';
import type { Term } from '../language/sparql/model';
import { NoCounterpart } from './form-graph';
import type { CompareExpr, Comparison, LiteralExpr, RelationStep, TimeExpr } from './sexpr';
import { ANY_DAY, daysOf, timeRelations, type AsOf } from './time-relations';

type Compare = Condition & { readonly kind: 'compare' };

const COMPARISONS: Readonly<Record<string, Comparison>> = { '<': 'lt', '<=': 'le', '>': 'gt', '>=': 'ge' };

/** The values that a node is said to be. */
export function valuesOf(node: Node, conditions: readonly Condition[]): readonly Term[] {
  return comparesOn(node, conditions).flatMap((condition) =>
    isEquality(condition) ? [condition.value] : [],
  );
}

/** That a node is other than something. */
export function differencesOf(node: Node, conditions: readonly Condition[]): readonly Term[] {
  return comparesOn(node, conditions).flatMap(({ operator, value }) => (operator === '!=' ? [value] : []));
}

/** How a value that a step leads to is compared. */
export function comparisonsOf(
  node: Node,
  step: RelationStep,
  conditions: readonly Condition[],
): readonly CompareExpr[] {
  return comparesOn(node, conditions).flatMap((condition): readonly CompareExpr[] => {
    const { operator, value, year } = condition;
    if (isEquality(condition) || operator === '!=') return [];
    if (value.kind !== 'literal') throw new NoCounterpart('A comparison with an entity has no counterpart.');
    const literal = literalOf(value);
    const sign = COMPARISONS[operator];
    const pairs = year ? ofYear(sign, literal) : [{ operator: sign ?? 'ge', literal }];
    return pairs.map((pair) => ({ kind: 'compare', by: [step], ...pair }));
  });
}

function comparesOn(node: Node, conditions: readonly Condition[]): readonly Compare[] {
  return conditions.filter(
    (condition): condition is Compare => condition.on === node && condition.kind === 'compare',
  );
}

function isEquality({ operator, year }: Compare): boolean {
  return operator === '=' && !year;
}

/** `YEAR(?d) > 2000` is from 2001 on. */
function ofYear(
  operator: Comparison | undefined,
  literal: LiteralExpr,
): readonly Pick<CompareExpr, 'operator' | 'literal'>[] {
  const year = (more: number): LiteralExpr => ({
    kind: 'literal',
    value: String(Number(literal.value) + more),
    datatype: `${XSD}gYear`,
  });
  switch (operator) {
    case 'ge':
      return [{ operator: 'ge', literal: year(0) }];
    case 'gt':
      return [{ operator: 'ge', literal: year(1) }];
    case 'lt':
      return [{ operator: 'lt', literal: year(0) }];
    case 'le':
      return [{ operator: 'lt', literal: year(1) }];
    case undefined:
      return [
        { operator: 'ge', literal: year(0) },
        { operator: 'lt', literal: year(1) },
      ];
  }
}

/** Pairs of conditions that say that something held at a time. */
export function timesOf(
  node: Node,
  conditions: readonly Condition[],
  schema: Pick<KbSchema, 'hasRelation'>,
  asOf: AsOf | undefined,
): readonly Pick<TimeExpr, 'relation' | 'at'>[] {
  const known = conditions.filter(
    (condition): condition is Condition & { readonly kind: 'if-known' } =>
      condition.kind === 'if-known' && condition.on === node,
  );
  const begins = known.filter(({ operator }) => operator.startsWith('<'));
  const ends = known.filter(({ operator }) => operator.startsWith('>'));
  if (begins.length !== ends.length || begins.length + ends.length !== known.length)
    throw new NoCounterpart('A period with only a start or only an end has no counterpart.');
  return begins.map((begin) => {
    const pair = timeRelations(begin.relation, schema);
    const end = ends.find(({ relation }) => relation === pair.end);
    const at = end && timeBetween(dayOf(end.value), dayOf(begin.value), asOf);
    if (at === undefined)
      throw new NoCounterpart(`The period of ${begin.relation} is neither a year nor a day.`);
    return { relation: begin.relation, at };
  });
}

function timeBetween(first: string, last: string, asOf: AsOf | undefined): TimeExpr['at'] | undefined {
  const times: readonly TimeExpr['at'][] = [
    ...(asOf ? ['NOW' as const] : []),
    { year: first.slice(0, 4) },
    { year: first.slice(0, 7) },
    { year: first },
  ];
  return times.find((time) => {
    const days = daysOf(time, asOf ?? ANY_DAY);
    return days.first === first && days.last === last;
  });
}

function dayOf(value: Term): string {
  return value.kind === 'literal' ? value.value.slice(0, 10) : '';
}

/** The zone is how one dump was loaded; forms are written without. */
export function literalOf({ value, datatype, language }: Term & { readonly kind: 'literal' }): LiteralExpr {
  const text = unescaped(value);
  const plain = datatype === `${XSD}dateTime` ? text : text.replace(/^(-?\d{4}(?:-\d\d){0,2})-08:00$/, '$1');
  return { kind: 'literal', value: plain, datatype, ...(language === undefined ? {} : { language }) };
}
