/**
 * What stands around the nodes of a KB: the port that candidates are made by. A node is an id, such as `m.02mjmr`, or a value as
 * `literalNode` writes it. Many are asked for at once, because a KB answers one large question sooner than many small ones.
 */

/** One step of a walk. */
export interface Hop {
  readonly relation: string;
  /** Against the direction of the relation: from its object to its subject. */
  readonly reverse: boolean;
}

export interface Walk {
  readonly node: string;
  readonly hops: readonly Hop[];
}

export interface StepAround extends Hop {
  /** How many different nodes or values it leads to. */
  readonly ends: number;
  /** They are mediators: the fact goes on behind them. */
  readonly mediator: boolean;
}

export interface PathAround {
  /** The walk that was given. */
  readonly before: Walk;
  readonly step: StepAround;
}

/** A relation to numbers or dates, perhaps of a mediator: the population is the number of a dated one. */
export interface Measure {
  readonly via?: string;
  readonly relation: string;
}

/** What a walk leads to. */
export interface Reached {
  readonly ends: readonly Reach[];
  /** There are more than were asked for. */
  readonly more: boolean;
}

export interface Reach {
  /** An id, or the value of a literal. */
  readonly end: string;
  readonly literal: boolean;
  /** The node before it, of a walk of two steps or more. */
  readonly middle?: string;
}

/** That a node has a way of one step, or of two through a mediator, to an entity. */
export interface Meeting {
  readonly node: string;
  readonly entity: string;
  readonly hops: readonly Hop[];
}

/** What one step leads to of a class. */
export interface MembersAround extends Hop {
  readonly node: string;
  readonly members: readonly string[];
}

export interface LiteralFact {
  readonly node: string;
  /** The relation to the mediator that has the value, where it is not the node itself. */
  readonly via?: string;
  readonly relation: string;
  readonly value: string;
  readonly datatype: string;
}

export interface Surroundings {
  /** In both directions; of a relation and its reverse, only one. */
  relationsOf(
    nodes: readonly string[],
    signal: AbortSignal,
  ): Promise<ReadonlyMap<string, readonly StepAround[]>>;
  /** The steps that lead on behind some walks, other than back to where they started. */
  onwards(walks: readonly Walk[], signal: AbortSignal): Promise<readonly PathAround[]>;
  /** What each walk leads to, other than where it started; in their order. */
  reach(walks: readonly Walk[], most: number, signal: AbortSignal): Promise<readonly Reached[]>;
  /** How these nodes are linked with some entities. */
  meetings(
    nodes: readonly string[],
    entities: readonly string[],
    signal: AbortSignal,
  ): Promise<readonly Meeting[]>;
  /** The steps from these nodes that lead to members of a class, with these; nothing where there are more than so many in all. */
  membersAround(
    nodes: readonly string[],
    type: string,
    most: number,
    signal: AbortSignal,
  ): Promise<readonly MembersAround[]>;
  /** What numbers and dates these nodes have. */
  literals(nodes: readonly string[], signal: AbortSignal): Promise<readonly LiteralFact[]>;
  /** What numbers and dates the members of a class have by some relations, up to so many of each. */
  measuresOf(
    type: string,
    measures: readonly Measure[],
    most: number,
    signal: AbortSignal,
  ): Promise<readonly LiteralFact[]>;
  /** What numbers and dates these nodes have behind mediators, by some relations. */
  measured(
    nodes: readonly string[],
    measures: readonly Measure[],
    signal: AbortSignal,
  ): Promise<readonly LiteralFact[]>;
  /** Which classes these nodes have. */
  classesOf(nodes: readonly string[], signal: AbortSignal): Promise<ReadonlyMap<string, readonly string[]>>;
}

export function hopKey({ relation, reverse }: Hop): string {
  return reverse ? `^${relation}` : relation;
}

export function walkKey({ node, hops }: Walk): string {
  return [node, ...hops.map(hopKey)].join(' ');
}

export function literalNode(value: string, datatype: string): string {
  return `"${value}"^^${datatype}`;
}

/** Nothing where the node is no literal. */
export function literalOf(node: string): { readonly value: string; readonly datatype: string } | undefined {
  if (!node.startsWith('"')) return undefined;
  const end = node.lastIndexOf('"^^');
  return { value: node.slice(1, end), datatype: node.slice(end + 3) };
}
