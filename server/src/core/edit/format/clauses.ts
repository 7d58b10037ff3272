/** The layout of whole queries and updates: clauses, and groups between braces. */
import type { Token } from '../../language/sparql/tokens';
import { isOperand } from './expressions';
import { closing, goesOn, isSign, newLine, whenFull, withGroup, type Gap, type Layout } from './layout';
import { partnersOf } from './partners';
import { TripleLayout } from './triples';

/** Nothing where brackets do not pair, or stand too deep in each other. */
export function layOut(tokens: readonly Token[]): Layout | undefined {
  const partners = partnersOf(tokens);
  return partners && new ClauseLayout(tokens, partners).lay();
}

/** Keywords that begin a line outside of groups. */
const CLAUSES = new Set(
  (
    'BASE PREFIX SELECT CONSTRUCT ASK DESCRIBE FROM GROUP HAVING ORDER LIMIT OFFSET VALUES ' +
    'INSERT DELETE INSERTDATA DELETEDATA DELETEWHERE WITH USING LOAD CLEAR DROP CREATE ADD MOVE COPY'
  ).split(' '),
);
/** Those that list things, which go on in the next line where one is full. */
const LISTS = new Set(['SELECT', 'DESCRIBE', 'GROUP', 'HAVING', 'ORDER']);
const LIST_WORDS = ['BY', 'DISTINCT', 'REDUCED'];
const BLOCKS = ['OPTIONAL', 'MINUS', 'GRAPH', 'SERVICE'];

class ClauseLayout extends TripleLayout {
  lay(): Layout {
    this.inGroup((root) => this.layClauses(root, 0));
    // Nothing is left where the grammar accepts the text.
    while (this.peek()) this.take(goesOn(' '));
    return { gaps: this.gaps, groups: this.groups };
  }

  /** The clauses of a query or a sub-select, up to the brace that closes it. */
  private layClauses(group: number, offset: number): void {
    let last = '';
    // A head that goes on in a second line would look like the body, if the brace stood at its end.
    let beforeBody = goesOn(' ', 0);
    while (this.peek() && !this.isSign('}')) {
      const clause = this.clauseHere();
      if (clause === undefined) {
        this.layInClause(last, beforeBody, newLine(group, offset));
        continue;
      }
      const joins = isSlice(clause) && isSlice(last);
      const gap = joins ? goesOn(' ', 0) : newLine(group, offset);
      beforeBody = goesOn(' ', 0);
      if (clause === 'VALUES') this.layValues(gap);
      else if (LISTS.has(clause)) beforeBody = withGroup(this.layList(gap), ' ', 0);
      else this.take(gap);
      last = clause;
    }
  }

  private clauseHere(): string | undefined {
    const token = this.peek();
    const begins =
      token?.type === 'keyword'
        ? CLAUSES.has(token.value)
        : token?.type === 'word' && token.value === 'DEFINE';
    return begins ? token?.value : undefined;
  }

  private layInClause(clause: string, beforeBody: Gap, ownLine: Gap): void {
    if (this.isSign(';')) {
      this.take(goesOn(' '));
    } else if (this.isKeyword('WHERE')) {
      const standsAlone = clause === 'FROM' || clause === 'USING' || this.previous()?.value === '}';
      this.take(standsAlone ? ownLine : goesOn(' ', 0));
    } else if (this.isSign('{')) {
      this.layGroup(this.previous()?.value === 'WHERE' ? goesOn(' ', 0) : beforeBody);
    } else {
      this.layOperand();
    }
  }

  /** `SELECT ?x (COUNT(?y) AS ?n) WHERE`, or `GROUP BY ?x`, up to the next clause or brace. */
  private layList(gap: Gap): number {
    return this.inGroup((group) => {
      this.take(gap);
      while (this.isKeyword(...LIST_WORDS)) this.take(goesOn(' '));
      for (let first = true; this.peek() && !this.endsList(); first = false)
        this.layOperand(!first && this.beginsItem() ? whenFull(group) : goesOn(this.glueInExpression()));
      if (this.isKeyword('WHERE')) this.take(withGroup(group, ' ', 0));
    });
  }

  private endsList(): boolean {
    return this.isSign('{', '}', ';') || this.isKeyword('WHERE') || this.clauseHere() !== undefined;
  }

  /** Not in the middle of `?x AS ?y`, `COUNT(?x) > 1` or `COUNT DISTINCT ?x`. */
  private beginsItem(): boolean {
    const [before, token] = [this.previous(), this.peek()];
    if (this.glueInExpression() === '' || !before || !token) return false;
    const opens = token.type === 'punctuation' ? token.value === '(' : !this.isKeyword('AS');
    return opens && (isOperand(before) || isSign(before, ','));
  }

  /** A triple, and a condition on it, stay on the line of their EXISTS while they fit. */
  protected layTested(gap: Gap): void {
    const close = this.partners.get(this.at) ?? this.at;
    if (!this.isShort(this.at + 1, close)) {
      this.layGroup(gap);
      return;
    }
    this.inGroup(
      (group) => {
        this.take(gap);
        while (this.at < close) this.layStatement(group, withGroup(group, ' '));
        this.take(closing(group, ' ', 'with-group'));
      },
      { heedsBlankLines: true },
    );
  }

