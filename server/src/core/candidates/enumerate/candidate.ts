/** A logical form that may answer the question, with the parts that it is built from. */
import type { LinkedEntity, LinkedLiteral } from '../../question/linking/linking';
import type { SExpr } from '../../logical-form/sexpr';
import { hopKey, reversePath, type Hop, type Measure } from '../surroundings/surroundings';
import { buildExpr } from './build-expr';

export interface Candidate {
  /** The entity at which the path starts; absent for candidates about a value or a whole class. */
  readonly start?: LinkedEntity;
  /** The literal at which the path starts. */
  readonly value?: LinkedLiteral;
  /** The path from the start to the answers. */
  readonly hops: readonly Hop[];
  /** The expected number of answers, if known. */
  readonly ends?: number;
  /** The type of the answers by the schema. */
  readonly endType?: string;
  /** For a path that continues another one: the length of the first part. */
  readonly turn?: number;
  readonly also?: EntityCondition;
  /** Restricts the answers to this class. */
  readonly type?: string;
  readonly counts?: boolean;
  readonly extreme?: SuperlativeCondition;
  readonly compare?: ComparisonCondition;
  readonly time?: TimeCondition;
  /** If they were already looked up. */
  readonly answers?: readonly string[];
  readonly expr: SExpr;
}

/** Whether a condition applies to the answer or to the node before it. */
export type ConditionPosition = 'end' | 'middle';

/** Requires a path from the node to a second entity. */
export interface EntityCondition {
  readonly entity: LinkedEntity;
  readonly hops: readonly Hop[];
  readonly at: ConditionPosition;
}

export interface SuperlativeCondition extends Measure {
  readonly which: 'max' | 'min';
  readonly at: ConditionPosition;
  /** The word of the question that asks for it. */
  readonly cue: string;
  /** How many nodes with a value were compared, if known. */
  readonly compared?: number;
}

export interface ComparisonCondition extends Measure {
  /** `in` compares with a whole year. */
  readonly operator: 'lt' | 'le' | 'gt' | 'ge' | 'eq' | 'in';
  readonly literal: LinkedLiteral;
  /** The datatype that the KB uses for the relation. */
  readonly datatype: string;
  readonly at: ConditionPosition;
}

export interface TimeCondition {
  /** The relation to the start of the period, such as `from`. */
  readonly relation: string;
  readonly at: 'NOW' | { readonly year: string };
}

export function createCandidate(parts: Omit<Candidate, 'expr'>): Candidate {
  return { ...parts, expr: buildExpr(parts) };
}

/** Whether both names of a candidate are related to the answers in the same way. */
export function hasParallelPaths({ also, hops }: Pick<Candidate, 'also' | 'hops'>): boolean {
  return also !== undefined && hops.map(hopKey).join() === reversePath(also.hops).map(hopKey).join();
}
