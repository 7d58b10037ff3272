/** The layout of triples: lists of predicates and objects, blank nodes, collections and property paths. */
import { ExpressionLayout } from './expressions';
import { closing, goesOn, newLine, withGroup, type Gap } from './layout';

export abstract class TripleLayout extends ExpressionLayout {
  /** Subject and predicates, from `line` on, on lines of the group around them. The full stop is left to that group. */
  protected layTriples(group: number, line: Gap): void {
    this.layNode(line);
    // Objects stand deeper than the predicates below them, so that one is not taken for the other.
    this.layPredicates({ first: goesOn(' '), further: newLine(group, 2), objectsOfFirst: 2 });
  }

  private layPredicates({
    first,
    further,
    objectsOfFirst,
  }: {
    readonly first: Gap;
    readonly further: Gap;
    readonly objectsOfFirst: number;
  }): void {
    if (!this.startsVerb()) return;
    this.layVerb(first);
    this.layObjects(objectsOfFirst);
    while (this.isSign(';')) {
      this.take(goesOn(' '));
      if (!this.startsVerb()) continue;
      this.layVerb(further);
      this.layObjects(1);
    }
  }

  private layObjects(offset: number): void {
    this.inGroup((group) => {
      this.layNode(goesOn(' '));
      while (this.isSign(',')) {
        this.take(goesOn(''));
        this.layNode(withGroup(group, ' ', offset));
      }
    });
  }

  /** A term, a blank node with its predicates, or a collection. */
  private layNode(gap: Gap): void {
    if (this.isSign('[')) this.layBlankNode(gap);
    else if (this.isSign('(')) this.layCollection(gap);
    else this.layTerm(gap);
  }

  /** One token, or a string with its language or datatype. */
  protected layTerm(gap: Gap): void {
    this.take(gap);
    if (this.peek()?.type === 'lang') this.take(goesOn(''));
    if (!this.isSign('^^')) return;
    this.take(goesOn(''));
    this.take(goesOn(''));
  }

  private layBlankNode(gap: Gap): void {
    this.inGroup((group) => {
      this.take(gap);
      const inside = withGroup(group, ' ');
      this.layPredicates({ first: inside, further: inside, objectsOfFirst: 1 });
      this.take(closing(group, ' ', 'with-group'));
    });
  }

  private layCollection(gap: Gap): void {
    const close = this.partners.get(this.at) ?? this.at;
    this.inGroup((group) => {
      this.take(gap);
      for (let glue: '' | ' ' = ''; this.at < close; glue = ' ') this.layNode(withGroup(group, glue));
      this.take(closing(group, '', 'with-group'));
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
      this.isSign('^', '!', '(')
    );
  }

  /** A property path is one word: nothing stands between its parts. */
  private layVerb(gap: Gap): void {
    if (this.peek()?.type === 'variable') {
      this.take(gap);
      return;
    }
    let next = gap;
    let expectsStep = true;
    while (expectsStep || this.isSign('/', '|', '*', '+', '?')) {
      const token = this.peek();
      if (!token) return;
      const end = this.partners.get(this.at) ?? this.at;
      this.take(next);
      next = goesOn('');
      while (this.at <= end) this.take(next);
      expectsStep = token.type === 'punctuation' && ['^', '!', '/', '|'].includes(token.value);
    }
  }
}
