import type { KnownEntity } from '../kb/knowledge-base';
import type { Agreement } from '../describe/description';
import type { QueryModel } from '../language/sparql/model';

/** What is known about the content of a KB without a request. The implementation records misses and queries them later. */
export interface KbKnowledge {
  readonly name: string;
  /** Whether an entity that it does not contain does not exist. */
  readonly complete: boolean;
  entity(iri: string): KnownEntity | undefined;
  /** Whether anything matches a few triples, in full IRIs. */
  matches(pattern: string): boolean | undefined;
  /** Whether a query asks its question, judged by the ranking of queries for the question. */
  agreement?(query: QueryModel, question: string): Agreement | undefined;
}

const OTHER_GRAPH_KEYWORDS = new Set(['GRAPH', 'SERVICE', 'FROM', 'USING', 'WITH']);

/** Whether a query uses only the default graph of its KB. Other graphs and KBs may contain other facts. */
export function usesOnlyDefaultGraph({ query, tokens }: QueryModel): boolean {
  return (
    query.form !== 'update' &&
    !tokens.some(({ type, value }) => type === 'keyword' && OTHER_GRAPH_KEYWORDS.has(value))
  );
}
