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
      this.formatAnnotations();
      while (this.isPunctuation(',')) {
        this.take(sameLine(''));
        this.formatNode(breakWithGroup(group, ' ', offset));
        this.formatAnnotations();
      }
    });
  }

  /** A term, a blank node with its predicates, or a collection. */
  private formatNode(gap: TokenGap): void {
    if (this.isPunctuation('[')) this.formatBlankNode(gap);
    else if (this.isPunctuation('(')) this.formatCollection(gap);
    else if (this.isPunctuation('<<', '<<(')) this.formatQuotedTriple(gap);
    else if (this.isPunctuation('`')) this.formatBackquoted(gap);
    else this.formatTerm(gap);
  }

  /** `<< s p o >>` and `<<( s p o )>>` of SPARQL 1.2. */
  private formatQuotedTriple(gap: TokenGap): void {
    const close = this.closingBrackets.get(this.at) ?? this.at;
    this.take(gap);
    while (this.at < close) this.formatNode(sameLine(' '));
    this.take(sameLine(' '));
  }

  /** What follows an object: `~ r` and `{| p o |}` of SPARQL 1.2, and Virtuoso's `OPTION (…)`. */
  private formatAnnotations(): void {
    for (;;) {
      const next = this.peek();
      if (this.isPunctuation('~')) {
        this.take(sameLine(' '));
        const type = this.peek()?.type ?? '';
        if (['variable', 'blank', 'iri', 'pname', 'pname-ns'].includes(type) || this.isPunctuation('[]'))
          this.take(sameLine(' '));
      } else if (this.isPunctuation('{|')) {
        this.formatBlankNode(sameLine(' '));
      } else if (next?.type === 'word' && next.value === 'OPTION') {
        const close = this.closingBrackets.get(this.at + 1) ?? this.at;
        this.take(sameLine(' '));
        while (this.at <= close) this.take(sameLine(this.spaceInExpression()));
      } else {
        return;
      }
    }
  }

  /** Virtuoso's expression in the place of a term. */
  private formatBackquoted(gap: TokenGap): void {
    this.take(gap);
    for (let space: '' | ' ' = ''; this.peek() && !this.isPunctuation('`'); space = this.spaceInExpression())
      this.take(sameLine(space));
    this.take(sameLine(''));
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
      type === 'blank' ||
      this.isKeyword('A') ||
      this.isPunctuation('^', '!', '(', '[]', '`')
    );
  }

  /** Virtuoso's `p{2}`. */
  private startsPathCount(): boolean {
    const next = this.peek(1);
    return this.isPunctuation('{') && (next?.type === 'number' || next?.value === ',');
  }

  /** A property path has no white space. */
  private formatVerb(gap: TokenGap): void {
    if (this.peek()?.type === 'variable' || this.peek()?.type === 'blank' || this.isPunctuation('[]')) {
      this.take(gap);
      return;
    }
    if (this.isPunctuation('`')) {
      this.formatBackquoted(gap);
      return;
    }
    let next = gap;
    let expectsStep = true;
    while (expectsStep || this.isPunctuation('/', '|', '*', '+', '?') || this.startsPathCount()) {
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
