/** Layout → edits of the space between things. Comments stay where they are: behind the same token, or before it. */
import { looksLikeSeparator } from '../../language/sparql/parse';
import { tokenize, type Comment, type Token, type Tokens } from '../../language/sparql/tokens';
import type { TextEdit } from '../../language/text/edit';
import type { Gap, TokenGroup, Layout } from './layout';
import { spell, type KeywordCase } from './spelling';
import { isBlankLine, smallestEdit } from './space';

/** Lines break where they would be longer, if there is a place to break them. */
const WIDTH = 100;

export interface Style {
  /** One step of indentation. */
  readonly indent: string;
  /** How wide a step looks. */
  readonly indentWidth: number;
  readonly lineEnd: string;
  readonly keywordCase: KeywordCase;
  readonly trimsComments: boolean;
}

/** The edits that give a query its layout, from its first comment or token to its last. */
export function print(query: Tokens, layout: Layout, style: Style): readonly TextEdit[] {
  return new Printer(query, layout, style).print();
}

class Printer {
  private readonly edits: TextEdit[] = [];
  private readonly text: string;
  private readonly words: readonly string[];
  private readonly glues: readonly string[];
  /** Width of all up to and including a token, on one endless line. */
  private readonly widths: readonly number[];
  /** Where the item that begins at a token ends at the latest: at the next token that may be put on a new line. */
  private readonly itemEnds: readonly number[];
  /** The comments before token i are those from `commentsBefore[i]` up to `commentsBefore[i + 1]`. */
  private readonly commentsBefore: readonly number[];
  private readonly bases: number[] = [];
  private readonly broken: boolean[] = [];
  private nextGroup = 0;
  private column = 0;
  /** Indentation, in steps, of the line that is being written; what only hangs over from a line does not count. */
  private base = 0;
  /** Up to here the text is written. */
  private at: number;

  constructor(
    private readonly query: Tokens,
    private readonly layout: Layout,
    private readonly style: Style,
  ) {
    const { text, tokens, comments } = query;
    this.text = text;
    this.at = Math.min(tokens[0]?.start ?? Infinity, comments[0]?.start ?? Infinity);
    this.words = tokens.map((token) => spell(text, token, style.keywordCase));
    this.glues = tokens.map((_, index) => this.glueBefore(index));
    this.widths = widthsOf(this.words, this.glues);
    this.itemEnds = itemEndsOf(layout.gaps);
    this.commentsBefore = commentsBefore(tokens, comments);
  }

  print(): readonly TextEdit[] {
    for (const [index, token] of this.query.tokens.entries()) {
      const gap = this.layout.gaps[index];
      if (!gap) break;
      this.printGap(index, token, gap);
      this.openGroups(index);
      this.printWord(token, this.words[index] ?? '');
    }
    this.printComments(this.query.tokens.length, 0);
    return this.edits;
  }

  private printGap(index: number, token: Token, gap: Gap): void {
    const steps = (gap.group === undefined ? this.base : (this.bases[gap.group] ?? 0)) + gap.offset;
    const commented = this.printComments(index, gap.closes ? steps + 1 : steps);
    const isFirst = index === 0 && !commented;
    if (!commented && !this.breaksAt(index, gap)) {
      const glue = isFirst ? '' : (this.glues[index] ?? '');
      this.replace(token.start, glue);
      this.column += glue.length;
      return;
    }
    if (!isFirst) this.breakLine(token.start, steps);
    this.column = steps * this.style.indentWidth;
    if (gap.breaks === 'always' || gap.breaks === 'with-group') this.base = steps;
  }

  private breaksAt(index: number, { breaks, group }: Gap): boolean {
    switch (breaks) {
      case 'always':
        return true;
      case 'never':
        return false;
      case 'with-group':
        return group !== undefined && this.broken[group] === true;
      case 'when-full':
        return !this.fits(1, index, (this.itemEnds[index] ?? index + 1) - 1);
    }
  }

  /** Returns whether there are any. */
  private printComments(index: number, steps: number): boolean {
    const first = this.commentsBefore[index] ?? 0;
    const end = this.commentsBefore[index + 1] ?? 0;
    for (let comment = first; comment < end; comment++) {
      const where = this.query.comments[comment];
      if (!where) break;
      const written = this.text.slice(where.start, where.end);
      const follows = index > 0 && comment === first && !/[\n\r]/.test(this.text.slice(this.at, where.start));
      if (follows) this.replace(where.start, ' ');
      // At the very beginning of a line it would part two queries.
      else if (this.at < where.start)
        this.breakLine(where.start, looksLikeSeparator(written) ? Math.max(steps, 1) : steps);
      this.at = where.start + (this.style.trimsComments ? written.trimEnd().length : written.length);
      this.replace(where.end, '');
    }
    return end > first;
  }

