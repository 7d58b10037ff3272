/** Streams the facts of files as lines of N-Triples. */
import { createReadStream, readFileSync } from 'node:fs';
import { constants, createGunzip, gunzipSync } from 'node:zlib';
import type { Term } from 'oxigraph';
import { describeDump, DumpProblem, readBeginning } from './engine/dump-format';
import { describeReadError } from './engine/dump-reader';
import { LineFilter, looksLikeNTriples, withoutByteOrderMark } from './engine/n-triples-lines';

const BLOCK_BYTES = 1 << 20;
const LINES_PER_BATCH = 10_000;
/** About the maximum length of a string. */
const MAX_TURTLE_BYTES = 512 * 1024 * 1024;

/** Skips invalid lines, as the engine does. Throws a `DumpProblem` if a file cannot be read. */
export async function* factLines(files: readonly string[]): AsyncIterable<readonly string[]> {
  for (const [at, file] of files.entries()) {
    const dump = describeDump(file);
    try {
      const lines = isTurtle(file) ? readTurtleLines(file) : readTripleLines(file);
      // Equal blank node labels in two files are different nodes.
      for await (const some of lines) yield at === 0 ? some : some.map((line) => renameBlankNodes(at, line));
    } catch (error) {
      if (error instanceof DumpProblem) throw error;
      throw new DumpProblem(describeReadError(error, dump.name));
    }
  }
}

function isTurtle(file: string): boolean {
  const { format, gzipped } = describeDump(file);
  if (format) return format === 'text/turtle';
  const beginning = readBeginning(file, 1 << 16);
  return !looksLikeNTriples(
    gzipped ? gunzipSync(beginning, { finishFlush: constants.Z_SYNC_FLUSH }) : beginning,
  );
}

async function* readTripleLines(file: string): AsyncIterable<readonly string[]> {
  const filter = new LineFilter(file, new Set());
  const raw = createReadStream(file, { highWaterMark: BLOCK_BYTES });
  const stream = describeDump(file).gzipped ? raw.pipe(createGunzip({ chunkSize: BLOCK_BYTES })) : raw;
  raw.on('error', (error) => stream.destroy(error));
  for await (const chunk of stream as AsyncIterable<Buffer>) yield splitLines(filter.push(chunk));
  yield splitLines(filter.flush());
}

function splitLines(block: Buffer): readonly string[] {
  return block
    .toString('utf8')
    .split(/\r\n|\n|\r/)
    .filter((line) => line.trim() !== '' && !line.trimStart().startsWith('#'));
}

/** Turtle can only be read as a whole. Blank nodes are numbered, because the parser labels them differently each time. */
async function* readTurtleLines(file: string): AsyncIterable<readonly string[]> {
  const { parse } = await import('oxigraph');
  const content = readFileSync(file);
  const unpacked = describeDump(file).gzipped
    ? gunzipSync(content, { maxOutputLength: MAX_TURTLE_BYTES })
    : content;
  const text = withoutByteOrderMark(unpacked).toString('utf8');
  const blanks = new Map<string, string>();
  const termOf = (term: Term): string => {
    if (term.termType !== 'BlankNode') return term.toString();
    const known = blanks.get(term.value) ?? `_:b${blanks.size + 1}`;
    blanks.set(term.value, known);
    return known;
  };
  const quads = parse(text, { format: 'text/turtle', lenient: true });
  for (let from = 0; from < quads.length; from += LINES_PER_BATCH)
    yield quads
      .slice(from, from + LINES_PER_BATCH)
      .map(({ subject, predicate, object }) => `${[subject, predicate, object].map(termOf).join(' ')} .`);
}

function renameBlankNodes(at: number, line: string): string {
  if (!line.includes('_:')) return line;
  return line.replace(/^(\s*)_:/, `$1_:f${at}x`).replace(/(>\s*)_:([^\s>]+\s*\.\s*)$/, `$1_:f${at}x$2`);
}
