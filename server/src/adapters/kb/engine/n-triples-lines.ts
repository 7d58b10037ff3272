/** Lets only well-formed lines of N-Triples through, and counts the others: one bad line must not cost a dump. */
import { isUtf8 } from 'node:buffer';
import { basename } from 'node:path';
import type { SkippedLines } from '../embedded-messages';
import { DUMP_LIMITS, DumpProblem } from './dump-format';

const ESCAPE =
  '\\\\u(?![dD][89a-fA-F])[0-9A-Fa-f]{4}|\\\\u[dD][89abAB][0-9A-Fa-f]{2}\\\\u[dD][c-fC-F][0-9A-Fa-f]{2}|\\\\U00[01][0-9A-Fa-f]{5}';
// Freebase's IRIs contain characters that none may contain, which do no harm. For the engine, `<<` starts a quoted triple.
const IRI = `<(?!<)(?:[^>\\\\\\r\\n]|${ESCAPE})*>`;
// N-Triples allow a colon in a label, which the engine does not take.
const BLANK = '_:[\\w\\x80-\\xff](?:[\\w\\x80-\\xff.-]*[\\w\\x80-\\xff-])?';
const STRING = `"(?:[^"\\\\\\r\\n]|\\\\[tbnrf"'\\\\]|${ESCAPE})*"(?:@[a-zA-Z]+(?:-[a-zA-Z0-9]+)*|\\^\\^${IRI})?`;
const SPACE = '[ \\t]*';
/** Over bytes, each read as one letter. */
const LINE = new RegExp(
  `${SPACE}(?:(?:${IRI}|${BLANK})${SPACE}${IRI}${SPACE}(?:${IRI}|${BLANK}|${STRING})${SPACE}\\.${SPACE})?(?:#[^\\r\\n]*)?(?:\\r\\n|\\r|\\n|$)`,
  'y',
);

const LINE_END = /\r\n|\r|\n/g;

/** Whether a text begins as N-Triples do. */
export function looksLikeNTriples(beginning: Buffer): boolean {
  const line = beginning
    .toString('latin1')
    .split(/\r?\n/)
    .find((one) => one.trim() !== '' && !one.trim().startsWith('#'));
  if (line === undefined) return false;
  LINE.lastIndex = 0;
  return LINE.test(line);
}

export class LineFilter {
  private rest: Buffer = Buffer.alloc(0);
  private line = 0;
  private skipped = 0;
  private firstSkipped = 0;

  constructor(
    private readonly file: string,
    /** Lines to leave out although they look right: the engine did not take them. */
    private readonly refused: ReadonlySet<number>,
    private readonly maxLine = DUMP_LIMITS.line,
  ) {}

  /** Lines so far that were let through. */
  get facts(): number {
    return this.line - this.skipped;
  }

  get report(): readonly SkippedLines[] {
    return this.skipped ? [{ file: this.file, lines: this.skipped, first: this.firstSkipped }] : [];
  }

  /** What is whole of the block and what was left of those before. Throws a `DumpProblem` where a line is too long. */
  push(block: Buffer): Buffer {
    // Some files have carriage returns only; one at the end of a block may be half of a CRLF.
    const end = Math.max(block.lastIndexOf(10), block.subarray(0, -1).lastIndexOf(13)) + 1;
    if (end === 0) {
      this.rest = Buffer.concat([this.rest, block]);
      if (this.rest.length > this.maxLine) throw this.tooLong(this.line + 1);
      return Buffer.alloc(0);
    }
    const whole = this.rest.length
      ? Buffer.concat([this.rest, block.subarray(0, end)])
      : block.subarray(0, end);
    this.rest = Buffer.from(block.subarray(end));
    return this.sift(whole);
  }

  /** A last line without an end. */
  flush(): Buffer {
    const last = this.rest;
    this.rest = Buffer.alloc(0);
    return this.sift(last);
  }

  private tooLong(line: number): DumpProblem {
    return new DumpProblem(
      `Line ${line} of ${basename(this.file)} is longer than ${this.maxLine / 1e6} MB, so the file is not read. Check that it is N-Triples, with one fact per line.`,
    );
  }

  private sift(bytes: Buffer): Buffer {
    const text = bytes.toString('latin1');
    const sound = isUtf8(bytes);
    const kept: Buffer[] = [];
    let from = 0;
    for (let at = 0; at < text.length;) {
      this.line++;
      LINE.lastIndex = at;
      const fits = LINE.test(text) && !this.refused.has(this.line);
      let end = LINE.lastIndex;
      if (!fits || (!sound && !isUtf8(bytes.subarray(at, end)))) {
        LINE_END.lastIndex = at;
        end = LINE_END.test(text) ? LINE_END.lastIndex : text.length;
        this.skipped++;
        this.firstSkipped ||= this.line;
        // An empty line in its place, so that the engine counts as we do.
        kept.push(bytes.subarray(from, at), Buffer.from('\n'));
        from = end;
      }
      if (end - at > this.maxLine) throw this.tooLong(this.line);
      at = end;
    }
    return from === 0 ? bytes : Buffer.concat([...kept, bytes.subarray(from)]);
  }
}
