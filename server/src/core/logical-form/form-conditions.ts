/** Converts the filters on a node of a query graph to parts of a logical form. */
import type { KbSchema } from '../schema/schema';
import type { Condition } from '../describe/conditions';
import type { QueryNode } from '../describe/query-graph';
import { unescapeString } from '../language/rdf/escapes';
import { XSD } from '../language/rdf/names';
import type { Term } from '../language/sparql/model';
import { InexpressibleError } from './form-graph';
import type { CompareExpr, FormComparison, LiteralExpr, RelationExpr, TimeExpr } from './sexpr';
import { ANY_DAY, daysOf, timeRelations, type ReferenceDay } from './time-relations';

type CompareCondition = Condition & { readonly kind: 'compare' };

const COMPARISONS: Readonly<Record<string, FormComparison>> = {
  '<': 'lt',
  '<=': 'le',
  '>': 'gt',
  '>=': 'ge',
};

/** Returns the values that a node must equal. */
export function requiredValues(node: QueryNode, conditions: readonly Condition[]): readonly Term[] {
  return comparisonsOn(node, conditions).flatMap((condition) =>
    isEquality(condition) ? [condition.value] : [],
  );
}

/** Returns the values that a node must not equal. */
export function excludedValues(node: QueryNode, conditions: readonly Condition[]): readonly Term[] {
  return comparisonsOn(node, conditions).flatMap(({ operator, value }) => (operator === '!=' ? [value] : []));
}

/** Returns the comparisons of the value at the end of a step. */
export function comparisonsOf(
  node: QueryNode,
  step: RelationExpr,
  conditions: readonly Condition[],
): readonly CompareExpr[] {
  return comparisonsOn(node, conditions).flatMap((condition): readonly CompareExpr[] => {
    const { operator, value, year } = condition;
    if (isEquality(condition) || operator === '!=') return [];
    if (value.kind !== 'literal')
      throw new InexpressibleError('A comparison with an entity has no counterpart.');
    const literal = toLiteralExpr(value);
    const comparison = COMPARISONS[operator];
    const pairs = year ? compareYear(comparison, literal) : [{ operator: comparison ?? 'ge', literal }];
    return pairs.map((pair) => ({ kind: 'compare', by: [step], ...pair }));
  });
}

function comparisonsOn(node: QueryNode, conditions: readonly Condition[]): readonly CompareCondition[] {
  return conditions.filter(
    (condition): condition is CompareCondition => condition.on === node && condition.kind === 'compare',
  );
}

function isEquality({ operator, year }: CompareCondition): boolean {
  return operator === '=' && !year;
}

/** `YEAR(?d) > 2000` becomes a comparison with 2001. */
function compareYear(
  operator: FormComparison | undefined,
  literal: LiteralExpr,
): readonly Pick<CompareExpr, 'operator' | 'literal'>[] {
  const yearPlus = (offset: number): LiteralExpr => ({
    kind: 'literal',
    value: String(Number(literal.value) + offset),
    datatype: `${XSD}gYear`,
  });
  switch (operator) {
    case 'ge':
      return [{ operator: 'ge', literal: yearPlus(0) }];
    case 'gt':
      return [{ operator: 'ge', literal: yearPlus(1) }];
    case 'lt':
      return [{ operator: 'lt', literal: yearPlus(0) }];
    case 'le':
      return [{ operator: 'lt', literal: yearPlus(1) }];
    case undefined:
      return [
        { operator: 'ge', literal: yearPlus(0) },
        { operator: 'lt', literal: yearPlus(1) },
      ];
  }
}

/** Returns the times from pairs of conditions on the start and the end of a period. */
export function findTimes(
  node: QueryNode,
  conditions: readonly Condition[],
  schema: Pick<KbSchema, 'hasRelation'>,
  asOf: ReferenceDay | undefined,
): readonly Pick<TimeExpr, 'relation' | 'at'>[] {
  const optionalConditions = conditions.filter(
    (condition): condition is Condition & { readonly kind: 'if-known' } =>
      condition.kind === 'if-known' && condition.on === node,
  );
  const begins = optionalConditions.filter(({ operator }) => operator.startsWith('<'));
  const ends = optionalConditions.filter(({ operator }) => operator.startsWith('>'));
  if (begins.length !== ends.length || begins.length + ends.length !== optionalConditions.length)
    throw new InexpressibleError('A period with only a start or only an end has no counterpart.');
  return begins.map((begin) => {
    const pair = timeRelations(begin.relation, schema);
    const end = ends.find(({ relation }) => relation === pair.end);
    const at = end && toTime(dayOf(end.value), dayOf(begin.value), asOf);
    if (at === undefined)
      throw new InexpressibleError(`The period of ${begin.relation} is neither a year nor a day.`);
    return { relation: begin.relation, at };
  });
}

function toTime(first: string, last: string, asOf: ReferenceDay | undefined): TimeExpr['at'] | undefined {
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

/** Drops the time zone that one KB dump adds to dates, because logical forms have none. */
export function toLiteralExpr({
  value,
  datatype,
  language,
}: Term & { readonly kind: 'literal' }): LiteralExpr {
  const text = unescapeString(value);
  const withoutZone =
    datatype === `${XSD}dateTime` ? text : text.replace(/^(-?\d{4}(?:-\d\d){0,2})-08:00$/, '$1');
  return { kind: 'literal', value: withoutZone, datatype, ...(language === undefined ? {} : { language }) };
}
