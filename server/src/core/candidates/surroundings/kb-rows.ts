/** Queries a KB for nodes and relations by id: writes ids into queries and reads them from rows. */
import type { KnowledgeBase, ExecutionLimits, RdfTerm, AnswerRow } from '../../kb/knowledge-base';
import { ConcurrencyLimit } from '../../language/text/concurrency-limit';
import type { KbSchema } from '../../schema/schema';
import { queryRows } from '../../query/query-rows';
import { groupBy } from '../../language/text/multimap';
import { literalNode, type Hop, type NodePath } from './surroundings';
import { toTerm } from './node-patterns';

const MAX_ROWS = 20_000;
const MAX_CONCURRENT_QUERIES = 5;

export class KbRows {
  private readonly limit = new ConcurrencyLimit(MAX_CONCURRENT_QUERIES);

  constructor(
    private readonly kb: KnowledgeBase,
    private readonly schema: KbSchema,
    private readonly timeoutMs: number,
  ) {}

  /** Returns no rows if the KB does not respond; the strategy reports that. The query has no LIMIT; it is added. */
  async rows(query: string, signal: AbortSignal, limit = MAX_ROWS): Promise<readonly AnswerRow[]> {
    const answer = await this.query(`${query} LIMIT ${limit}`, signal);
    return 'problem' in answer ? [] : answer.rows;
  }

  /** Returns undefined if the KB does not respond or rows are missing. The query has no LIMIT; it is added. */
  async allRows(query: string, signal: AbortSignal): Promise<readonly AnswerRow[] | undefined> {
    const answer = await this.query(`${query} LIMIT ${MAX_ROWS + 1}`, signal);
    return 'problem' in answer || answer.incomplete !== undefined ? undefined : answer.rows;
  }

  private query(query: string, signal: AbortSignal): ReturnType<typeof queryRows> {
    const limits: ExecutionLimits = { timeoutMs: this.timeoutMs, maxRows: MAX_ROWS, fastFormat: true };
    return this.limit.run(() => queryRows(this.kb, query, limits, signal));
  }

  inverseOf(relation: string): string | undefined {
    return this.schema.relation(relation)?.reverse;
  }

  /** A VALUES clause with one variable. */
  values(variable: string, nodes: readonly string[]): string {
    return `VALUES ${variable} { ${this.terms(nodes).join(' ')} }`;
  }

  /** The operands of IN. */
  list(nodes: readonly string[]): string {
    return this.terms(nodes).join(', ');
  }

  private terms(nodes: readonly string[]): readonly string[] {
    return nodes.flatMap((node) => toTerm(node, this.schema) ?? []);
  }

  /** A VALUES clause with the start and the relations of each path. */
  pathValues(variables: readonly string[], paths: readonly NodePath[]): string {
    const rows = paths.flatMap(({ node, hops }) => {
      const terms = [node, ...hops.map(({ relation }) => relation)].map((id) => toTerm(id, this.schema));
      return terms.every((term) => term !== undefined) ? [`(${terms.join(' ')})`] : [];
    });
    return `VALUES (${variables.join(' ')}) { ${rows.join(' ')} }`;
  }

  /** The pattern from the start of a path to `?n1`, `?n2` …, except back to the start; undefined if it cannot be written. */
  pathFrom({ node, hops }: NodePath): string | undefined {
    const start = toTerm(node, this.schema);
    if (start === undefined || (start.startsWith('"') && !hops[0]?.reverse)) return undefined;
    const triples = hops.map(({ relation, reverse }, at) => {
      const [from, by, to] = [at ? `?n${at}` : start, toTerm(relation, this.schema), `?n${at + 1}`];
      return by && (reverse ? `${to} ${by} ${from} .` : `${from} ${by} ${to} .`);
    });
    if (triples.includes(undefined)) return undefined;
    return `${triples.join(' ')} FILTER (?n${hops.length} != ${start})`;
  }

  /** Reads a path from the first columns of a row. `shape` gives the directions of its hops. */
  pathOf([start, ...relations]: AnswerRow, shape: NodePath): NodePath | undefined {
    const node = this.nodeOf(start);
    if (node === undefined) return undefined;
    const hops = shape.hops.map(({ reverse }, at): Hop => {
      return { relation: this.idOf(relations[at]) ?? '', reverse };
    });
    return { node, hops };
  }

  idOf(term: RdfTerm | null | undefined): string | undefined {
    return term?.type === 'uri' ? this.schema.idOf(term.value) : undefined;
  }

  nodeOf(term: RdfTerm | null | undefined): string | undefined {
    return term?.type === 'literal' ? literalNode(term.value, term.datatype ?? '') : this.idOf(term);
  }
}

/** Groups paths by the directions of their hops. */
export function groupByShape(paths: readonly NodePath[]): readonly (readonly NodePath[])[] {
  return [
    ...groupBy(paths, ({ hops }) => hops.map(({ reverse }) => (reverse ? '<' : '>')).join('')).values(),
  ];
}
