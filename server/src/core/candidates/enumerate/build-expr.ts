/** A candidate as a logical form: its walk from the start, with its conditions. */
import type { LiteralExpr, SExpr, RelationStep } from '../../logical-form/sexpr';
import { XSD } from '../../language/rdf/names';
import type { Hop, Measure } from '../surroundings/surroundings';
import type { Candidate, Compare } from './candidate';

export function exprOf(candidate: Omit<Candidate, 'expr'>): SExpr {
  const { start, value, hops, type, time, extreme, counts } = candidate;
  let expr: SExpr | undefined = start
    ? { kind: 'entity', id: start.id }
    : value
      ? { kind: 'literal', value: value.value, datatype: value.datatype }
      : undefined;
  for (const [at, hop] of hops.entries()) {
    if (expr) expr = { kind: 'join', step: backwards(hop), of: expr };
    if (at === hops.length - 2) expr = withConditions(expr, candidate, 'middle');
    if (at === hops.length - 2 && time && expr)
      expr = { kind: 'time', of: expr, relation: time.relation, at: time.at };
  }
  expr = withConditions(expr, candidate, 'end');
  if (type !== undefined) expr = both({ kind: 'class', id: type }, expr);
  if (!expr) throw new Error('a form of nothing');
  if (extreme?.at === 'end') expr = { kind: 'extreme', which: extreme.which, of: expr, by: stepsBy(extreme) };
  return counts ? { kind: 'count', of: expr } : expr;
}

function withConditions(
  expr: SExpr | undefined,
  { also, compare, extreme }: Omit<Candidate, 'expr'>,
  at: 'end' | 'middle',
): SExpr | undefined {
  let result = expr;
  if (also?.at === at) {
    let way: SExpr = { kind: 'entity', id: also.entity.id };
    for (const hop of [...also.hops].reverse())
      way = { kind: 'join', step: { relation: hop.relation, reverse: hop.reverse }, of: way };
    result = both(way, result);
  }
  if (compare?.at === at) for (const one of comparisons(compare)) result = both(one, result);
  if (extreme?.at === at && at === 'middle' && result)
    result = { kind: 'extreme', which: extreme.which, of: result, by: stepsBy(extreme) };
  return result;
}

function both(left: SExpr, right: SExpr | undefined): SExpr {
  return right ? { kind: 'and', left, right } : left;
}

/** A year that something happened in is a stretch of days. */
function comparisons({ operator, via, relation, literal, datatype }: Compare): readonly SExpr[] {
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

function stepsBy({ via, relation }: Measure): readonly RelationStep[] {
  return [...(via === undefined ? [] : [forwards(via)]), forwards(relation)];
}

function forwards(relation: string): RelationStep {
  return { relation, reverse: false };
}

/** A step from a node to its objects is `(R r)`, since `(JOIN r x)` are the subjects. */
function backwards({ relation, reverse }: Hop): RelationStep {
  return { relation, reverse: !reverse };
}