  /** One triple, and at most one FILTER after it that has no group itself. */
  private isShort(start: number, end: number): boolean {
    const inside = this.tokens.slice(start, end);
    const filter = inside.findIndex(({ type, value }) => type === 'keyword' && value === 'FILTER');
    const triple = filter < 0 ? inside : inside.slice(0, filter);
    const condition = filter < 0 ? [] : inside.slice(filter + 1);
    const [dot, ...dots] = triple.flatMap((token, index) => (isSign(token, '.') ? [index] : []));
    return (
      triple.length > 1 &&
      !dots.length &&
      (dot === undefined || dot === triple.length - 1) &&
      triple.every((token) => !isSign(token, ';', ',', '[', '{') && !isOtherKeyword(token)) &&
      condition.every((token) => !isSign(token, '{')) &&
      // Nothing but a full stop may follow the condition.
      (filter < 0 || this.endOfCondition(start + filter + 1) >= end - (isSign(inside.at(-1), '.') ? 1 : 0))
    );
  }

  /** Behind the brackets of a condition, or of the call that it is. */
  private endOfCondition(start: number): number {
    const open = isSign(this.tokens[start], '(') ? start : start + 1;
    return (this.partners.get(open) ?? open) + 1;
  }

  /** Braces, with each thing between them on lines of its own. */
  protected layGroup(gap: Gap): void {
    this.inGroup((group) => {
      const empty = this.peek(1)?.value === '}';
      if (!empty) this.mustBreak();
      this.take(gap);
      if (this.isKeyword('SELECT')) this.layClauses(group, 1);
      while (this.peek() && !this.isSign('}')) this.layStatement(group);
      this.take(empty ? closing(group, '', 'with-group') : closing(group, ' ', 'always'));
    });
  }

  private layStatement(group: number, line = newLine(group, 1)): void {
    if (this.isSign('{')) this.layGroup(line);
    else if (this.isSign('.')) this.take(goesOn(' '));
    else if (this.isKeyword('UNION')) this.layUnion();
    else if (this.isKeyword(...BLOCKS)) this.layBlock(line);
    else if (this.isKeyword('FILTER')) this.layFilter(line);
    else if (this.isKeyword('BIND')) this.layBind(line);
    else if (this.isKeyword('VALUES')) this.layValues(line);
    else this.layTriples(group, line);
  }

  private layUnion(): void {
    this.take(goesOn(' ', 0));
    if (this.isSign('{')) this.layGroup(goesOn(' ', 0));
  }

  /** `OPTIONAL { … }`, `GRAPH ?g { … }`, `SERVICE SILENT <…> { … }`. */
  private layBlock(gap: Gap): void {
    this.take(gap);
    while (this.peek() && !this.isSign('{', '}')) this.take(goesOn(' '));
    if (this.isSign('{')) this.layGroup(goesOn(' ', 0));
  }

  /** A bracket, a call, or EXISTS with its group. */
  private layFilter(gap: Gap): void {
    this.take(gap);
    if (this.isSign('(')) {
      this.layBrackets(goesOn(' '));
      return;
    }
    while (this.isKeyword('NOT', 'EXISTS')) this.take(goesOn(' '));
    if (this.isSign('{')) {
      this.layTested(goesOn(' ', 0));
      return;
    }
    this.take(goesOn(' '));
    if (this.isSign('(', '()')) this.layOperand(goesOn(''));
  }

  private layBind(gap: Gap): void {
    this.take(gap);
    if (this.isSign('(')) this.layBrackets(goesOn(' '));
  }

  /** Single values stand on one line while they fit, rows of values on lines of their own. */
  private layValues(gap: Gap): void {
    this.take(gap);
    if (this.isSign('(')) this.layRow(goesOn(' '));
    else this.take(goesOn(' '));
    if (!this.isSign('{')) return;
    const close = this.partners.get(this.at) ?? this.at;
    this.inGroup(
      (group) => {
        const empty = this.at + 1 === close;
        this.take(goesOn(' ', 0));
        for (let rows = 0; this.at < close; rows++) {
          if (rows > 0 && this.isSign('(')) this.mustBreak();
          if (this.isSign('(')) this.layRow(withGroup(group, ' '));
          else this.layTerm(withGroup(group, ' '));
        }
        this.take(closing(group, empty ? '' : ' ', 'with-group'));
      },
      { heedsBlankLines: true },
    );
  }

  private layRow(gap: Gap): void {
    const close = this.partners.get(this.at) ?? this.at;
    this.take(gap);
    for (let glue: '' | ' ' = ''; this.at < close; glue = ' ') this.layTerm(goesOn(glue));
    this.take(goesOn(''));
  }
}

/** Not the `a` of a triple. */
function isOtherKeyword({ type, value }: Token): boolean {
  return type === 'keyword' && value !== 'A';
}

function isSlice(clause: string): boolean {
  return clause === 'LIMIT' || clause === 'OFFSET';
}
