/** A KB from a few lines of Turtle or a dump, run by the embedded engine in this thread, synchronously. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { Store } from 'oxigraph';
import { SAMPLE_KB } from '../server/src/core/kb/kb-config';
import type { Execution, KnowledgeBase } from '../server/src/core/kb/knowledge-base';
import { FREEBASE, RDFS, XSD } from '../server/src/core/language/rdf/names';
import { readJsonResults } from '../server/src/core/query/results';
import { standardQuery } from '../server/src/core/query/standard-query';
import { parseQuery } from '../server/src/core/language/sparql/parse';

/** Prefixes that facts may use without a declaration. */
export const TURTLE_PREFIXES = `@prefix ns: <${FREEBASE}> . @prefix xsd: <${XSD}> . @prefix rdfs: <${RDFS}> .\n`;

export interface StoreKb extends KnowledgeBase {
  /** All queries it received. */
  readonly queries: readonly string[];
}

export function storeKb(turtle: string, options: { name?: string; complete?: boolean } = {}): StoreKb {
  const store = new Store();
  store.load(TURTLE_PREFIXES + turtle, { format: 'text/turtle', no_transaction: true });
  return createKb(store, options);
}

/** Loads N-Triples, optionally gzipped, or those that `isKept` accepts. A million facts take about ten seconds. */
export function dumpKb(file: string, name: string, isKept?: (triple: string) => boolean): StoreKb {
  const store = new Store();
  const bytes = readFileSync(file);
  const text = file.endsWith('.gz') ? gunzipSync(bytes) : bytes;
  // Loads in chunks, because a string cannot hold the whole text.
  const chunk = 1 << 26;
  for (let from = 0; from < text.length;) {
    let to = Math.min(text.length, from + chunk);
    if (to < text.length) to = text.lastIndexOf(10, to) + 1;
    const triples = text.toString('utf8', from, to);
    const kept = isKept ? triples.split('\n').filter(isKept).join('\n') : triples;
    store.load(kept, { format: 'application/n-triples', no_transaction: true });
    from = to;
  }
  return createKb(store, { name });
}

function createKb(
  store: Store,
  { name = 'Tests', complete = true }: { readonly name?: string; readonly complete?: boolean },
): StoreKb {
  const asked: string[] = [];
  return {
    name,
    complete,
    writable: false,
    queries: asked,
    execute: (query, { maxRows }, signal) => {
      signal.throwIfAborted();
      asked.push(query);
      return Promise.resolve(execute(store, query, maxRows));
    },
    close: () => Promise.resolve(),
  };
}

/** The bundled sample KB. */
export function sampleKb(root: string): StoreKb {
  return storeKb(sampleTurtle(root), { name: SAMPLE_KB, complete: false });
}

export function sampleTurtle(root: string): string {
  const folder = join(root, 'server', 'data', 'sample-kb');
  const files = readdirSync(folder).filter((file) => file.endsWith('.ttl'));
  return files.map((file) => readFileSync(join(folder, file), 'utf8')).join('\n');
}

function execute(store: Store, query: string, maxRows: number): Execution {
  const { form } = parseQuery(query, 'virtuoso').query;
  try {
    const graph = form === 'construct' || form === 'describe';
    const text = store.query(standardQuery(query, maxRows).text, {
      results_format: graph ? 'nt' : 'json',
    }) as string;
    if (!graph) return readJsonResults(text, maxRows);
    const triples = text.split('\n').filter((line) => line.trim());
    const nothing = { type: 'bnode', value: '' } as const;
    return {
      status: 'answered',
      answer: { kind: 'graph', triples: triples.map(() => [nothing, nothing, nothing]) },
    };
  } catch (error) {
    return { status: 'refused', message: error instanceof Error ? error.message : String(error) };
  }
}
