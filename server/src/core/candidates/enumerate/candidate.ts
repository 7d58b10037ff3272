/** A logical form that may answer the question, with what it is made of. */
import type { LinkedEntity, LinkedLiteral } from '../../question/linking/linking';
import type { SExpr } from '../../logical-form/sexpr';
import type { Hop } from '../surroundings/surroundings';
import { exprOf } from './build-expr';

export interface Candidate {
  /** Where it starts; absent where the question is about a value, or about a whole class. */
  readonly start?: LinkedEntity;
  readonly value?: LinkedLiteral;
  /** From the start to what is asked for. */
  readonly hops: readonly Hop[];
  /** How many answers are expected, where it is known. */
  readonly ends?: number;
  /** What the schema says of the answers. */
  readonly endType?: string;
  /** Where a walk goes on behind what another leads to: how long the first one is. */
  readonly turn?: number;
  readonly also?: Also;
  /** Only answers of this class. */
  readonly type?: string;
  readonly counts?: boolean;
  readonly extreme?: Extreme;
  readonly compare?: Compare;
  readonly time?: Time;
  /** Where they were looked up on the way. */
  readonly answers?: readonly string[];
  readonly expr: SExpr;
}

/** A second entity that the answer, or the node before it, has a way to. */
export interface Also {
  readonly entity: LinkedEntity;
  /** From the node to the entity. */
  readonly hops: readonly Hop[];
  readonly at: 'end' | 'middle';
}

export interface Extreme {
  readonly which: 'max' | 'min';
  /** To the mediator that has the value. */
  readonly via?: string;
  readonly relation: string;
  readonly at: 'end' | 'middle';
  /** The word of the question that asks for it. */
  readonly cue: string;
}

export interface Compare {
  /** `in` a year. */
  readonly operator: 'lt' | 'le' | 'gt' | 'ge' | 'eq' | 'in';
  /** To the mediator that has the value. */
  readonly via?: string;
  readonly relation: string;
  readonly literal: LinkedLiteral;
  /** As the KB writes the values of the relation. */
  readonly datatype: string;
  readonly at: 'end' | 'middle';
}

export interface Time {
  readonly relation: string;
  readonly at: 'NOW' | { readonly year: string };
}

export function candidateOf(parts: Omit<Candidate, 'expr'>): Candidate {
  return { ...parts, expr: exprOf(parts) };
}
