/** Estimates the number of facts of a dump from its size and its first part, without reading all of it. */
import { gunzipSync } from 'node:zlib';
import { describeDump, readBeginning, type DumpFormat } from './dump-format';
import { looksLikeNTriples } from './n-triples-lines';

export interface DumpEstimate {
  readonly facts: number;
  /** Bytes of the file, uncompressed. */
  readonly unpacked: number;
  readonly format: DumpFormat;
  /** The first part, uncompressed, as Latin-1. */
  readonly beginning: string;
}

/** Bytes of the file that are read. */
const SAMPLE_BYTES = 2 << 20;
/** A larger sample is cut: such a file is compressed in an unusual way. */
const MAX_UNPACKED_SAMPLE = 256 << 20;

/** Undefined if its first part cannot be unpacked. Throws a `DumpProblem` or a system error if it cannot be read. */
export function estimateDump(file: string): DumpEstimate | undefined {
  const { bytes, gzipped, format: named } = describeDump(file);
  const sample = readBeginning(file, Math.min(bytes, SAMPLE_BYTES));
  const isWhole = sample.length === bytes;
  let text: string;
  try {
    text = (gzipped ? unpackPart(sample) : sample).toString('latin1');
  } catch {
    return undefined;
  }
  const format =
    named ??
    (looksLikeNTriples(Buffer.from(text.slice(0, 1e6), 'latin1')) ? 'application/n-triples' : 'text/turtle');
  const unpacked =
    gzipped && !isWhole ? (text.length / sample.length) * bytes : isWhole ? text.length : bytes;
  // The last line may be incomplete.
  const lines = isWhole ? text : text.slice(0, text.lastIndexOf('\n') + 1);
  const sampled = format === 'text/turtle' ? countTurtle(lines) : countLines(lines);
  const facts = isWhole ? sampled : Math.round((sampled / Math.max(1, lines.length)) * unpacked);
  return { facts, unpacked, format, beginning: lines };
}

/** Unpacks as much as a part of a gzipped file contains. */
function unpackPart(part: Buffer): Buffer {
  // Z_SYNC_FLUSH accepts an input that ends early.
  return gunzipSync(part, { finishFlush: 2, maxOutputLength: MAX_UNPACKED_SAMPLE });
}

/** One fact for each line that is neither empty nor a comment. */
function countLines(text: string): number {
  return text.match(/^[ \t]*[^\s#]/gm)?.length ?? 0;
}

/** One fact for each object: it ends with a comma, a semicolon or a period. Approximate. */
function countTurtle(text: string): number {
  const bare = text
    .replace(/"""[^]*?(?:"""|$)|"(?:[^"\\\n]|\\.)*"?|<[^<>\s]*>/g, 'x')
    .replace(/^[ \t]*(?:@prefix|@base|prefix|base)\b.*$|#.*$/gim, '');
  return bare.match(/[,;.](?=\s|$)/g)?.length ?? 0;
}
