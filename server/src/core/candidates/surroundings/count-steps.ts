/**
 * By which relations nodes can be left in one direction, and to how many ends. No more than so many facts are looked at: a country or a
 * language has millions in a large KB. Of such a hub, what was seen is told, and with it what the schema says that may be there.
 */
import type { Row } from '../../kb/knowledge-base';
import type { KbSchema } from '../../schema/schema';
import type { KbRows } from './kb-rows';
import { isSystem } from '../../schema/domains';
import { quoted } from './node-patterns';

/** Facts of all the nodes of one query. */
export const MOST_FACTS = 50_000;
/** Relations of a hub that are looked for one by one, and how many in one query. */
const MOST_LOOKED_FOR = 200;
const MOST_OF_A_QUERY = 40;
/** More ends than these are not counted: it is a hub, whatever their number. */
const MOST_ENDS = 5000;

export class StepCounter {
  constructor(
    private readonly asking: KbRows,
    private readonly schema: KbSchema,
    private readonly mostFacts: number,
  ) {}

  /** Rows of a node, a relation and a count. */
  async count(nodes: readonly string[], reverse: boolean, signal: AbortSignal): Promise<readonly Row[]> {
    if (!nodes.length) return [];
    const fact = reverse ? '?o ?p ?e .' : '?e ?p ?o .';
    const rows = await this.asking.rows(
      `SELECT ?e ?p (COUNT(DISTINCT ?o) AS ?n) (COUNT(*) AS ?facts) WHERE { { SELECT * WHERE { ${this.asking.values('?e', nodes)} ${fact} } LIMIT ${this.mostFacts} } } GROUP BY ?e ?p`,
      signal,
    );
    const facts = rows.reduce((sum, row) => sum + Number(row[3]?.value ?? 0), 0);
    if (facts < this.mostFacts) return rows;
    const [hub, ...others] = nodes;
    if (hub === undefined) return rows;
    // One hub is not to hide the others.
    if (others.length)
      return (await Promise.all(nodes.map((node) => this.count([node], reverse, signal)))).flat();
    return [...rows, ...(await this.lookFor(hub, reverse, rows, signal))];
  }

  private async lookFor(
    hub: string,
    reverse: boolean,
    seen: readonly Row[],
    signal: AbortSignal,
  ): Promise<readonly Row[]> {
    const node = quoted(hub, this.schema);
    const [typing] = this.schema.typing;
    if (node === undefined || node.startsWith('"') || typing === undefined) return [];
    const types = await this.asking.rows(`SELECT ?t WHERE { ${node} <${typing}> ?t . }`, signal);
    const known = new Set(seen.map((row) => this.asking.idOf(row[1])));
    const relations = this.relationsAt(
      new Set(types.map(([type]) => this.asking.idOf(type) ?? '')),
      reverse,
    ).filter((relation) => !known.has(relation) && !isSystem(relation));
    const parts = relations.slice(0, MOST_LOOKED_FOR).flatMap((relation) => {
      const by = quoted(relation, this.schema);
      const fact = reverse ? `?o ${by} ${node} .` : `${node} ${by} ?o .`;
      return by === undefined
        ? []
        : `{ SELECT (${node} AS ?e) (${by} AS ?p) (COUNT(DISTINCT ?o) AS ?n) WHERE { { SELECT ?o WHERE { ${fact} } LIMIT ${MOST_ENDS} } } }`;
    });
    const queries: string[] = [];
    for (let at = 0; at < parts.length; at += MOST_OF_A_QUERY)
      queries.push(`SELECT ?e ?p ?n WHERE { ${parts.slice(at, at + MOST_OF_A_QUERY).join(' UNION ')} }`);
    const found = await Promise.all(queries.map((query) => this.asking.rows(query, signal)));
    return found.flat().filter((row) => Number(row[2]?.value ?? 0) > 0);
  }

  /** Those that queries use most first. */
  private relationsAt(types: ReadonlySet<string>, reverse: boolean): readonly string[] {
    const { schema } = this;
    if (!reverse) return schema.mostUsed([...types].flatMap((type) => schema.relationsOf(type)));
    return schema.mostUsed(
      [...schema.relationIds()].filter((id) => types.has(schema.relation(id)?.range ?? '')),
    );
  }
}