  private openGroups(index: number): void {
    const { groups } = this.layout;
    for (let group = groups[this.nextGroup]; group?.first === index; group = groups[++this.nextGroup]) {
      this.bases[this.nextGroup] = this.base;
      this.broken[this.nextGroup] =
        this.mustBreak(group, this.nextGroup) || !this.fits(0, group.first, group.last);
    }
  }

  private mustBreak({ first, last, mustBreak, heedsBlankLines }: TokenGroup, number: number): boolean {
    if (mustBreak || (this.commentsBefore[last + 1] ?? 0) > (this.commentsBefore[first + 1] ?? 0))
      return true;
    if (!heedsBlankLines) return false;
    const { tokens } = this.query;
    for (let index = first; index < last; index++) {
      // Where the line goes on in any case, a blank line does not stay.
      if (this.layout.gaps[index + 1]?.group !== number) continue;
      if (isBlankLine(this.text.slice(tokens[index]?.end, tokens[index + 1]?.start))) return true;
    }
    return false;
  }

  /** Whether the tokens, and what cannot be parted from the last of them, have room on this line. */
  private fits(space: number, first: number, last: number): boolean {
    let end = last;
    while (this.isTied(end + 1)) end++;
    const width = (this.words[first]?.length ?? 0) + (this.widths[end] ?? 0) - (this.widths[first] ?? 0);
    return this.column + space + width <= WIDTH;
  }

  /** What would look lost at the beginning of a line. */
  private isTied(index: number): boolean {
    const word = this.words[index] ?? '';
    const breaks = this.layout.gaps[index]?.breaks;
    if (word === '{') return breaks === 'never' || breaks === 'with-group';
    return breaks === 'never' && (this.glues[index] === '' || word === '.' || word === ';');
  }

  private printWord({ start, end }: Token, word: string): void {
    if (word !== this.text.slice(start, end)) this.edits.push({ range: { start, end }, newText: word });
    const lastLine = Math.max(word.lastIndexOf('\n'), word.lastIndexOf('\r'));
    this.column = lastLine < 0 ? this.column + word.length : word.length - lastLine - 1;
    this.at = end;
  }

  private breakLine(upTo: number, steps: number): void {
    const { lineEnd, indent } = this.style;
    const lines = isBlankLine(this.text.slice(this.at, upTo)) ? lineEnd + lineEnd : lineEnd;
    this.replace(upTo, lines + indent.repeat(steps));
  }

  private replace(upTo: number, newText: string): void {
    const edit = smallestEdit(this.text, this.at, upTo, newText);
    if (edit) this.edits.push(edit);
    this.at = upTo;
  }

  private glueBefore(index: number): string {
    const glue = this.layout.gaps[index]?.glue ?? ' ';
    const [left, right] = [this.query.tokens[index - 1], this.query.tokens[index]];
    if (glue === ' ' || !left || !right || left.end === right.start) return glue;
    return canTouch(this.words[index - 1] ?? '', this.words[index] ?? '') ? '' : ' ';
  }
}

/** `-` and `1` would become one token, and so would `?` and a name. */
function canTouch(left: string, right: string): boolean {
  const { tokens } = tokenize(left + right);
  return tokens.length === 2 && tokens[0]?.end === left.length && tokens[1]?.start === left.length;
}

function widthsOf(words: readonly string[], glues: readonly string[]): readonly number[] {
  let width = 0;
  return words.map((word, index) => (width += word.length + (glues[index]?.length ?? 0)));
}

function itemEndsOf(gaps: readonly Gap[]): readonly number[] {
  const ends = new Array<number>(gaps.length);
  let end = gaps.length;
  for (let index = gaps.length - 1; index >= 0; index--) {
    ends[index] = end;
    const gap = gaps[index];
    const isBeforeBody = gap?.breaks === 'with-group' && gap.offset === 0 && !gap.closes;
    if (gap?.breaks === 'always' || gap?.breaks === 'when-full' || isBeforeBody) end = index;
  }
  return ends;
}

function commentsBefore(tokens: readonly Token[], comments: readonly Comment[]): readonly number[] {
  const starts = [0];
  let comment = 0;
  for (const { start } of tokens) {
    while ((comments[comment]?.start ?? Infinity) < start) comment++;
    starts.push(comment);
  }
  starts.push(comments.length);
  return starts;
}
