/** The kinds of the nodes of a query, as far as the query and the schema tell. */
import type { KbSchema } from '../schema/schema';
import { commonType, inferredType, isMediator, isPerson, nounOfType } from './nouns';
import { isPlain, type Node, type Pattern } from './query-graph';
import { labelInWords } from './relation-words';
import { mentions, withNested } from './walk-graph';

export class NodeKinds {
  readonly all: readonly Pattern[];
  /** Those that hold of every answer. */
  private readonly certain: readonly Pattern[];
  /** Looked up for every mention of a node, and each look-up goes through the whole query. */
  private readonly types = new Map<Node, string | undefined>();
  private readonly nouns = new Map<Node, string>();

  constructor(
    private readonly schema: KbSchema,
    pattern: Pattern,
  ) {
    this.all = [...withNested(pattern)];
    this.certain = [...withNested(pattern, (kind) => kind === 'exists')];
  }

  nounText(node: Node): string {
    let noun = this.nouns.get(node);
    if (noun === undefined) this.nouns.set(node, (noun = this.findNoun(node)));
    return noun;
  }

  private findNoun(node: Node): string {
    const type = this.typeOf(node);
    if (type !== undefined) return nounOfType(type);
    const labels = new Set<string>();
    for (const { edges } of this.mentioning(node))
      for (const edge of edges)
        if (edge.to === node && edge.relation !== undefined && isPlain(edge))
          labels.add(labelInWords(edge.relation));
    const [label, ...more] = labels;
    return label === undefined || (more.length && !this.isCertain(node)) ? 'thing' : label;
  }

  typeOf(node: Node): string | undefined {
    if (!this.types.has(node)) this.types.set(node, this.findType(node));
    return this.types.get(node);
  }

  private findType(node: Node): string | undefined {
    const patterns = this.mentioning(node);
    if (!this.isCertain(node)) return commonType(this.schema, patterns, node);
    for (const { typings } of patterns)
      for (const typing of typings) if (typing.node === node) return typing.type;
    return inferredType(this.schema, patterns, node) ?? this.typeByUnion(node);
  }

  private typeByUnion(node: Node): string | undefined {
    for (const { kind, patterns } of this.certain.flatMap(({ nested }) => nested))
      if (kind === 'either' && patterns.every((branch) => mentions(branch, node)))
        return commonType(this.schema, patterns, node);
    return undefined;
  }

  private isCertain(node: Node): boolean {
    return this.certain.some((pattern) => mentions(pattern, node));
  }

  /** Where a node is spoken of: what one branch of a UNION makes of it says nothing of the answers of another. */
  private mentioning(node: Node): readonly Pattern[] {
    return (this.isCertain(node) ? this.certain : this.all).filter((pattern) => mentions(pattern, node));
  }

  isPersonNode(node: Node): boolean {
    return isPerson(this.schema, this.typeOf(node));
  }

  isMediator(node: Node): boolean {
    return isMediator(this.schema, this.all, node);
  }

  isLiteralRelation(relation: string): boolean {
    const range = this.schema.relation(relation)?.range;
    return range !== undefined && this.schema.type(range)?.kind === 'literal';
  }

  isMeasureRelation(relation: string): boolean {
    const range = this.schema.relation(relation)?.range;
    const literal = range === undefined ? undefined : this.schema.type(range)?.literal;
    return literal === 'datetime' || literal === 'integer' || literal === 'float';
  }

  isDateRelation(relation: string): boolean {
    const range = this.schema.relation(relation)?.range;
    return range !== undefined && this.schema.type(range)?.literal === 'datetime';
  }
}
