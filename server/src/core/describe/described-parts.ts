/** Tracks which parts of a query are described and which nodes are mentioned. Each part is described once. */
import type { Condition } from './conditions';
import type { QueryEdge, QueryNode, Pattern } from './query-graph';
import { patternsWithin } from './walk-graph';

export class DescribedParts {
  /** What the description omits, a few words each. */
  omissions = new Set<string>();
  private described = new Set<object>();
  private mentioned = new Set<QueryNode>();

  isDescribed(part: object): boolean {
    return this.described.has(part);
  }

  markDescribed(part: object): void {
    this.described.add(part);
  }

  /** Marks a relation that is described by its name only, which omits parts of a property path. */
  markNamedOnly(edge: QueryEdge): void {
    this.described.add(edge);
    if (edge.or.length) this.omissions.add('the choice between relations');
    if (edge.repeated) this.omissions.add('the number of steps of a relation');
  }

  markMentioned(node: QueryNode): void {
    this.mentioned.add(node);
  }

  /** Marks a mediator as mentioned. Its class is not described. */
  markMediator(mediator: QueryNode, scope: Pattern): void {
    this.mentioned.add(mediator);
    for (const typing of scope.typings) if (typing.node === mediator) this.described.add(typing);
  }

  isMentioned(node: QueryNode): boolean {
    return this.mentioned.has(node);
  }

  takeConditions(node: QueryNode, scope: Pattern): readonly Condition[] {
    const conditions = scope.conditions.filter(
      (condition) => condition.on === node && !this.described.has(condition),
    );
    for (const condition of conditions) this.described.add(condition);
    return conditions;
  }

  get mentionedNodes(): Iterable<QueryNode> {
    return this.mentioned;
  }

  /** Discards the mentions of a branch afterwards: the next branch must not refer to them. */
  withOwnMentions<T>(describe: () => T): T {
    const before = new Set(this.mentioned);
    const result = describe();
    this.mentioned = before;
    return result;
  }

  /** Describes an inner pattern completely or not at all, because the negation of a part is a different condition. */
  describeFully<T>(inner: Pattern, describe: () => readonly T[]): readonly T[] {
    const { described, mentioned, omissions } = this;
    [this.described, this.mentioned, this.omissions] = [
      new Set(described),
      new Set(mentioned),
      new Set(omissions),
    ];
    const clauses = describe();
    const all = [...patternsWithin(inner, (kind) => kind !== 'optional')];
    const parts = all.flatMap(({ edges, typings, conditions }) => [...edges, ...typings, ...conditions]);
    const isComplete =
      this.omissions.size === omissions.size &&
      all.every((pattern) => !pattern.leftOut.length) &&
      parts.every((part) => this.described.has(part));
    if (isComplete) return clauses;
    for (const part of [...parts, ...all.flatMap(({ nested }) => nested)]) described.add(part);
    [this.described, this.mentioned, this.omissions] = [described, mentioned, omissions];
    return [];
  }
}
