import { ExpressionLayout } from './expressions';
import { beforeClosing, sameLine, newLine, breakWithGroup, type TokenGap } from './layout';

/** Formats triples: predicate and object lists, blank nodes, collections and property paths. */
export abstract class TripleLayout extends ExpressionLayout {
  /** A subject with its predicates. The full stop is left to the group. */
  protected formatTriples(group: number, line: TokenGap): void {
    this.formatNode(line);
    // Objects are indented more than predicates, to tell them apart.
    this.formatPredicates({ first: sameLine(' '), further: newLine(group, 2), objectsOfFirst: 2 });
  }

  private formatPredicates({
    first,
    further,
    objectsOfFirst,
  }: {
    readonly first: TokenGap;
    readonly further: TokenGap;
    readonly objectsOfFirst: number;
  }): void {
    if (!this.startsVerb()) return;
    this.formatVerb(first);
    this.formatObjects(objectsOfFirst);
    while (this.isPunctuation(';')) {
      this.take(sameLine(' '));
      if (!this.startsVerb()) continue;
      this.formatVerb(further);
      this.formatObjects(1);
    }
  }

  private formatObjects(offset: number): void {
    this.inGroup((group) => {
      this.formatNode(sameLine(' '));
      while (this.isPunctuation(',')) {
        this.take(sameLine(''));
        this.formatNode(breakWithGroup(group, ' ', offset));
      }
    });
  }

  /** A term, a blank node with its predicates, or a collection. */
  private formatNode(gap: TokenGap): void {
    if (this.isPunctuation('[')) this.formatBlankNode(gap);
    else if (this.isPunctuation('(')) this.formatCollection(gap);
    else this.formatTerm(gap);
  }

  /** One token, or a string with its language or datatype. */
  protected formatTerm(gap: TokenGap): void {
    this.take(gap);
    if (this.peek()?.type === 'lang') this.take(sameLine(''));
    if (!this.isPunctuation('^^')) return;
    this.take(sameLine(''));
    this.take(sameLine(''));
  }

  private formatBlankNode(gap: TokenGap): void {
    this.inGroup((group) => {
      this.take(gap);
      const inside = breakWithGroup(group, ' ');
      this.formatPredicates({ first: inside, further: inside, objectsOfFirst: 1 });
      this.take(beforeClosing(group, ' ', 'with-group'));
    });
  }

  private formatCollection(gap: TokenGap): void {
    const close = this.closingBrackets.get(this.at) ?? this.at;
    this.inGroup((group) => {
      this.take(gap);
      for (let space: '' | ' ' = ''; this.at < close; space = ' ')
        this.formatNode(breakWithGroup(group, space));
      this.take(beforeClosing(group, '', 'with-group'));
    });
  }

  private startsVerb(): boolean {
    const type = this.peek()?.type;
    return (
      type === 'variable' ||
      type === 'iri' ||
      type === 'pname' ||
      type === 'pname-ns' ||
      this.isKeyword('A') ||
      this.isPunctuation('^', '!', '(')
    );
  }

  /** A property path has no white space. */
  private formatVerb(gap: TokenGap): void {
    if (this.peek()?.type === 'variable') {
      this.take(gap);
      return;
    }
    let next = gap;
    let expectsStep = true;
    while (expectsStep || this.isPunctuation('/', '|', '*', '+', '?')) {
      const token = this.peek();
      if (!token) return;
      const end = this.closingBrackets.get(this.at) ?? this.at;
      this.take(next);
      next = sameLine('');
      while (this.at <= end) this.take(next);
      expectsStep = token.type === 'punctuation' && ['^', '!', '/', '|'].includes(token.value);
    }
  }
}
