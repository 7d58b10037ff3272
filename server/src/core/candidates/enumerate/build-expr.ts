/** Builds the logical form of a candidate: its path from the start, with its conditions. */
import type { LiteralExpr, SExpr, RelationExpr } from '../../logical-form/sexpr';
import { XSD } from '../../language/rdf/names';
import type { Measure } from '../surroundings/surroundings';
import type { Candidate, ComparisonCondition, ConditionPosition, EntityCondition } from './candidate';

export function buildExpr(candidate: Omit<Candidate, 'expr'>): SExpr {
  const { start, value, hops, type, time, extreme, counts } = candidate;
  let expr: SExpr | undefined = start
    ? { kind: 'entity', id: start.id }
    : value
      ? { kind: 'literal', value: value.value, datatype: value.datatype }
      : undefined;
  for (const [at, hop] of hops.entries()) {
    // `(JOIN r x)` are the subjects of r, so a step to the objects is `(JOIN (R r) x)`.
    if (expr) expr = { kind: 'join', step: { relation: hop.relation, reverse: !hop.reverse }, of: expr };
    if (at === hops.length - 2) expr = withConditions(expr, candidate, 'middle');
    if (at === hops.length - 2 && time && expr)
      expr = { kind: 'time', of: expr, relation: time.relation, at: time.at };
  }
  expr = withConditions(expr, candidate, 'end');
  if (type !== undefined) expr = both({ kind: 'class', id: type }, expr);
  if (!expr) throw new Error('A candidate needs a start, a value or a class.');
  if (extreme?.at === 'end') expr = { kind: 'extreme', which: extreme.which, of: expr, by: stepsBy(extreme) };
  return counts ? { kind: 'count', of: expr } : expr;
}

/** The nodes with a path to the entity of the condition. */
export function conditionExpr({ entity, hops }: EntityCondition): SExpr {
  let connected: SExpr = { kind: 'entity', id: entity.id };
  for (const { relation, reverse } of [...hops].reverse())
    connected = { kind: 'join', step: { relation, reverse }, of: connected };
  return connected;
}

function withConditions(
  expr: SExpr | undefined,
  { also, compare, extreme }: Omit<Candidate, 'expr'>,
  at: ConditionPosition,
): SExpr | undefined {
  let result = expr;
  if (also?.at === at) result = both(conditionExpr(also), result);
  if (compare?.at === at) for (const each of comparisons(compare)) result = both(each, result);
  if (extreme?.at === at && at === 'middle' && result)
    result = { kind: 'extreme', which: extreme.which, of: result, by: stepsBy(extreme) };
  return result;
}

function both(left: SExpr, right: SExpr | undefined): SExpr {
  return right ? { kind: 'and', left, right } : left;
}

/** A year (`in`) is compared as a range of days. */
function comparisons({ operator, via, relation, literal, datatype }: ComparisonCondition): readonly SExpr[] {
  const by = stepsBy({ ...(via === undefined ? {} : { via }), relation });
  if (operator === 'in')
    return [
      { kind: 'compare', operator: 'ge', by, literal: day(`${literal.value}-01-01`) },
      { kind: 'compare', operator: 'le', by, literal: day(`${literal.value}-12-31`) },
    ];
  const value: LiteralExpr = { kind: 'literal', value: literal.value, datatype };
  if (operator === 'eq') return [by.reduceRight<SExpr>((of, step) => ({ kind: 'join', step, of }), value)];
  return [{ kind: 'compare', operator, by, literal: value }];
}

function day(value: string): LiteralExpr {
  return { kind: 'literal', value, datatype: `${XSD}date` };
}

export function stepsBy({ via, relation }: Measure): readonly RelationExpr[] {
  const relations = via === undefined ? [relation] : [via, relation];
  return relations.map((each) => ({ relation: each, reverse: false }));
}
