/** What passes between an embedded KB and the thread of its engine. */

export interface WorkerData {
  readonly files: readonly string[];
}

export interface WorkerRequest {
  readonly id: number;
  /** In standard SPARQL with full IRIs. */
  readonly query: string;
  readonly kind: 'rows' | 'graph' | 'update';
}

export type WorkerReply =
  | { readonly kind: 'ready'; readonly triples: number }
  /** SPARQL's JSON results, or N-Triples. */
  | { readonly kind: 'answered'; readonly id: number; readonly text: string }
  | { readonly kind: 'failed'; readonly id: number; readonly message: string };
