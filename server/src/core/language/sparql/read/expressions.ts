/** Reads conditions and computed values. */
import { range, type TextRange } from '../../text/range';
import type { Expression, Group, GroupKind, Term } from '../model';
import type { Token } from '../tokens';
import { MAX_DEPTH } from './cursor';
import { TermReader } from './terms';

export const AGGREGATES = new Set(['COUNT', 'SUM', 'MIN', 'MAX', 'AVG', 'SAMPLE', 'GROUP_CONCAT']);
export const COMPARISONS = new Set(['=', '!=', '<', '>', '<=', '>=']);

export abstract class ExpressionReader extends TermReader {
  /** For EXISTS. */
  protected abstract readGroup(kind: GroupKind, name?: Term): Group;

  protected readExpression(): Expression {
    if (this.depth >= MAX_DEPTH) return this.skipExpression();
    this.depth++;
    const expression = this.readLogical('||', () => this.readLogical('&&', () => this.readRelational()));
    this.depth--;
    return expression;
  }

  protected readLogical(operator: '||' | '&&', readOperand: () => Expression): Expression {
    const word = operator === '||' ? 'OR' : 'AND';
    const args = [readOperand()];
    for (;;) {
      const token = this.peek();
      if (token?.type === 'word' && token.value === word) {
        this.patch(this.at).replace = [operator];
        this.addDialectism(
          'word-operator',
          range(token.start, token.end),
          `'${this.slice(token)}' as an operator is Virtuoso's`,
          operator,
        );
        this.at++;
      } else if (!this.takePunctuation(operator)) {
        break;
      }
      args.push(readOperand());
    }
    return args.length === 1
      ? (args[0] as Expression)
      : { kind: 'operation', operator, args, range: spanOf(args) };
  }

  protected readRelational(): Expression {
    const left = this.readAdditive();
    const token = this.peek();
    if (token?.type === 'punctuation' && COMPARISONS.has(token.value)) {
      this.at++;
      const right = this.readAdditive();
      return { kind: 'operation', operator: token.value, args: [left, right], range: spanOf([left, right]) };
    }
    if (token?.type === 'word' && token.value === 'LIKE') {
      this.patch(this.at).replace = ['='];
      const message = "'LIKE' is Virtuoso's; the standard has STRSTARTS, CONTAINS and REGEX";
      this.dialectisms.push({ rule: 'like', range: range(token.start, token.end), message, edits: [] });
      this.at++;
      const right = this.readAdditive();
      return { kind: 'operation', operator: 'LIKE', args: [left, right], range: spanOf([left, right]) };
    }
    const negated = this.isKeyword('NOT') && this.peek(1)?.value === 'IN';
    if (!negated && !this.isKeyword('IN')) return left;
    this.at += negated ? 2 : 1;
    const items = this.readArguments();
    return {
      kind: 'operation',
      operator: negated ? 'NOT IN' : 'IN',
      args: [left, ...items],
      range: range(left.range.start, this.endOfLast()),
    };
  }

  /** A sum of a thousand parts is one operation with a thousand arguments, not a tree a thousand levels deep. */
  protected readAdditive(): Expression {
    const args = [this.readMultiplicative()];
    let operator = '+';
    for (let token = this.peek(); token; token = this.peek()) {
      if (token.type === 'punctuation' && (token.value === '+' || token.value === '-')) {
        operator = token.value;
        this.at++;
      } else if (token.type !== 'number' || !/[+-]/.test(this.text[token.start] ?? '')) {
        break;
      }
      args.push(this.readMultiplicative());
    }
    return operation(operator, args);
  }

  protected readMultiplicative(): Expression {
    const args = [this.readUnary()];
    let operator = '*';
    for (
      let token = this.peek();
      token?.type === 'punctuation' && (token.value === '*' || token.value === '/');
      token = this.peek()
    ) {
      operator = token.value;
      this.at++;
      args.push(this.readUnary());
    }
    return operation(operator, args);
  }

  protected readUnary(): Expression {
    const first = this.peek();
    let negations = 0;
    while (this.isPunctuation('!') || this.isPunctuation('-') || this.isPunctuation('+')) {
      negations++;
      this.at++;
    }
    const expression = this.readPrimary();
    if (!first || negations === 0) return expression;
    return {
      kind: 'operation',
      operator: first.value,
      args: [expression],
      range: range(first.start, expression.range.end),
    };
  }

