/** The layout of conditions and computed values. */
import type { Token } from '../../language/sparql/tokens';
import { closing, goesOn, isSign, LayoutWriter, withGroup, type Gap } from './layout';

/** What parts the contents of a bracket, from the weakest bond to the strongest. */
const BONDS = [',', '||', '&&'] as const;
type Bond = (typeof BONDS)[number];

export abstract class ExpressionLayout extends LayoutWriter {
  /** What EXISTS asks for, in braces. */
  protected abstract layTested(gap: Gap): void;

  /** One token, or a bracket or group with all that is in it. */
  protected layOperand(gap: Gap = goesOn(this.glueInExpression())): void {
    if (this.isSign('{')) this.layTested(goesOn(' ', 0));
    else if (this.isSign('(')) this.layBrackets(gap);
    else this.take(gap);
  }

  /** A bracket and all in it. Where it does not fit on the line, it breaks at its weakest bonds. */
  protected layBrackets(gap: Gap): void {
    const close = this.partners.get(this.at) ?? this.at;
    if (!this.weakestBond(this.at + 1, close)) {
      this.take(gap);
      this.layParts(close, goesOn(''), undefined);
      this.take(goesOn('', 0));
      return;
    }
    this.inGroup((group) => {
      this.take(gap);
      this.layParts(close, withGroup(group, ''), group);
      this.take(closing(group, '', 'with-group'));
    });
  }

  /** Tokens up to `end`, parted at their weakest bonds, which break with `around`, or with a group of their own. */
  private layParts(end: number, first: Gap, around: number | undefined): void {
    const bond = this.weakestBond(this.at, end);
    if (bond) {
      if (around === undefined) this.inGroup((own) => this.layBonded(end, first, bond, own));
      else this.layBonded(end, first, bond, around);
    } else if (this.at < end) {
      this.layOperand(first);
      while (this.at < end) this.layOperand();
    }
  }

  /** An operator leads its line, a comma ends it. */
  private layBonded(end: number, first: Gap, bond: Bond, group: number): void {
    let gap = first;
    for (const partEnd of this.placesOf(bond, this.at, end)) {
      this.layParts(partEnd, gap, undefined);
      this.take(bond === ',' ? goesOn('') : withGroup(group, ' '));
      gap = bond === ',' ? withGroup(group, ' ') : goesOn(this.glueInExpression());
    }
    this.layParts(end, gap, undefined);
  }

  private weakestBond(start: number, end: number): Bond | undefined {
    const found = new Set<Bond>();
    for (let at = start; at < end; at = this.after(at)) {
      const bond = bondOf(this.tokens[at]);
      if (bond) found.add(bond);
    }
    return BONDS.find((bond) => found.has(bond));
  }

  private placesOf(bond: Bond, start: number, end: number): readonly number[] {
    const places: number[] = [];
    for (let at = start; at < end; at = this.after(at)) if (bondOf(this.tokens[at]) === bond) places.push(at);
    return places;
  }

  /** The next token on the same level. */
  private after(at: number): number {
    return (this.partners.get(at) ?? at) + 1;
  }

  /** What stands between the last token and the next one inside an expression. */
  protected glueInExpression(): '' | ' ' {
    const [beforeLeft, left, right] = [this.peek(-2), this.previous(), this.peek()];
    if (!left || !right) return '';
    if (isSign(right, ')', ',', ';', '^^') || right.type === 'lang') return '';
    if (isSign(left, '(', '^^', '!')) return '';
    if (isSign(left, '+', '-') && !isOperand(beforeLeft)) return '';
    if (isSign(right, '(', '()')) return isCallable(left) ? '' : ' ';
    // SEPARATOR=", "
    return isSeparator(left) || isSeparator(beforeLeft) ? '' : ' ';
  }
}

function bondOf(token: Token | undefined): Bond | undefined {
  if (token?.type === 'word') return token.value === 'OR' ? '||' : token.value === 'AND' ? '&&' : undefined;
  if (token?.type !== 'punctuation') return undefined;
  // GROUP_CONCAT(?x; SEPARATOR=", ")
  return token.value === ';' ? ',' : BONDS.find((bond) => bond === token.value);
}

/** After an operand a sign joins two things; after all else it belongs to what follows. */
export function isOperand(token: Token | undefined): boolean {
  if (!token || token.type === 'keyword' || token.type === 'word') return false;
  return token.type !== 'punctuation' || token.value === ')' || token.value === '()';
}

/** Keywords before a bracket that does not hold arguments of theirs. */
const NOT_CALLABLE = new Set('AS BY DISTINCT FILTER HAVING IN NOT REDUCED SELECT'.split(' '));

function isCallable({ type, value }: Token): boolean {
  if (type === 'keyword') return !NOT_CALLABLE.has(value);
  return type === 'iri' || type === 'pname' || type === 'pname-ns';
}

function isSeparator(token: Token | undefined): boolean {
  return token?.type === 'keyword' && token.value === 'SEPARATOR';
}
