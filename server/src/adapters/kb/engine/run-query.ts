/** Runs queries on a store. */
import type { Store } from 'oxigraph';
import type { WorkerReply, WorkerRequest } from '../embedded-messages';
import { isCrash } from './webassembly';

export function answerRequest(
  store: Store,
  { id, query, kind, most }: WorkerRequest,
  describeCrash: (error: unknown, what: string) => string,
): WorkerReply {
  try {
    return { kind: 'answered', id, text: runQuery(store, query, kind, most) };
  } catch (error) {
    if (isCrash(error)) return { kind: 'broken', message: describeCrash(error, 'this query') };
    return { kind: 'failed', id, message: error instanceof Error ? error.message : String(error) };
  }
}

export function runQuery(store: Store, query: string, kind: WorkerRequest['kind'], most: number): string {
  if (kind === 'update') {
    store.update(query);
    return '';
  }
  const answer = store.query(query, {
    results_format: kind === 'rows' ? 'json' : 'nt',
    // Updates may put facts into named graphs, which are queried too.
    use_default_graph_as_union: true,
  }) as string;
  return kind === 'rows' ? answer : firstLines(answer, most);
}

function firstLines(text: string, most: number): string {
  let end = 0;
  for (let left = most; left > 0; left--) {
    const newline = text.indexOf('\n', end);
    if (newline < 0) return text;
    end = newline + 1;
  }
  return text.slice(0, end);
}
