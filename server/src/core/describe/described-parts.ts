/** The parts and nodes of a query that a description covers so far, and what it omits. Each part is described once. */
import type { Condition } from './conditions';
import type { Edge, Node, Pattern } from './query-graph';
import { withNested } from './walk-graph';

export class DescribedParts {
  leftOut = new Set<string>();
  private said = new Set<object>();
  private met = new Set<Node>();

  hasSaid(part: object): boolean {
    return this.said.has(part);
  }

  markSaid(part: object): void {
    this.said.add(part);
  }

  /** Marks a relation as described by its name alone, which is not all of a property path. */
  markNamed(edge: Edge): void {
    this.said.add(edge);
    if (edge.or.length) this.leftOut.add('the choice between relations');
    if (edge.repeated) this.leftOut.add('over how many steps a relation goes');
  }

  markMet(node: Node): void {
    this.met.add(node);
  }

  /** The class of a mediator need not be described. */
  enter(mediator: Node, scope: Pattern): void {
    this.met.add(mediator);
    for (const typing of scope.typings) if (typing.node === mediator) this.said.add(typing);
  }

  isMet(node: Node): boolean {
    return this.met.has(node);
  }

  takeConditions(node: Node, scope: Pattern): readonly Condition[] {
    const found = scope.conditions.filter((condition) => condition.on === node && !this.said.has(condition));
    for (const condition of found) this.said.add(condition);
    return found;
  }

  /** All nodes that were mentioned. */
  get spokenOf(): Iterable<Node> {
    return this.met;
  }

  /** What one branch mentions is unknown in the next. */
  apart<T>(describe: () => T): T {
    const before = new Set(this.met);
    const described = describe();
    this.met = before;
    return described;
  }

  /** Describes an inner pattern completely or not at all: the negation of a part is another condition. */
  wholly<T>(inner: Pattern, describe: () => readonly T[]): readonly T[] {
    const { said, met, leftOut } = this;
    [this.said, this.met, this.leftOut] = [new Set(said), new Set(met), new Set(leftOut)];
    const clauses = describe();
    const all = [...withNested(inner, (kind) => kind !== 'optional')];
    const parts = all.flatMap(({ edges, typings, conditions }) => [...edges, ...typings, ...conditions]);
    const whole =
      this.leftOut.size === leftOut.size &&
      all.every((pattern) => !pattern.leftOut.length) &&
      parts.every((part) => this.said.has(part));
    if (whole) return clauses;
    for (const part of [...parts, ...all.flatMap(({ nested }) => nested)]) said.add(part);
    [this.said, this.met, this.leftOut] = [said, met, leftOut];
    return [];
  }
}
