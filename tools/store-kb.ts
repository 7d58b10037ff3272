/** A KB out of a few lines of Turtle, answered by the real engine in this very thread: what it says is there at once. */
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

/** Those that are declared for whoever writes a few facts. */
export const TURTLE_PREFIXES = `@prefix ns: <${FREEBASE}> . @prefix xsd: <${XSD}> . @prefix rdfs: <${RDFS}> .\n`;

export interface StoreKb extends KnowledgeBase {
  /** All that it was asked, as it was asked. */
  readonly asked: readonly string[];
}

export function storeKb(turtle: string, options: { name?: string; complete?: boolean } = {}): StoreKb {
  const store = new Store();
  store.load(TURTLE_PREFIXES + turtle, { format: 'text/turtle', no_transaction: true });
  return kbOf(store, options);
}

/** N-Triples, perhaps gzipped; a million take some ten seconds. */
export function dumpKb(file: string, name: string): StoreKb {
  const store = new Store();
  const bytes = readFileSync(file);
  const text = file.endsWith('.gz') ? gunzipSync(bytes) : bytes;
  // Piece by piece: all at once would be longer than a string may be.
  const piece = 1 << 26;
  for (let from = 0; from < text.length;) {
    let to = Math.min(text.length, from + piece);
    if (to < text.length) to = text.lastIndexOf(10, to) + 1;
    store.load(text.toString('utf8', from, to), { format: 'application/n-triples', no_transaction: true });
    from = to;
  }
  return kbOf(store, { name });
}

function kbOf(
  store: Store,
  { name = 'Tests', complete = true }: { readonly name?: string; readonly complete?: boolean },
): StoreKb {
  const asked: string[] = [];
  return {
    name,
    complete,
    writable: false,
    asked,
    execute: (query, { maxRows }, signal) => {
      signal.throwIfAborted();
      asked.push(query);
      return Promise.resolve(execute(store, query, maxRows));
    },
    close: () => Promise.resolve(),
  };
}

/** The KB that comes with the product. */
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
