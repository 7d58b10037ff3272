/**
 * How tokens stand to each other: for each token the gap before it, and which stretches of tokens break into lines
 * together. Only tokens decide, never the lines that the text has now: so formatting twice is formatting once.
 */
import type { Token } from '../../language/sparql/tokens';

export interface Gap {
  /** What stands there where the line goes on. */
  readonly glue: '' | ' ';
  readonly breaks: 'always' | 'with-group' | 'when-full' | 'never';
  /** Steps of indentation after a break, counted from the line that the group begins on. */
  readonly offset: number;
  /** The group whose line counts; the line that is being written where there is none. */
  readonly group: number | undefined;
  /** Before a closing bracket: comments there belong to what is inside. */
  readonly closes?: boolean;
}

/** A stretch of tokens, from the first to the last, whose gaps break all together when it does not fit on its line. */
export interface TokenGroup {
  readonly first: number;
  last: number;
  mustBreak: boolean;
  /** A blank line inside is a wish for lines. */
  readonly heedsBlankLines: boolean;
}

export interface Layout {
  readonly gaps: readonly Gap[];
  readonly groups: readonly TokenGroup[];
}

/** Goes on in the same line. Only a comment can break it; what follows then stands `hang` steps in. */
export function goesOn(glue: '' | ' ', hang = 1): Gap {
  return { glue, breaks: 'never', offset: hang, group: undefined };
}

export function newLine(group: number, offset: number): Gap {
  return { glue: ' ', breaks: 'always', offset, group };
}

export function withGroup(group: number, glue: '' | ' ', offset = 1): Gap {
  return { glue, breaks: 'with-group', offset, group };
}

export function whenFull(group: number): Gap {
  return { glue: ' ', breaks: 'when-full', offset: 1, group };
}

export function closing(group: number, glue: '' | ' ', breaks: 'always' | 'with-group'): Gap {
  return { glue, breaks, offset: 0, group, closes: true };
}

/** Walks over tokens that the grammar accepts, and notes the gap before each. */
export class LayoutWriter {
  protected at = 0;
  protected readonly gaps: Gap[] = [];
  protected readonly groups: TokenGroup[] = [];
  private readonly unfinished: TokenGroup[] = [];

  constructor(
    protected readonly tokens: readonly Token[],
    /** For each opening bracket the index of its closing one. */
    protected readonly partners: ReadonlyMap<number, number>,
  ) {}

  protected peek(ahead = 0): Token | undefined {
    return this.tokens[this.at + ahead];
  }

  protected previous(): Token | undefined {
    return this.tokens[this.at - 1];
  }

  protected isKeyword(...values: readonly string[]): boolean {
    const token = this.peek();
    return token?.type === 'keyword' && values.includes(token.value);
  }

  protected isSign(...values: readonly string[]): boolean {
    return isSign(this.peek(), ...values);
  }

  protected take(gap: Gap): void {
    if (this.at < this.tokens.length) this.gaps[this.at++] = gap;
  }

  /** A group that begins with the token that is taken next, and ends with the last that `lay` takes. Returns its number. */
  protected inGroup(lay: (group: number) => void, { heedsBlankLines = false } = {}): number {
    const group: TokenGroup = { first: this.at, last: this.at, mustBreak: false, heedsBlankLines };
    this.unfinished.push(group);
    const number = this.groups.push(group) - 1;
    lay(number);
    this.unfinished.pop();
    group.last = this.at - 1;
    return number;
  }

  /** Something here takes several lines, so all that is around it breaks too. */
  protected mustBreak(): void {
    for (const group of this.unfinished) group.mustBreak = true;
  }
}

export function isSign(token: Token | undefined, ...values: readonly string[]): boolean {
  return token?.type === 'punctuation' && values.includes(token.value);
}
