/**
 * The port to the facts around nodes of a KB, from which candidates are enumerated. A node is an id, such as `m.02mjmr`, or a
 * literal as `literalNode` writes it. Each request takes many nodes, because one large query is faster than many small ones.
 */

/** One step of a path. */
export interface Hop {
  readonly relation: string;
  /** Against the direction of the relation: from its object to its subject. */
  readonly reverse: boolean;
}

export interface NodePath {
  readonly node: string;
  readonly hops: readonly Hop[];
}

export interface CountedHop extends Hop {
  /** The number of different nodes or values at its end. */
  readonly ends: number;
  /** Whether the ends are mediators. */
  readonly mediator: boolean;
}

/** A hop that continues a path. */
export interface PathContinuation {
  readonly before: NodePath;
  readonly step: CountedHop;
}

/** A relation to numbers or dates, directly or through a mediator: the population is the number of a dated one. */
export interface Measure {
  /** The relation to the mediator. */
  readonly via?: string;
  readonly relation: string;
}

export interface PathEnds {
  readonly ends: readonly PathEnd[];
  /** Whether there are more than the limit. */
  readonly more: boolean;
}

export interface PathEnd {
  /** An id, or the value of a literal. */
  readonly end: string;
  readonly literal: boolean;
  /** The node before the end, for a path of two or more hops. */
  readonly middle?: string;
}

/** A path from a node to an entity: one hop, or two through a mediator. */
export interface EntityConnection {
  readonly node: string;
  readonly entity: string;
  readonly hops: readonly Hop[];
}

/** A hop from a node with the members of a class at its end. */
export interface HopToMembers extends Hop {
  readonly node: string;
  readonly members: readonly string[];
}

/** A number or date of a node, by a measure. */
export interface LiteralFact extends Measure {
  readonly node: string;
  readonly value: string;
  readonly datatype: string;
}

export interface Surroundings {
  /** The hops from nodes in both directions, and only one of a relation and its reverse. */
  relationsOf(
    nodes: readonly string[],
    signal: AbortSignal,
  ): Promise<ReadonlyMap<string, readonly CountedHop[]>>;
  /** The hops that continue paths, except back to the start. */
  findContinuations(paths: readonly NodePath[], signal: AbortSignal): Promise<readonly PathContinuation[]>;
  /** The ends of each path except its start, in the order of the paths. */
  findPathEnds(paths: readonly NodePath[], limit: number, signal: AbortSignal): Promise<readonly PathEnds[]>;
  /** The paths from nodes to entities. */
  findConnections(
    nodes: readonly string[],
    entities: readonly string[],
    signal: AbortSignal,
  ): Promise<readonly EntityConnection[]>;
  /** The hops from nodes to members of a class; none if there are more members than the limit. */
  findMembers(
    nodes: readonly string[],
    type: string,
    limit: number,
    signal: AbortSignal,
  ): Promise<readonly HopToMembers[]>;
  /** The numbers and dates of nodes. */
  literalFacts(nodes: readonly string[], signal: AbortSignal): Promise<readonly LiteralFact[]>;
  /** The numbers and dates of the members of a class, with a limit for each measure. */
  measuresOfClass(
    type: string,
    measures: readonly Measure[],
    limit: number,
    signal: AbortSignal,
  ): Promise<readonly LiteralFact[]>;
  /** The numbers and dates of nodes by measures with a mediator. */
  measuresOfNodes(
    nodes: readonly string[],
    measures: readonly Measure[],
    signal: AbortSignal,
  ): Promise<readonly LiteralFact[]>;
  /** The classes of nodes, of those that are accepted. */
  classesOf(
    nodes: readonly string[],
    isAccepted: (type: string) => boolean,
    signal: AbortSignal,
  ): Promise<ReadonlyMap<string, readonly string[]>>;
}

/** The same path, followed from its end. */
export function reversePath(hops: readonly Hop[]): readonly Hop[] {
  return hops.map(({ relation, reverse }) => ({ relation, reverse: !reverse })).reverse();
}

export function hopKey({ relation, reverse }: Hop): string {
  return reverse ? `^${relation}` : relation;
}

export function nodePathKey({ node, hops }: NodePath): string {
  return [node, ...hops.map(hopKey)].join(' ');
}

export function literalNode(value: string, datatype: string): string {
  return `"${value}"^^${datatype}`;
}

/** Undefined if the node is not a literal. */
export function parseLiteralNode(
  node: string,
): { readonly value: string; readonly datatype: string } | undefined {
  if (!node.startsWith('"')) return undefined;
  const end = node.lastIndexOf('"^^');
  return { value: node.slice(1, end), datatype: node.slice(end + 3) };
}
