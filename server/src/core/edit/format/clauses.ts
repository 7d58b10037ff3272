import type { SparqlToken } from '../../language/sparql/tokens';
import { isOperand } from './expressions';
import {
  beforeClosing,
  sameLine,
  isPunctuation,
  newLine,
  breakWhenFull,
  breakWithGroup,
  type TokenGap,
  type FormatLayout,
} from './layout';
import { matchBrackets } from './match-brackets';
import { TripleLayout } from './triples';

/** Computes the layout of a query or update. Undefined if brackets do not match or are nested too deeply. */
export function layoutQuery(tokens: readonly SparqlToken[]): FormatLayout | undefined {
  const closingBrackets = matchBrackets(tokens);
  return closingBrackets && new ClauseLayout(tokens, closingBrackets).format();
}

/** Keywords that start a line outside groups. */
const CLAUSES = new Set(
  (
    'BASE PREFIX SELECT CONSTRUCT ASK DESCRIBE FROM GROUP HAVING ORDER LIMIT OFFSET VALUES ' +
    'INSERT DELETE INSERTDATA DELETEDATA DELETEWHERE WITH USING LOAD CLEAR DROP CREATE ADD MOVE COPY'
  ).split(' '),
);
/** Clauses with lists, which are wrapped when a line is full. */
const LISTS = new Set(['SELECT', 'DESCRIBE', 'GROUP', 'HAVING', 'ORDER']);
const LIST_WORDS = ['BY', 'DISTINCT', 'REDUCED'];
const BLOCKS = ['OPTIONAL', 'MINUS', 'GRAPH', 'SERVICE'];

/** Formats clauses and groups. */
class ClauseLayout extends TripleLayout {
  format(): FormatLayout {
    this.inGroup((root) => this.formatClauses(root, 0));
    // If the text parses, no tokens are left here.
    while (this.peek()) this.take(sameLine(' '));
    return { gaps: this.gaps, groups: this.groups };
  }

  /** The clauses of a query or sub-select, up to the closing brace. */
  private formatClauses(group: number, offset: number): void {
    let last = '';
    // After a wrapped head, the brace goes on its own line, because the body would look like part of the head.
    let beforeBody = sameLine(' ', 0);
    while (this.peek() && !this.isPunctuation('}')) {
      const clause = this.nextClause();
      if (clause === undefined) {
        this.formatInClause(last, beforeBody, newLine(group, offset));
        continue;
      }
      const joins = isLimitOrOffset(clause) && isLimitOrOffset(last);
      const gap = joins ? sameLine(' ', 0) : newLine(group, offset);
      beforeBody = sameLine(' ', 0);
      if (clause === 'VALUES') this.formatValues(gap);
      else if (LISTS.has(clause)) beforeBody = breakWithGroup(this.formatList(gap), ' ', 0);
      else this.take(gap);
      last = clause;
    }
  }

  private nextClause(): string | undefined {
    const token = this.peek();
    const startsClause =
      token?.type === 'keyword'
        ? CLAUSES.has(token.value)
        : token?.type === 'word' && token.value === 'DEFINE';
    return startsClause ? token?.value : undefined;
  }

  private formatInClause(clause: string, beforeBody: TokenGap, ownLine: TokenGap): void {
    if (this.isPunctuation(';')) {
      this.take(sameLine(' '));
    } else if (this.isKeyword('WHERE')) {
      const needsOwnLine = clause === 'FROM' || clause === 'USING' || this.previous()?.value === '}';
      this.take(needsOwnLine ? ownLine : sameLine(' ', 0));
    } else if (this.isPunctuation('{')) {
      this.formatGroup(this.previous()?.value === 'WHERE' ? sameLine(' ', 0) : beforeBody);
    } else {
      this.formatOperand();
    }
  }

  /** `SELECT ?x (COUNT(?y) AS ?n) WHERE`, or `GROUP BY ?x`, up to the next clause or brace. */
  private formatList(gap: TokenGap): number {
    return this.inGroup((group) => {
      this.take(gap);
      while (this.isKeyword(...LIST_WORDS)) this.take(sameLine(' '));
      for (let first = true; this.peek() && !this.endsList(); first = false)
        this.formatOperand(
          !first && this.startsItem() ? breakWhenFull(group) : sameLine(this.spaceInExpression()),
        );
      if (this.isKeyword('WHERE')) this.take(breakWithGroup(group, ' ', 0));
    });
  }

  private endsList(): boolean {
    return this.isPunctuation('{', '}', ';') || this.isKeyword('WHERE') || this.nextClause() !== undefined;
  }

  /** Whether the next token starts a list item. False inside `?x AS ?y`, `COUNT(?x) > 1` and `COUNT DISTINCT ?x`. */
  private startsItem(): boolean {
    const [before, token] = [this.previous(), this.peek()];
    if (this.spaceInExpression() === '' || !before || !token) return false;
    const opens = token.type === 'punctuation' ? token.value === '(' : !this.isKeyword('AS');
    return opens && (isOperand(before) || isPunctuation(before, ','));
  }

  /** A single triple with an optional condition stays on the line of EXISTS if it fits. */
  protected formatExistsGroup(gap: TokenGap): void {
    const close = this.closingBrackets.get(this.at) ?? this.at;
    if (!this.isShort(this.at + 1, close)) {
      this.formatGroup(gap);
      return;
    }
    this.inGroup(
      (group) => {
        this.take(gap);
        while (this.at < close) this.formatStatement(group, breakWithGroup(group, ' '));
        this.take(beforeClosing(group, ' ', 'with-group'));
      },
      { keepsBlankLines: true },
    );
  }