  protected readPrimary(): Expression {
    const token = this.peek();
    if (!token) return { kind: 'unreadable', range: range(this.endOfLast(), this.endOfLast()) };
    if (token.type === 'punctuation' && token.value === '(') {
      this.at++;
      const expression = this.readExpression();
      this.skipTo(')');
      return expression;
    }
    if (token.type === 'keyword' && (token.value === 'NOT' || token.value === 'EXISTS'))
      return this.readExists(token);
    if (token.type === 'keyword' && this.startsCall(token)) {
      this.at++;
      const args = this.readArguments();
      return call(token.value, range(token.start, token.end), args, range(token.start, this.endOfLast()));
    }
    if (this.startsIri()) {
      const iri = this.readIri();
      if (!this.isPunctuation('(') && !this.isPunctuation('()')) return termExpression(iri);
      const args = this.readArguments();
      this.noteFunction(iri);
      return call(iri.iri, iri.range, args, range(iri.range.start, this.endOfLast()));
    }
    if (this.startsTerm()) return termExpression(this.readTerm());
    return { kind: 'unreadable', range: range(token.start, token.start) };
  }

  protected readExists(token: Token): Expression {
    const negated = this.takeKeyword('NOT');
    this.takeKeyword('EXISTS');
    if (!this.isPunctuation('{')) return { kind: 'unreadable', range: range(token.start, this.endOfLast()) };
    const group = this.readGroup(negated ? 'not-exists' : 'exists');
    return { kind: 'exists', group, negated, range: range(token.start, group.range.end) };
  }

  protected readArguments(): Expression[] {
    const args: Expression[] = [];
    if (this.takePunctuation('()') || !this.takePunctuation('(')) return args;
    this.takeKeyword('DISTINCT');
    while (this.at < this.tokens.length && !this.isPunctuation(')')) {
      const before = this.at;
      if (this.isKeyword('SEPARATOR')) {
        this.at++;
        this.takePunctuation('=');
        if (this.startsTerm()) this.readTerm();
      } else if (!this.takePunctuation('*')) {
        args.push(this.readExpression());
      }
      if (this.takePunctuation(',') || this.takePunctuation(';')) continue;
      if (this.at === before || !this.isPunctuation(')')) break;
    }
    this.skipTo(')');
    return args;
  }

  protected skipExpression(): Expression {
    const start = this.peek()?.start ?? 0;
    let level = 0;
    for (let token = this.peek(); token; token = this.peek()) {
      if (token.type === 'punctuation') {
        if (token.value === '(' || token.value === '{') level++;
        else if ((token.value === ')' || token.value === '}') && level-- === 0) break;
      }
      this.at++;
    }
    this.tooDeep ??= range(start, start + 1);
    return { kind: 'unreadable', range: range(start, this.endOfLast()) };
  }

  protected startsCondition(): boolean {
    const token = this.peek();
    if (!token) return false;
    if (['variable', 'pname', 'pname-ns', 'iri'].includes(token.type)) return true;
    if (token.type === 'keyword')
      return this.startsCall(token) || token.value === 'NOT' || token.value === 'EXISTS';
    return token.type === 'punctuation' && token.value === '(';
  }

  protected startsCall(token: Token): boolean {
    if (token.type === 'pname' || token.type === 'iri') {
      const follows = this.peek(1);
      return follows?.type === 'punctuation' && follows.value.startsWith('(');
    }
    if (token.type !== 'keyword') return false;
    return (
      token.terminal.startsWith('FUNC_') ||
      AGGREGATES.has(token.value) ||
      ['BOUND', 'BNODE', 'CONCAT', 'COALESCE', 'REGEX', 'SUBSTR', 'REPLACE'].includes(token.value)
    );
  }
}

export function termExpression(term: Term): Expression {
  return { kind: 'term', term, range: term.range };
}

export function call(
  name: string,
  nameRange: TextRange,
  args: readonly Expression[],
  where: TextRange,
): Expression {
  return { kind: 'call', name, nameRange, args, range: where };
}

function operation(operator: string, args: readonly Expression[]): Expression {
  const [first] = args;
  return first && args.length === 1 ? first : { kind: 'operation', operator, args, range: spanOf(args) };
}

export function spanOf(parts: readonly { readonly range: TextRange }[]): TextRange {
  return range(parts[0]?.range.start ?? 0, parts[parts.length - 1]?.range.end ?? 0);
}
