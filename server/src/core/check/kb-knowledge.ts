/** What is known about the content of a KB, without asking it. The caller records misses, to ask for them later. */
import type { KnownEntity } from '../kb/knowledge-base';
import type { QueryModel } from '../language/sparql/model';

export interface KbKnowledge {
  readonly name: string;
  /** Whether an entity that it does not contain does not exist. */
  readonly complete: boolean;
  entity(iri: string): KnownEntity | undefined;
  /** Whether anything matches a few triples, in full IRIs. */
  matches(pattern: string): boolean | undefined;
}

const ELSEWHERE = new Set(['GRAPH', 'SERVICE', 'FROM', 'USING', 'WITH']);

/** Whether a query uses the default graph of its KB only: other graphs and KBs may contain other facts. */
export function asksTheKbItself({ query, tokens }: QueryModel): boolean {
  return (
    query.form !== 'update' && !tokens.some(({ type, value }) => type === 'keyword' && ELSEWHERE.has(value))
  );
}
