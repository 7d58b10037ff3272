import type { SparqlToken } from '../../language/sparql/tokens';
import {
  beforeClosing,
  sameLine,
  isPunctuation,
  LayoutWriter,
  breakWithGroup,
  type TokenGap,
} from './layout';

/** The separators at which brackets are broken into lines, the weakest first. */
const SEPARATORS = [',', '||', '&&'] as const;
type Separator = (typeof SEPARATORS)[number];

/** Formats conditions and computed values. */
export abstract class ExpressionLayout extends LayoutWriter {
  protected abstract formatExistsGroup(gap: TokenGap): void;

  /** One token, or brackets or a group with their content. */
  protected formatOperand(gap: TokenGap = sameLine(this.spaceInExpression())): void {
    if (this.isPunctuation('{')) this.formatExistsGroup(sameLine(' ', 0));
    else if (this.isPunctuation('(')) this.formatBrackets(gap);
    else this.take(gap);
  }

  /** Brackets and their content. If they do not fit on the line, they are broken at the weakest separators. */
  protected formatBrackets(gap: TokenGap): void {
    const close = this.closingBrackets.get(this.at) ?? this.at;
    if (!this.weakestSeparator(this.at + 1, close)) {
      this.take(gap);
      this.formatParts(close, sameLine(''), undefined);
      this.take(sameLine('', 0));
      return;
    }
    this.inGroup((group) => {
      this.take(gap);
      this.formatParts(close, breakWithGroup(group, ''), group);
      this.take(beforeClosing(group, '', 'with-group'));
    });
  }

  /** Tokens up to `end`. Their weakest separators break with the group `outer`, or with a new group. */
  private formatParts(end: number, first: TokenGap, outer: number | undefined): void {
    const separator = this.weakestSeparator(this.at, end);
    if (separator) {
      if (outer === undefined) this.inGroup((group) => this.formatSeparated(end, first, separator, group));
      else this.formatSeparated(end, first, separator, outer);
    } else if (this.at < end) {
      this.formatOperand(first);
      while (this.at < end) this.formatOperand();
    }
  }

  /** Lines start with an operator, but end with a comma. */
  private formatSeparated(end: number, first: TokenGap, separator: Separator, group: number): void {
    let gap = first;
    for (const partEnd of this.indexesOf(separator, this.at, end)) {
      this.formatParts(partEnd, gap, undefined);
      this.take(separator === ',' ? sameLine('') : breakWithGroup(group, ' '));
      gap = separator === ',' ? breakWithGroup(group, ' ') : sameLine(this.spaceInExpression());
    }
    this.formatParts(end, gap, undefined);
  }

  private weakestSeparator(start: number, end: number): Separator | undefined {
    const found = new Set<Separator>();
    for (let at = start; at < end; at = this.after(at)) {
      const separator = separatorOf(this.tokens[at]);
      if (separator) found.add(separator);
    }
    return SEPARATORS.find((separator) => found.has(separator));
  }

  private indexesOf(separator: Separator, start: number, end: number): readonly number[] {
    const indexes: number[] = [];
    for (let at = start; at < end; at = this.after(at))
      if (separatorOf(this.tokens[at]) === separator) indexes.push(at);
    return indexes;
  }

  /** The next token on the same level. */
  private after(at: number): number {
    return (this.closingBrackets.get(at) ?? at) + 1;
  }

  /** The space between the previous and the next token of an expression. */
  protected spaceInExpression(): '' | ' ' {
    const [beforeLeft, left, right] = [this.peek(-2), this.previous(), this.peek()];
    if (!left || !right) return '';
    // Virtuoso's number `5.`
    if (isPunctuation(right, ')', ',', ';', '^^', '.') || right.type === 'lang') return '';
    if (isPunctuation(left, '(', '^^', '!')) return '';
    if (isPunctuation(left, '+', '-') && !isOperand(beforeLeft)) return '';
    if (isPunctuation(right, '(', '()')) return isCallable(left) ? '' : ' ';
    // SEPARATOR=", "
    return isSeparator(left) || isSeparator(beforeLeft) ? '' : ' ';
  }
}

function separatorOf(token: SparqlToken | undefined): Separator | undefined {
  if (token?.type === 'word') return token.value === 'OR' ? '||' : token.value === 'AND' ? '&&' : undefined;
  if (token?.type !== 'punctuation') return undefined;
  // GROUP_CONCAT(?x; SEPARATOR=", ")
  return token.value === ';' ? ',' : SEPARATORS.find((separator) => separator === token.value);
}

/** Whether the token can be a left operand. After it, `+` and `-` are binary operators; otherwise they are signs. */
export function isOperand(token: SparqlToken | undefined): boolean {
  if (!token || token.type === 'keyword' || token.type === 'word') return false;
  return token.type !== 'punctuation' || token.value === ')' || token.value === '()';
}

/** Keywords before brackets that do not contain arguments. */
const NOT_CALLABLE = new Set(
  'AS BY DISTINCT FILTER HAVING IN NOT REDUCED SELECT AND OR LIKE OPTION CASE WHEN THEN ELSE END'.split(' '),
);

function isCallable({ type, value }: SparqlToken): boolean {
  if (type === 'keyword' || type === 'word') return !NOT_CALLABLE.has(value);
  return type === 'iri' || type === 'pname' || type === 'pname-ns';
}

function isSeparator(token: SparqlToken | undefined): boolean {
  return token?.type === 'keyword' && token.value === 'SEPARATOR';
}
