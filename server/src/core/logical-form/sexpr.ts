/**
 * Logical forms as GrailQA and its successors write them, as a tree. `(JOIN r x)` are the subjects that have r to x, `(JOIN (R r) x)`
 * the objects that x has by r.
 */
import type { TextRange } from '../language/text/range';

/** Where it stands, for what was read from a text; what a program makes has no place. */
interface Placed {
  readonly range?: TextRange;
}

/** A relation, forwards or backwards. Its place is that of the name, without `(R …)`. */
export interface RelationStep extends Placed {
  /** An id of the schema, such as `film.film.directed_by`. */
  readonly relation: string;
  /** `(R r)`: from the subject to the object. */
  readonly reverse: boolean;
}

interface EntityExpr extends Placed {
  readonly kind: 'entity';
  /** Such as `m.02mjmr`. */
  readonly id: string;
}

interface ClassExpr extends Placed {
  readonly kind: 'class';
  readonly id: string;
}

export interface LiteralExpr extends Placed {
  readonly kind: 'literal';
  readonly value: string;
  /** A full IRI of XML Schema; of a text in a language, `rdf:langString`. */
  readonly datatype: string;
  readonly language?: string;
}

export interface JoinExpr extends Placed {
  readonly kind: 'join';
  readonly step: RelationStep;
  readonly of: SExpr;
}

interface AndExpr extends Placed {
  readonly kind: 'and';
  readonly left: SExpr;
  readonly right: SExpr;
}

/** Outermost only. */
interface CountExpr extends Placed {
  readonly kind: 'count';
  readonly of: SExpr;
}

/** Those of a set whose value is the greatest or least; all of them, where several are equal. */
export interface ExtremeExpr extends Placed {
  readonly kind: 'extreme';
  readonly which: 'max' | 'min';
  readonly of: SExpr;
  /** From the things of the set to the value. Here a step that is not reversed goes from subject to object. */
  readonly by: readonly RelationStep[];
}

export type Comparison = 'lt' | 'le' | 'gt' | 'ge';

/** What has a value by a relation, or by two through a node between, that compares so. */
export interface CompareExpr extends Placed {
  readonly kind: 'compare';
  readonly operator: Comparison;
  /** As in `ExtremeExpr`. */
  readonly by: readonly RelationStep[];
  readonly literal: LiteralExpr;
}

/** Those of a set (mostly mediators) that held at a time: began by then, and had not ended. */
export interface TimeExpr extends Placed {
  readonly kind: 'time';
  readonly of: SExpr;
  /** The relation of the beginning, such as `government.government_position_held.from`. */
  readonly relation: string;
  readonly relationRange?: TextRange;
  /** A year, or a day such as `2009-01-20`. */
  readonly at: 'NOW' | { readonly year: string };
}

export type SExpr =
  | EntityExpr
  | ClassExpr
  | LiteralExpr
  | JoinExpr
  | AndExpr
  | CountExpr
  | ExtremeExpr
  | CompareExpr
  | TimeExpr;
