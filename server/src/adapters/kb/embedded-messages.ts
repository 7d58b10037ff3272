/** Messages between an embedded KB and its worker thread. */
import type { SkippedLines, TaskProgress } from '../../core/kb/knowledge-base';
import type { DumpLimits } from './engine/dump-format';
import type { SharedImage } from './engine/image';

export interface WorkerData {
  /** N-Triples or Turtle, plain or gzipped. */
  readonly files: readonly string[];
  /** The cache folder for images; no cache if absent. */
  readonly imageFolder: string | undefined;
  /** The end of the name of an image that is not finished. If the thread is terminated, the file remains and must be removed. */
  readonly unfinishedId: string;
  /** Images up to this size in bytes stay in memory, for spare engines. */
  readonly smallImage: number;
  readonly limits?: DumpLimits | undefined;
  /** The image that another thread has loaded. */
  readonly image: SharedImage | undefined;
}

export interface WorkerRequest {
  readonly id: number;
  /** In standard SPARQL with full IRIs. */
  readonly query: string;
  readonly kind: 'rows' | 'graph' | 'update';
  /** The maximum number of triples of a graph. */
  readonly most: number;
}

export type WorkerReply =
  | ({ readonly kind: 'step' } & TaskProgress)
  | ReadyReply
  /** The files cannot be read. */
  | { readonly kind: 'unusable'; readonly message: string }
  /** The cached image was unusable and is deleted; start another thread. */
  | { readonly kind: 'again' }
  /** SPARQL JSON results or N-Triples. */
  | { readonly kind: 'answered'; readonly id: number; readonly text: string }
  | { readonly kind: 'failed'; readonly id: number; readonly message: string }
  /** The engine crashed. */
  | { readonly kind: 'broken'; readonly message: string };

/** An image in the cache folder. */
export interface ImageFile {
  readonly file: string;
}

export interface ReadyReply {
  readonly kind: 'ready';
  readonly facts: number;
  readonly skipped: readonly SkippedLines[];
  /** The image from which another thread can start without reading the files. */
  readonly image: SharedImage | ImageFile | undefined;
  readonly from: 'files' | 'image';
}
