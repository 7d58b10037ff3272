/** Streams the facts of files as lines of N-Triples. */
import { closeSync, createReadStream, openSync, readFileSync, readSync } from 'node:fs';
import { constants, createGunzip, gunzipSync } from 'node:zlib';
import type { Term } from 'oxigraph';
import { describeDump, DumpProblem } from './engine/dump-format';
import { wordsOf } from './engine/dump-reader';
import { LineFilter, looksLikeNTriples } from './engine/n-triples-lines';

const BLOCK = 1 << 20;
const LINES_AT_ONCE = 10_000;
/** About the longest text that there can be. */
const MAX_TURTLE = 512 * 1024 * 1024;

/** Lines that are no facts are passed over, as the engine does. Throws a `DumpProblem` where a file cannot be read. */
export async function* factLines(files: readonly string[]): AsyncIterable<readonly string[]> {
  for (const [at, file] of files.entries()) {
    const dump = describeDump(file);
    try {
      const lines = isTurtle(file) ? linesOfTurtle(file) : linesOfTriples(file);
      // The same blank node in two files is two nodes.
      for await (const some of lines) yield at === 0 ? some : some.map((line) => withBlanksOf(at, line));
    } catch (error) {
      if (error instanceof DumpProblem) throw error;
      throw new DumpProblem(wordsOf(error, dump.name));
    }
  }
}

function isTurtle(file: string): boolean {
  const { format, gzipped } = describeDump(file);
  if (format) return format === 'text/turtle';
  return !looksLikeNTriples(beginningOf(file, gzipped));
}

/** The first block, unpacked as far as it goes. */
function beginningOf(file: string, gzipped: boolean): Buffer {
  const block = Buffer.alloc(1 << 16);
  const descriptor = openSync(file, 'r');
  try {
    const begun = block.subarray(0, readSync(descriptor, block));
    if (!gzipped) return begun;
    return gunzipSync(begun, { finishFlush: constants.Z_SYNC_FLUSH });
  } finally {
    closeSync(descriptor);
  }
}

async function* linesOfTriples(file: string): AsyncIterable<readonly string[]> {
  const sieve = new LineFilter(file, new Set());
  const raw = createReadStream(file, { highWaterMark: BLOCK });
  const stream = describeDump(file).gzipped ? raw.pipe(createGunzip({ chunkSize: BLOCK })) : raw;
  raw.on('error', (error) => stream.destroy(error));
  for await (const chunk of stream as AsyncIterable<Buffer>) yield linesIn(sieve.push(chunk));
  yield linesIn(sieve.flush());
}

function linesIn(block: Buffer): readonly string[] {
  return block
    .toString('utf8')
    .split(/\r\n|\n|\r/)
    .filter((line) => line.trim() !== '' && !line.trimStart().startsWith('#'));
}

/** Turtle can only be read as a whole. Blank nodes are counted, because the reader gives them other names each time. */
async function* linesOfTurtle(file: string): AsyncIterable<readonly string[]> {
  const { parse } = await import('oxigraph');
  const content = readFileSync(file);
  const unpacked = describeDump(file).gzipped
    ? gunzipSync(content, { maxOutputLength: MAX_TURTLE })
    : content;
  const text = unpacked.toString('utf8');
  const blanks = new Map<string, string>();
  const termOf = (term: Term): string => {
    if (term.termType !== 'BlankNode') return term.toString();
    const known = blanks.get(term.value) ?? `_:b${blanks.size + 1}`;
    blanks.set(term.value, known);
    return known;
  };
  const quads = parse(text, { format: 'text/turtle', lenient: true });
  for (let from = 0; from < quads.length; from += LINES_AT_ONCE)
    yield quads
      .slice(from, from + LINES_AT_ONCE)
      .map(({ subject, predicate, object }) => `${[subject, predicate, object].map(termOf).join(' ')} .`);
}

function withBlanksOf(at: number, line: string): string {
  if (!line.includes('_:')) return line;
  return line.replace(/^(\s*)_:/, `$1_:f${at}x`).replace(/(>\s*)_:(\S+\s*\.\s*)$/, `$1_:f${at}x$2`);
}
