import type { SparqlToken } from '../../language/sparql/tokens';

/** The white space before a token. */
export interface TokenGap {
  /** The space if the line does not break here. */
  readonly space: '' | ' ';
  readonly breaks: 'always' | 'with-group' | 'when-full' | 'never';
  /** The indentation after a line break, relative to the line on which the group starts. */
  readonly offset: number;
  /** The group that determines the indentation; if undefined, the current line does. */
  readonly group: number | undefined;
  /** Set before a closing bracket. Comments here belong to the content of the brackets. */
  readonly closes?: boolean;
}

/** Consecutive tokens whose gaps break together if the tokens do not fit on a line. */
export interface TokenGroup {
  readonly first: number;
  last: number;
  mustBreak: boolean;
  /** Whether a blank line inside makes the group break. */
  readonly keepsBlankLines: boolean;
}

/** The layout of a query. It depends only on tokens, not on existing line breaks, so formatting is idempotent. */
export interface FormatLayout {
  readonly gaps: readonly TokenGap[];
  readonly groups: readonly TokenGroup[];
}

/** No line break, except after a comment. Then the next line is indented by `offset`. */
export function sameLine(space: '' | ' ', offset = 1): TokenGap {
  return { space, breaks: 'never', offset, group: undefined };
}

export function newLine(group: number, offset: number): TokenGap {
  return { space: ' ', breaks: 'always', offset, group };
}

export function breakWithGroup(group: number, space: '' | ' ', offset = 1): TokenGap {
  return { space, breaks: 'with-group', offset, group };
}

export function breakWhenFull(group: number): TokenGap {
  return { space: ' ', breaks: 'when-full', offset: 1, group };
}

export function beforeClosing(group: number, space: '' | ' ', breaks: 'always' | 'with-group'): TokenGap {
  return { space, breaks, offset: 0, group, closes: true };
}

/** Walks over the tokens of a valid query and records the gap before each. */
export class LayoutWriter {
  protected at = 0;
  protected readonly gaps: TokenGap[] = [];
  protected readonly groups: TokenGroup[] = [];
  private readonly openGroups: TokenGroup[] = [];

  constructor(
    protected readonly tokens: readonly SparqlToken[],
    /** The index of the closing bracket for each opening bracket. */
    protected readonly closingBrackets: ReadonlyMap<number, number>,
  ) {}

  protected peek(ahead = 0): SparqlToken | undefined {
    return this.tokens[this.at + ahead];
  }

  protected previous(): SparqlToken | undefined {
    return this.tokens[this.at - 1];
  }

  protected isKeyword(...values: readonly string[]): boolean {
    const token = this.peek();
    return token?.type === 'keyword' && values.includes(token.value);
  }

  protected isPunctuation(...values: readonly string[]): boolean {
    return isPunctuation(this.peek(), ...values);
  }

  protected take(gap: TokenGap): void {
    if (this.at < this.tokens.length) this.gaps[this.at++] = gap;
  }

  /** Makes a group of the tokens that `format` takes. Returns its number. */
  protected inGroup(format: (group: number) => void, { keepsBlankLines = false } = {}): number {
    const group: TokenGroup = { first: this.at, last: this.at, mustBreak: false, keepsBlankLines };
    this.openGroups.push(group);
    const number = this.groups.push(group) - 1;
    format(number);
    this.openGroups.pop();
    group.last = this.at - 1;
    return number;
  }

  /** Marks all open groups as broken, because their content needs several lines. */
  protected mustBreak(): void {
    for (const group of this.openGroups) group.mustBreak = true;
  }
}

export function isPunctuation(token: SparqlToken | undefined, ...values: readonly string[]): boolean {
  return token?.type === 'punctuation' && values.includes(token.value);
}
