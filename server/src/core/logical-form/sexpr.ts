/**
 * The syntax tree of logical forms as in GrailQA. `(JOIN r x)` is the set of subjects with the relation r to x, and
 * `(JOIN (R r) x)` the set of objects of the relation r from x.
 */
import type { TextRange } from '../language/text/range';
import type { LiteralValue } from './parse-literal';

/** An expression with its range, if it was parsed from a text. */
interface MaybeLocated {
  readonly range?: TextRange;
}

/** A relation, possibly reversed. The range is that of the name, without `(R …)`. */
export interface RelationExpr extends MaybeLocated {
  /** An id of the schema, such as `film.film.directed_by`. */
  readonly relation: string;
  /** Whether it is `(R r)`. */
  readonly reverse: boolean;
}

interface EntityExpr extends MaybeLocated {
  readonly kind: 'entity';
  /** An id such as `m.02mjmr`. */
  readonly id: string;
}

interface ClassExpr extends MaybeLocated {
  readonly kind: 'class';
  readonly id: string;
}

export interface LiteralExpr extends MaybeLocated, LiteralValue {
  readonly kind: 'literal';
}

export interface JoinExpr extends MaybeLocated {
  readonly kind: 'join';
  readonly step: RelationExpr;
  readonly of: SExpr;
}

/** GrailQA has no OR. */
interface PairExpr extends MaybeLocated {
  readonly kind: 'and' | 'or';
  readonly left: SExpr;
  readonly right: SExpr;
}

/** `(MINUS set set)`: the members of the first set that are not in the second. GrailQA has no such operator. */
interface MinusExpr extends MaybeLocated {
  readonly kind: 'minus';
  readonly of: SExpr;
  readonly without: SExpr;
}

/** Allowed only as the outermost expression. */
interface CountExpr extends MaybeLocated {
  readonly kind: 'count';
  readonly of: SExpr;
}

/** The entities of a set with the greatest or least value, including ties. */
export interface ExtremeExpr extends MaybeLocated {
  readonly kind: 'extreme';
  readonly which: 'max' | 'min';
  readonly of: SExpr;
  /** 2 for the second greatest, written as third argument; 1 by default. */
  readonly rank?: number;
  /** The path from the entities to the value. A step that is not reversed goes from subject to object. */
  readonly by: readonly RelationExpr[];
}

export type FormComparison = 'lt' | 'le' | 'gt' | 'ge';

/** The entities whose value at the end of a path satisfies the comparison. */
export interface CompareExpr extends MaybeLocated {
  readonly kind: 'compare';
  readonly operator: FormComparison;
  /** The path to the value, as in `ExtremeExpr`. */
  readonly by: readonly RelationExpr[];
  readonly literal: LiteralExpr;
}

/** The members of a set, mostly mediators, that were valid at a time: started by then and not ended. */
export interface TimeExpr extends MaybeLocated {
  readonly kind: 'time';
  readonly of: SExpr;
  /** The relation of the start or the end, such as `government.government_position_held.from`. */
  readonly relation: string;
  readonly relationRange?: TextRange;
  /** A year, a month or a day, such as `2009-01-20`. */
  readonly at: 'NOW' | { readonly year: string };
}

export type SExpr =
  | EntityExpr
  | ClassExpr
  | LiteralExpr
  | JoinExpr
  | PairExpr
  | MinusExpr
  | CountExpr
  | ExtremeExpr
  | CompareExpr
  | TimeExpr;

/** The sets that an expression combines, without the one that MINUS takes away. */
export function operandsOf(expr: SExpr): readonly SExpr[] {
  if ('left' in expr) return [expr.left, expr.right];
  return 'of' in expr ? [expr.of] : [];
}