  /** Whether the tokens are one triple, followed by at most one FILTER without a group. */
  private isShort(start: number, end: number): boolean {
    const inside = this.tokens.slice(start, end);
    const filter = inside.findIndex(({ type, value }) => type === 'keyword' && value === 'FILTER');
    const triple = filter < 0 ? inside : inside.slice(0, filter);
    const condition = filter < 0 ? [] : inside.slice(filter + 1);
    const [dot, ...dots] = triple.flatMap((token, index) => (isPunctuation(token, '.') ? [index] : []));
    return (
      triple.length > 1 &&
      !dots.length &&
      (dot === undefined || dot === triple.length - 1) &&
      triple.every((token) => !isPunctuation(token, ';', ',', '[', '{') && !isOtherKeyword(token)) &&
      condition.every((token) => !isPunctuation(token, '{')) &&
      // Only a full stop may follow the condition.
      (filter < 0 ||
        this.endOfCondition(start + filter + 1) >= end - (isPunctuation(inside.at(-1), '.') ? 1 : 0))
    );
  }

  /** The index after the brackets of a condition or function call. */
  private endOfCondition(start: number): number {
    const open = isPunctuation(this.tokens[start], '(') ? start : start + 1;
    return (this.closingBrackets.get(open) ?? open) + 1;
  }

  /** A group in braces, with each statement on its own line. */
  protected formatGroup(gap: TokenGap): void {
    this.inGroup((group) => {
      const empty = this.peek(1)?.value === '}';
      if (!empty) this.mustBreak();
      this.take(gap);
      if (this.isKeyword('SELECT')) this.formatClauses(group, 1);
      while (this.peek() && !this.isPunctuation('}')) this.formatStatement(group);
      this.take(empty ? beforeClosing(group, '', 'with-group') : beforeClosing(group, ' ', 'always'));
    });
  }

  private formatStatement(group: number, line = newLine(group, 1)): void {
    if (this.isPunctuation('{')) this.formatGroup(line);
    else if (this.isPunctuation('.')) this.take(sameLine(' '));
    else if (this.isKeyword('UNION')) this.formatUnion();
    else if (this.isKeyword(...BLOCKS)) this.formatBlock(line);
    else if (this.isKeyword('FILTER')) this.formatFilter(line);
    else if (this.isKeyword('BIND')) this.formatBind(line);
    else if (this.isKeyword('VALUES')) this.formatValues(line);
    else this.formatTriples(group, line);
  }

  private formatUnion(): void {
    this.take(sameLine(' ', 0));
    if (this.isPunctuation('{')) this.formatGroup(sameLine(' ', 0));
  }

  /** `OPTIONAL { … }`, `GRAPH ?g { … }`, `SERVICE SILENT <…> { … }`. */
  private formatBlock(gap: TokenGap): void {
    this.take(gap);
    while (this.peek() && !this.isPunctuation('{', '}')) this.take(sameLine(' '));
    if (this.isPunctuation('{')) this.formatGroup(sameLine(' ', 0));
  }

  /** FILTER with brackets, a function call, or EXISTS and its group. */
  private formatFilter(gap: TokenGap): void {
    this.take(gap);
    if (this.isPunctuation('(')) {
      this.formatBrackets(sameLine(' '));
      return;
    }
    while (this.isKeyword('NOT', 'EXISTS')) this.take(sameLine(' '));
    if (this.isPunctuation('{')) {
      this.formatExistsGroup(sameLine(' ', 0));
      return;
    }
    this.take(sameLine(' '));
    if (this.isPunctuation('(', '()')) this.formatOperand(sameLine(''));
  }

  private formatBind(gap: TokenGap): void {
    this.take(gap);
    if (this.isPunctuation('(')) this.formatBrackets(sameLine(' '));
  }

  /** Single values stay on one line if they fit. Each row of several values has its own line. */
  private formatValues(gap: TokenGap): void {
    this.take(gap);
    if (this.isPunctuation('(')) this.formatRow(sameLine(' '));
    else this.take(sameLine(' '));
    if (!this.isPunctuation('{')) return;
    const close = this.closingBrackets.get(this.at) ?? this.at;
    this.inGroup(
      (group) => {
        const empty = this.at + 1 === close;
        this.take(sameLine(' ', 0));
        for (let rows = 0; this.at < close; rows++) {
          if (rows > 0 && this.isPunctuation('(')) this.mustBreak();
          if (this.isPunctuation('(')) this.formatRow(breakWithGroup(group, ' '));
          else this.formatTerm(breakWithGroup(group, ' '));
        }
        this.take(beforeClosing(group, empty ? '' : ' ', 'with-group'));
      },
      { keepsBlankLines: true },
    );
  }

  private formatRow(gap: TokenGap): void {
    const close = this.closingBrackets.get(this.at) ?? this.at;
    this.take(gap);
    for (let space: '' | ' ' = ''; this.at < close; space = ' ') this.formatTerm(sameLine(space));
    this.take(sameLine(''));
  }
}

/** Whether the token is a keyword other than the `a` of a triple. */
function isOtherKeyword({ type, value }: SparqlToken): boolean {
  return type === 'keyword' && value !== 'A';
}

function isLimitOrOffset(clause: string): boolean {
  return clause === 'LIMIT' || clause === 'OFFSET';
}
