/**
 * Counts the ends of each relation of a node, in one direction. The number of facts that are read is limited, because a
 * country has millions in a large KB. For such a hub, the relations that the schema allows are counted one by one.
 */
import type { AnswerRow } from '../../kb/knowledge-base';
import type { KbSchema } from '../../schema/schema';
import type { KbRows } from './kb-rows';
import { isSystem } from '../../schema/domain-index';
import { toTerm } from './node-patterns';
import { parseLiteralNode } from './surroundings';

/** Facts of all nodes in one query. */
export const MAX_FACTS = 50_000;
/** Relations of a hub that are counted one by one, in all and in one query. */
const MAX_HUB_RELATIONS = 200;
const MAX_RELATIONS_PER_QUERY = 40;
/** Ends of one relation of a hub that are counted. */
const MAX_ENDS = 5000;

/** Larger integers may be rounded as `xsd:float`. */
const MAX_EXACT_FLOAT = 2 ** 24;

/** Undefined if the node is not a number. */
function numberOf(node: string): number | undefined {
  const literal = parseLiteralNode(node);
  return literal && /#(?:integer|decimal|float|double)$/.test(literal.datatype)
    ? Number(literal.value)
    : undefined;
}

export class HopCounter {
  constructor(
    private readonly kb: KbRows,
    private readonly schema: KbSchema,
    private readonly maxFacts: number,
  ) {}

  /** Returns rows of a node, a relation and a count. */
  async count(
    nodes: readonly string[],
    reverse: boolean,
    signal: AbortSignal,
  ): Promise<readonly AnswerRow[]> {
    if (!nodes.length) return [];
    const numbers = nodes.filter((node) => numberOf(node) !== undefined);
    if (numbers.length > 1 && numbers.length < nodes.length) {
      const others = nodes.filter((node) => numberOf(node) === undefined);
      const parts = [others, numbers].map((part) => this.count(part, reverse, signal));
      return (await Promise.all(parts)).flat();
    }
    const fact = reverse ? '?o ?p ?e .' : '?e ?p ?o .';
    const facts =
      numbers.length > 1
        ? `SELECT DISTINCT ?e ?p ?o WHERE { ${this.equalTo(numbers, fact)} }`
        : `SELECT * WHERE { ${this.kb.values('?e', nodes)} ${fact} }`;
    const rows = await this.kb.rows(
      `SELECT ?e ?p (COUNT(DISTINCT ?o) AS ?n) (COUNT(*) AS ?facts) WHERE { { ${facts} LIMIT ${this.maxFacts} } } GROUP BY ?e ?p`,
      signal,
    );
    const factsRead = rows.reduce((sum, row) => sum + Number(row[3]?.value ?? 0), 0);
    if (factsRead < this.maxFacts) return rows;
    const [hub, ...others] = nodes;
    if (hub === undefined) return rows;
    // A hub uses up the limit, so that facts of the other nodes are missing.
    if (others.length)
      return (await Promise.all(nodes.map((node) => this.count([node], reverse, signal)))).flat();
    return [...rows, ...(await this.countOtherRelations(hub, reverse, rows, signal))];
  }

  /**
   * The facts with a number `?e` that equals one of these. Virtuoso reads all facts to join numbers of several datatypes, so the number
   * is written into the pattern. It matches all equal numbers, so the pattern is repeated to find the one that the fact has.
   */
  private equalTo(numbers: readonly string[], fact: string): string {
    const byValue = new Map(
      numbers.map((node) => {
        const number = numberOf(node) ?? 0;
        const isSameInAllDatatypes = Number.isInteger(number) && Math.abs(number) < MAX_EXACT_FLOAT;
        return [isSameInAllDatatypes ? String(number) : node, toTerm(node, this.schema) ?? ''] as const;
      }),
    );
    return [...byValue.values()]
      .map((term) => `{ ${fact.replace('?e', () => term)} ${fact} FILTER (?e <= ${term} && ?e >= ${term}) }`)
      .join(' UNION ');
  }

  private async countOtherRelations(
    hub: string,
    reverse: boolean,
    counted: readonly AnswerRow[],
    signal: AbortSignal,
  ): Promise<readonly AnswerRow[]> {
    const node = toTerm(hub, this.schema);
    const [typing] = this.schema.typing;
    if (node === undefined || node.startsWith('"') || typing === undefined) return [];
    const types = await this.kb.rows(`SELECT ?t WHERE { ${node} <${typing}> ?t . }`, signal);
    const known = new Set(counted.map((row) => this.kb.idOf(row[1])));
    const relations = this.relationsOf(
      new Set(types.map(([type]) => this.kb.idOf(type) ?? '')),
      reverse,
    ).filter((relation) => !known.has(relation) && !isSystem(relation));
    const parts = relations.slice(0, MAX_HUB_RELATIONS).flatMap((relation) => {
      const by = toTerm(relation, this.schema);
      const fact = reverse ? `?o ${by} ${node} .` : `${node} ${by} ?o .`;
      return by === undefined
        ? []
        : `{ SELECT (${node} AS ?e) (${by} AS ?p) (COUNT(DISTINCT ?o) AS ?n) WHERE { { SELECT ?o WHERE { ${fact} } LIMIT ${MAX_ENDS} } } }`;
    });
    const queries: string[] = [];
    for (let at = 0; at < parts.length; at += MAX_RELATIONS_PER_QUERY)
      queries.push(
        `SELECT ?e ?p ?n WHERE { ${parts.slice(at, at + MAX_RELATIONS_PER_QUERY).join(' UNION ')} }`,
      );
    const results = await Promise.all(queries.map((query) => this.kb.rows(query, signal)));
    return results.flat().filter((row) => Number(row[2]?.value ?? 0) > 0);
  }

  /** The relations from (or to) these types, those that queries use most first. */
  private relationsOf(types: ReadonlySet<string>, reverse: boolean): readonly string[] {
    const { schema } = this;
    if (!reverse) return schema.sortByUse([...types].flatMap((type) => schema.relationsOf(type)));
    return schema.sortByUse(
      [...schema.relationIds()].filter((id) => types.has(schema.relation(id)?.range ?? '')),
    );
  }
}
