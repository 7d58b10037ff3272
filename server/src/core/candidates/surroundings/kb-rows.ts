/** Asks a KB about nodes and relations by their ids: writes them into queries and reads them from the rows. */
import type { KnowledgeBase, Limits, RdfTerm, Row } from '../../kb/knowledge-base';
import { ConcurrencyLimit } from '../../language/text/concurrency-limit';
import type { KbSchema } from '../../schema/schema';
import { queryRows } from '../../query/query-rows';
import type { Hop, Walk } from './surroundings';
import { quoted } from './node-patterns';

const MAX_ROWS = 20_000;
/** At the same time, so as not to flood a server. */
const MAX_QUERIES = 5;

export class KbRows {
  private readonly limit = new ConcurrencyLimit(MAX_QUERIES);

  constructor(
    private readonly kb: KnowledgeBase,
    private readonly schema: KbSchema,
    private readonly timeoutMs: number,
  ) {}

  /** No rows where the KB does not answer: the strategy reports that. */
  async rows(query: string, signal: AbortSignal): Promise<readonly Row[]> {
    const limits: Limits = { timeoutMs: this.timeoutMs, maxRows: MAX_ROWS };
    const rows = await this.limit.run(() => queryRows(this.kb, query, limits, signal));
    return 'problem' in rows ? [] : rows.rows;
  }

  inverseOf(relation: string): string | undefined {
    return this.schema.relation(relation)?.reverse;
  }

  values(variable: string, nodes: readonly string[]): string {
    return `VALUES ${variable} { ${this.written(nodes).join(' ')} }`;
  }

  /** As what a value may be among. */
  list(nodes: readonly string[]): string {
    return this.written(nodes).join(', ');
  }

  private written(nodes: readonly string[]): readonly string[] {
    return nodes.flatMap((node) => quoted(node, this.schema) ?? []);
  }

  /** Where walks start and by which relations they go, a line each. */
  table(variables: readonly string[], walks: readonly Walk[]): string {
    const lines = walks.flatMap(({ node, hops }) => {
      const terms = [node, ...hops.map(({ relation }) => relation)].map((id) => quoted(id, this.schema));
      return terms.every((term) => term !== undefined) ? [`(${terms.join(' ')})`] : [];
    });
    return `VALUES (${variables.join(' ')}) { ${lines.join(' ')} }`;
  }

  tagged(row: Row, shape: Walk): Walk | undefined {
    const [start, ...relations] = row;
    const node = this.nodeOf(start);
    if (node === undefined) return undefined;
    const hops = shape.hops.map(({ reverse }, at): Hop => {
      const term = relations[at];
      return { relation: this.idOf(term) ?? '', reverse };
    });
    return { node, hops };
  }

  idOf(term: RdfTerm | null | undefined): string | undefined {
    return term?.type === 'uri' ? this.schema.idOf(term.value) : undefined;
  }

  plain(term: RdfTerm | null | undefined): string | undefined {
    return term?.type === 'literal' ? term.value : this.nodeOf(term);
  }

  nodeOf(term: RdfTerm | null | undefined): string | undefined {
    if (!term) return undefined;
    if (term.type === 'literal') return `"${term.value}"^^${term.datatype ?? ''}`;
    return this.idOf(term);
  }
}

/** Walks that differ only in where they start and by which relations they go. */
export function sameShape(walks: readonly Walk[]): readonly (readonly Walk[])[] {
  const groups = new Map<string, Walk[]>();
  for (const walk of walks) {
    const shape = walk.hops.map(({ reverse }) => (reverse ? '<' : '>')).join('');
    const group = groups.get(shape);
    if (group) group.push(walk);
    else groups.set(shape, [walk]);
  }
  return [...groups.values()];
}
