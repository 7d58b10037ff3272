/** What passes between an embedded KB and the thread of its engine. */
import type { ProgressStep } from '../../core/kb/knowledge-base';
import type { DumpLimits } from './engine/dump-format';
import type { SharedImage } from './engine/image';

export interface WorkerData {
  /** N-Triples or Turtle, plain or gzipped. */
  readonly files: readonly string[];
  /** The cache folder for images; no cache if absent. */
  readonly imageFolder: string | undefined;
  /** Images up to this size stay in memory; larger ones go to disk. */
  readonly smallImage: number;
  readonly limits?: DumpLimits | undefined;
  /** What another thread has loaded already. */
  readonly image: SharedImage | undefined;
}

export interface WorkerRequest {
  readonly id: number;
  /** In standard SPARQL with full IRIs. */
  readonly query: string;
  readonly kind: 'rows' | 'graph' | 'update';
  /** Of a graph, no more triples than these are told. */
  readonly most: number;
}

export type WorkerReply =
  | ({ readonly kind: 'step' } & ProgressStep)
  | ReadyReply
  /** The files cannot be read. */
  | { readonly kind: 'unusable'; readonly message: string }
  /** The cached image was unusable and is deleted; start another thread. */
  | { readonly kind: 'again' }
  /** SPARQL's JSON results, or N-Triples. */
  | { readonly kind: 'answered'; readonly id: number; readonly text: string }
  | { readonly kind: 'failed'; readonly id: number; readonly message: string }
  /** The engine cannot go on. */
  | { readonly kind: 'broken'; readonly message: string };

export interface ReadyReply {
  readonly kind: 'ready';
  readonly facts: number;
  readonly skipped: readonly SkippedLines[];
  /** What a spare can be made of without reading the files again. */
  readonly image: SharedImage | 'on disk' | undefined;
  readonly from: 'files' | 'image';
}

/** Lines of a file that are no facts. */
export interface SkippedLines {
  readonly file: string;
  readonly lines: number;
  readonly first: number;
}
