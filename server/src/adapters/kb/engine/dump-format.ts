/** Detects the format of a dump by its name and first bytes. */
import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { basename } from 'node:path';

export type DumpFormat = 'application/n-triples' | 'text/turtle';

/** An error whose message is shown to the user. */
export class DumpProblem extends Error {
  override readonly name = 'DumpProblem';
}

/** The maximum sizes of a dump. */
export interface DumpLimits {
  /** Bytes of one line of N-Triples. */
  readonly line: number;
  /** Bytes of one file, unpacked. */
  readonly unpacked: number;
  /** Facts of all files together. */
  readonly facts: number;
}

/**
 * Longer lines cannot be checked. The engine has 4 GB of memory: it was filled with copies of facts of Freebase until it failed, at
 * 13.1 million facts, and queries need memory too.
 */
export const DUMP_LIMITS: DumpLimits = { line: 4e6, unpacked: 16e9, facts: 12e6 };

/** For messages: about 12 million facts. */
export const describeCapacity = (facts: number = DUMP_LIMITS.facts): string =>
  facts >= 1e6 ? `about ${Number((facts / 1e6).toPrecision(2))} million facts` : `about ${facts} facts`;

/** What to do with a dump that is too large. */
export const SERVE_ADVICE =
  'Serve it with Virtuoso: run the command "FUn-FuSIC: Serve a Dump with Virtuoso…", or "funfusic serve" in a terminal.';

interface DumpFile {
  readonly name: string;
  readonly bytes: number;
  readonly gzipped: boolean;
  /** Undefined if the name does not show it. */
  readonly format: DumpFormat | undefined;
}

const UNSUPPORTED_EXTENSION =
  /\.(rdf|owl|xml|jsonld|json|nq|nquads|trig|hdt|zip|bz2|xz|7z|zst|csv|tsv|xlsx)(\.gz)?$/i;

export function describeDump(file: string): DumpFile {
  const name = basename(file);
  const bytes = statSync(file).size;
  if (UNSUPPORTED_EXTENSION.test(name))
    throw new DumpProblem(
      `${name} cannot be read. Supported formats are N-Triples (.nt) and Turtle (.ttl), plain or gzipped. Convert it first.`,
    );
  const beginning = readBeginning(file, 2);
  const format = /\.nt(\.gz)?$/i.test(name)
    ? 'application/n-triples'
    : /\.(ttl|turtle)(\.gz)?$/i.test(name)
      ? 'text/turtle'
      : undefined;
  return { name, bytes, gzipped: beginning[0] === 0x1f && beginning[1] === 0x8b, format };
}

/** Reads up to this many bytes. */
export function readBeginning(file: string, length: number): Buffer {
  const descriptor = openSync(file, 'r');
  try {
    const beginning = Buffer.alloc(length);
    return beginning.subarray(0, readSync(descriptor, beginning, 0, length, 0));
  } finally {
    closeSync(descriptor);
  }
}
