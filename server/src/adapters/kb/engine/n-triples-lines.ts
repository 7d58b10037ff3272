/** Passes valid lines of N-Triples and counts the others, so that one invalid line does not spoil a dump. */
import { isUtf8 } from 'node:buffer';
import { basename } from 'node:path';
import type { SkippedLines } from '../../../core/kb/knowledge-base';
import { DUMP_LIMITS, DumpProblem } from './dump-format';

const ESCAPE =
  '\\\\u(?![dD][89a-fA-F])[0-9A-Fa-f]{4}|\\\\u[dD][89abAB][0-9A-Fa-f]{2}\\\\u[dD][c-fC-F][0-9A-Fa-f]{2}|\\\\U00[01][0-9A-Fa-f]{5}';
// IRIs of Freebase contain invalid characters, which are harmless. For the engine, `<<` starts a quoted triple.
const IRI = `<(?!<)(?:[^>\\\\\\r\\n]|${ESCAPE})*>`;
// N-Triples allow a colon in a label, which the engine rejects.
const BLANK = '_:[\\w\\x80-\\xff](?:[\\w\\x80-\\xff.-]*[\\w\\x80-\\xff-])?';
const STRING = `"(?:[^"\\\\\\r\\n]|\\\\[tbnrf"'\\\\]|${ESCAPE})*"(?:@[a-zA-Z]+(?:-[a-zA-Z0-9]+)*|\\^\\^${IRI})?`;
const SPACE = '[ \\t]*';
/** Applied to bytes decoded as Latin-1. */
const LINE = new RegExp(
  `${SPACE}(?:(?:${IRI}|${BLANK})${SPACE}${IRI}${SPACE}(?:${IRI}|${BLANK}|${STRING})${SPACE}\\.${SPACE})?(?:#[^\\r\\n]*)?(?:\\r\\n|\\r|\\n|$)`,
  'y',
);

/** The part of a skipped line that is reported. */
const MAX_TEXT_BYTES = 120;

const LINE_END = /\r\n|\r|\n/g;

const BYTE_ORDER_MARK = Buffer.from('\uFEFF');

/** Some editors write a byte order mark at the beginning of a file. It is not part of the first line. */
export function withoutByteOrderMark(beginning: Buffer): Buffer {
  const { length } = BYTE_ORDER_MARK;
  return beginning.subarray(0, length).equals(BYTE_ORDER_MARK) ? beginning.subarray(length) : beginning;
}

/** Whether the first line is N-Triples. */
export function looksLikeNTriples(beginning: Buffer): boolean {
  const line = withoutByteOrderMark(beginning)
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
  private firstText = '';

  constructor(
    private readonly file: string,
    /** Valid lines to skip because the engine rejected them. */
    private readonly refused: ReadonlySet<number>,
    private readonly maxLine = DUMP_LIMITS.line,
  ) {}

  /** The number of valid lines so far. */
  get facts(): number {
    return this.line - this.skipped;
  }

  get report(): readonly SkippedLines[] {
    const { file, skipped: lines, firstSkipped: first, firstText: text } = this;
    return lines ? [{ file, lines, first, text }] : [];
  }

  /** Returns the complete valid lines so far. Throws a `DumpProblem` if a line is too long. */
  push(block: Buffer): Buffer {
    // Some files have only carriage returns; one at the end of a block may be half of a CRLF.
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
    return this.filterLines(whole);
  }

  /** Returns a last line without a line end. */
  flush(): Buffer {
    const last = this.rest;
    this.rest = Buffer.alloc(0);
    return this.filterLines(last);
  }

  private tooLong(line: number): DumpProblem {
    return new DumpProblem(
      `Line ${line} of ${basename(this.file)} is longer than ${this.maxLine / 1e6} MB, so the file is not read. Check that it is N-Triples, with one fact per line.`,
    );
  }

  private filterLines(lines: Buffer): Buffer {
    const bytes = this.line === 0 ? withoutByteOrderMark(lines) : lines;
    const text = bytes.toString('latin1');
    const isAllUtf8 = isUtf8(bytes);
    const pieces: Buffer[] = [];
    let from = 0;
    for (let at = 0; at < text.length;) {
      this.line++;
      LINE.lastIndex = at;
      const isValid = LINE.test(text) && !this.refused.has(this.line);
      let end = LINE.lastIndex;
      if (!isValid || (!isAllUtf8 && !isUtf8(bytes.subarray(at, end)))) {
        LINE_END.lastIndex = at;
        end = LINE_END.test(text) ? LINE_END.lastIndex : text.length;
        this.skipped++;
        if (this.firstSkipped === 0) {
          this.firstSkipped = this.line;
          this.firstText = bytes
            .subarray(at, Math.min(end, at + MAX_TEXT_BYTES))
            .toString('utf8')
            .trim();
        }
        // An empty line replaces it, so that the line numbers of the engine are right.
        pieces.push(bytes.subarray(from, at), Buffer.from('\n'));
        from = end;
      }
      if (end - at > this.maxLine) throw this.tooLong(this.line);
      at = end;
    }
    return from === 0 ? bytes : Buffer.concat([...pieces, bytes.subarray(from)]);
  }
}
