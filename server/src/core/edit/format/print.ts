import { looksLikeSeparator } from '../../language/sparql/parse';
import { tokenize, type Comment, type SparqlToken, type Tokens } from '../../language/sparql/tokens';
import type { TextEdit } from '../../language/text/edit';
import type { TokenGap, TokenGroup, FormatLayout } from './layout';
import { formatToken, type KeywordCase } from './keyword-case';
import { isBlankLine, minimalEdit } from './space';

const MAX_LINE_WIDTH = 100;

export interface PrintStyle {
  /** One step of indentation. */
  readonly indent: string;
  /** The width of one step in columns. */
  readonly indentWidth: number;
  readonly lineEnd: string;
  readonly keywordCase: KeywordCase;
  readonly trimsComments: boolean;
}

/** Edits of white space and keywords that give a query its layout. Comments stay next to the same tokens. */
export function print(query: Tokens, layout: FormatLayout, style: PrintStyle): readonly TextEdit[] {
  return new Printer(query, layout, style).print();
}

class Printer {
  private readonly edits: TextEdit[] = [];
  private readonly text: string;
  private readonly words: readonly string[];
  private readonly spaces: readonly string[];
  /** The width of the tokens up to and including each token, without line breaks. */
  private readonly widths: readonly number[];
  /** For each token, the index of the next token that may start a new line. */
  private readonly itemEnds: readonly number[];
  /** The comments before token i are those from `commentsBefore[i]` up to `commentsBefore[i + 1]`. */
  private readonly commentsBefore: readonly number[];
  private readonly bases: number[] = [];
  private readonly broken: boolean[] = [];
  private nextGroup = 0;
  private column = 0;
  /** The indentation of the current line in steps; that of the first line if it is wrapped. */
  private base = 0;
  /** The end of the text that is printed. */
  private at: number;

  constructor(
    private readonly query: Tokens,
    private readonly layout: FormatLayout,
    private readonly style: PrintStyle,
  ) {
    const { text, tokens, comments } = query;
    this.text = text;
    this.at = Math.min(tokens[0]?.start ?? Infinity, comments[0]?.start ?? Infinity);
    this.words = tokens.map((token) => formatToken(text, token, style.keywordCase));
    this.spaces = tokens.map((_, index) => this.spaceBefore(index));
    this.widths = widthsOf(this.words, this.spaces);
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

  private printGap(index: number, token: SparqlToken, gap: TokenGap): void {
    const steps = (gap.group === undefined ? this.base : (this.bases[gap.group] ?? 0)) + gap.offset;
    const hasComments = this.printComments(index, gap.closes ? steps + 1 : steps);
    const isFirst = index === 0 && !hasComments;
    if (!hasComments && !this.breaksAt(index, gap)) {
      const space = isFirst ? '' : (this.spaces[index] ?? '');
      this.replace(token.start, space);
      this.column += space.length;
      return;
    }
    if (!isFirst) this.breakLine(token.start, steps);
    this.column = steps * this.style.indentWidth;
    if (gap.breaks === 'always' || gap.breaks === 'with-group') this.base = steps;
  }

  private breaksAt(index: number, { breaks, group }: TokenGap): boolean {
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

  /** Prints the comments before a token. Returns whether there are any. */
  private printComments(index: number, steps: number): boolean {
    const first = this.commentsBefore[index] ?? 0;
    const end = this.commentsBefore[index + 1] ?? 0;
    for (const [at, comment] of this.query.comments.slice(first, end).entries()) {
      const written = this.text.slice(comment.start, comment.end);
      const follows = index > 0 && at === 0 && !/[\n\r]/.test(this.text.slice(this.at, comment.start));
      if (follows) this.replace(comment.start, ' ');
      // At the start of a line, `###` would separate two queries.
      else if (this.at < comment.start)
        this.breakLine(comment.start, looksLikeSeparator(written) ? Math.max(steps, 1) : steps);
      this.at = comment.start + (this.style.trimsComments ? written.trimEnd().length : written.length);
      this.replace(comment.end, '');
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

  private mustBreak({ first, last, mustBreak, keepsBlankLines }: TokenGroup, number: number): boolean {
    if (mustBreak || (this.commentsBefore[last + 1] ?? 0) > (this.commentsBefore[first + 1] ?? 0))
      return true;
    if (!keepsBlankLines) return false;
    const { tokens } = this.query;
    for (let index = first; index < last; index++) {
      // Blank lines are not kept at gaps that never break.
      if (this.layout.gaps[index + 1]?.group !== number) continue;
      if (isBlankLine(this.text.slice(tokens[index]?.end, tokens[index + 1]?.start))) return true;
    }
    return false;
  }

  /** Whether the tokens fit on this line, together with those that must follow the last one. */
  private fits(space: number, first: number, last: number): boolean {
    let end = last;
    while (this.staysWithPrevious(end + 1)) end++;
    const width = (this.words[first]?.length ?? 0) + (this.widths[end] ?? 0) - (this.widths[first] ?? 0);
    return this.column + space + width <= MAX_LINE_WIDTH;
  }

  /** Whether the token must not start a line. */
  private staysWithPrevious(index: number): boolean {
    const word = this.words[index] ?? '';
    const breaks = this.layout.gaps[index]?.breaks;
    if (word === '{') return breaks === 'never' || breaks === 'with-group';
    return breaks === 'never' && (this.spaces[index] === '' || word === '.' || word === ';');
  }

  private printWord({ start, end }: SparqlToken, word: string): void {
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
    const edit = minimalEdit(this.text, this.at, upTo, newText);
    if (edit) this.edits.push(edit);
    this.at = upTo;
  }

  private spaceBefore(index: number): string {
    const space = this.layout.gaps[index]?.space ?? ' ';
    const [left, right] = [this.query.tokens[index - 1], this.query.tokens[index]];
    if (space === ' ' || !left || !right || left.end === right.start) return space;
    return canTouch(this.words[index - 1] ?? '', this.words[index] ?? '') ? '' : ' ';
  }
}

/** Whether two tokens stay separate without a space. `-` and `1` would become one token, as would `?` and a name. */
function canTouch(left: string, right: string): boolean {
  const { tokens } = tokenize(left + right);
  return tokens.length === 2 && tokens[0]?.end === left.length && tokens[1]?.start === left.length;
}

function widthsOf(words: readonly string[], spaces: readonly string[]): readonly number[] {
  let width = 0;
  return words.map((word, index) => (width += word.length + (spaces[index]?.length ?? 0)));
}

function itemEndsOf(gaps: readonly TokenGap[]): readonly number[] {
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

function commentsBefore(tokens: readonly SparqlToken[], comments: readonly Comment[]): readonly number[] {
  const starts = [0];
  let comment = 0;
  for (const { start } of tokens) {
    while ((comments[comment]?.start ?? Infinity) < start) comment++;
    starts.push(comment);
  }
  starts.push(comments.length);
  return starts;
}
