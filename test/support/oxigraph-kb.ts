/** A KB with a real engine in this process that records its queries and can be made to fail. */
import { Store } from 'oxigraph';
import type { Execution, KnowledgeBase } from '../../server/src/core/kb/knowledge-base';
import { readJsonResults } from '../../server/src/core/query/results';
import { standardQuery } from '../../server/src/core/query/standard-query';

export interface RecordingKb extends KnowledgeBase {
  /** The queries in order. */
  readonly queries: string[];
  /** Returns a result to use instead of running the query, or undefined. */
  intercept: (query: string) => Execution | Promise<Execution | undefined> | undefined;
}

const PREFIXES = `@prefix ns: <http://rdf.freebase.com/ns/> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
@prefix ex: <http://example.org/> .
`;

export function openOxigraphKb(turtle: string): RecordingKb {
  const store = new Store();
  store.load(PREFIXES + turtle, { format: 'text/turtle' });
  return {
    name: 'Test',
    complete: true,
    writable: false,
    queries: [],
    intercept: () => undefined,
    async execute(query, { maxRows }, signal) {
      signal.throwIfAborted();
      this.queries.push(query);
      const replacement = await this.intercept(query);
      signal.throwIfAborted();
      if (replacement) return replacement;
      const { text } = standardQuery(query, maxRows);
      return readJsonResults(store.query(text, { results_format: 'json' }) as string, maxRows);
    },
    close: () => Promise.resolve(),
  };
}
