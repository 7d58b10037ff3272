/** Infers the types and nouns of the nodes of a query. */
import type { KbSchema } from '../schema/schema';
import { inferCommonType, inferType, isMediator, isPerson, typeNoun } from './nouns';
import { isSingleRelation, type QueryNode, type Pattern } from './query-graph';
import { relationLabel } from './relation-words';
import { mentions, patternsWithin } from './walk-graph';

export class NodeKinds {
  readonly patterns: readonly Pattern[];
  /** The patterns that hold for every answer. */
  private readonly certainPatterns: readonly Pattern[];
  // Caches: each lookup traverses the whole query, and there is one for each mention of a node.
  private readonly types = new Map<QueryNode, string | undefined>();
  private readonly nouns = new Map<QueryNode, string>();

  constructor(
    private readonly schema: KbSchema,
    pattern: Pattern,
  ) {
    this.patterns = [...patternsWithin(pattern)];
    this.certainPatterns = [...patternsWithin(pattern, (kind) => kind === 'exists')];
  }

  nounText(node: QueryNode): string {
    let noun = this.nouns.get(node);
    if (noun === undefined) this.nouns.set(node, (noun = this.findNoun(node)));
    return noun;
  }

  private findNoun(node: QueryNode): string {
    const type = this.typeOf(node);
    if (type !== undefined) return typeNoun(type);
    const labels = new Set<string>();
    for (const { edges } of this.patternsMentioning(node))
      for (const edge of edges)
        if (edge.to === node && edge.relation !== undefined && isSingleRelation(edge))
          labels.add(relationLabel(edge.relation));
    const [label, ...more] = labels;
    return label === undefined || (more.length && !this.isCertain(node)) ? 'thing' : label;
  }

  typeOf(node: QueryNode): string | undefined {
    if (!this.types.has(node)) this.types.set(node, this.findType(node));
    return this.types.get(node);
  }

  private findType(node: QueryNode): string | undefined {
    const patterns = this.patternsMentioning(node);
    if (!this.isCertain(node)) return inferCommonType(this.schema, patterns, node);
    for (const { typings } of patterns)
      for (const typing of typings) if (typing.node === node) return typing.type;
    return inferType(this.schema, patterns, node) ?? this.typeByUnion(node);
  }

  private typeByUnion(node: QueryNode): string | undefined {
    for (const { kind, patterns } of this.certainPatterns.flatMap(({ nested }) => nested))
      if (kind === 'either' && patterns.every((branch) => mentions(branch, node)))
        return inferCommonType(this.schema, patterns, node);
    return undefined;
  }

  private isCertain(node: QueryNode): boolean {
    return this.certainPatterns.some((pattern) => mentions(pattern, node));
  }

  /** The patterns that mention a node. One branch of a UNION implies nothing about the answers of another. */
  private patternsMentioning(node: QueryNode): readonly Pattern[] {
    return (this.isCertain(node) ? this.certainPatterns : this.patterns).filter((pattern) =>
      mentions(pattern, node),
    );
  }

  isPersonNode(node: QueryNode): boolean {
    return isPerson(this.schema, this.typeOf(node));
  }

  isMediator(node: QueryNode): boolean {
    return isMediator(this.schema, this.patterns, node);
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
