/** Reads SELECT, ASK, CONSTRUCT and DESCRIBE, with what they select and how they group and order it. */
import { range } from '../../text/range';
import type { Expression, Group, Projection, Select, Term, VariableTerm } from '../model';
import type { Token } from '../tokens';
import { AGGREGATES, call, COMPARISONS, termExpression } from './expressions';
import { GroupReader } from './groups';

const CLAUSE_KEYWORDS = new Set(['GROUP', 'HAVING', 'ORDER', 'LIMIT', 'OFFSET', 'VALUES']);
export const QUERY_KEYWORDS = new Set(['SELECT', 'ASK', 'CONSTRUCT', 'DESCRIBE']);

export class SelectReader extends GroupReader {
  protected readQuery(): Select {
    const keyword = this.next();
    switch (keyword.value) {
      case 'SELECT':
        return this.readSelect(keyword);
      case 'CONSTRUCT': {
        const groups: Group[] = [];
        if (this.isPunctuation('{')) groups.push(this.readGroup('template'));
        this.readDatasets();
        this.takeKeyword('WHERE');
        if (this.isPunctuation('{')) groups.push(this.readGroup('group'));
        return this.finish(keyword, { form: 'construct', groups });
      }
      case 'DESCRIBE': {
        const described: Term[] = [];
        let star = false;
        for (;;) {
          if (this.takePunctuation('*')) star = true;
          else if (this.startsTerm()) described.push(this.readTerm());
          else break;
        }
        this.readDatasets();
        this.takeKeyword('WHERE');
        const groups = this.isPunctuation('{') ? [this.readGroup('group')] : [];
        return this.finish(keyword, { form: 'describe', groups, described, star });
      }
      default: {
        this.readDatasets();
        this.takeKeyword('WHERE');
        const groups = this.isPunctuation('{') ? [this.readGroup('group')] : [];
        return this.finish(keyword, { form: 'ask', groups });
      }
    }
  }

  protected readSelect(keyword: Token): Select {
    if (!this.takeKeyword('DISTINCT')) this.takeKeyword('REDUCED');
    const { projection, star } = this.readProjection();
    this.readDatasets();
    this.takeKeyword('WHERE');
    const groups = this.isPunctuation('{') ? [this.readGroup('group')] : [];
    return this.finish(keyword, { form: 'select', groups, projection, star });
  }

  protected finish(keyword: Token, parts: Partial<Select> & Pick<Select, 'form' | 'groups'>): Select {
    const modifiers = this.readModifiers(parts.groups);
    return {
      keyword: range(keyword.start, keyword.end),
      star: false,
      projection: [],
      described: [],
      ...modifiers,
      ...parts,
      range: range(keyword.start, this.endOfLast()),
    };
  }

  protected readProjection(): { readonly projection: readonly Projection[]; readonly star: boolean } {
    const projection: Projection[] = [];
    let star = false;
    for (let token = this.peek(); token; token = this.peek()) {
      if (token.type === 'punctuation' && token.value === '*') {
        star = true;
        this.at++;
      } else if (token.type === 'punctuation' && token.value === ',') {
        this.addDialectism(
          'select-comma',
          range(token.start, token.end),
          "',' between selected variables is Virtuoso's",
          '',
        );
        this.patch(this.at++).replace = [];
      } else if (token.type === 'variable') {
        projection.push(this.readSelectedVariable());
      } else if (token.type === 'punctuation' && token.value === '(') {
        projection.push(this.readSelectedBrackets());
      } else if (this.startsCall(token)) {
        projection.push(this.readSelectedCall(token));
      } else if (this.endsProjection(token)) {
        break;
      } else {
        this.at++;
      }
    }
    return { projection, star };
  }

  protected endsProjection(token: Token): boolean {
    if (token.type === 'punctuation') return token.value === '{' || token.value === '}';
    return (
      token.type === 'keyword' &&
      (token.value === 'WHERE' || token.value === 'FROM' || QUERY_KEYWORDS.has(token.value))
    );
  }

  /** `?x`, or Virtuoso's `?x AS ?y`. */
  protected readSelectedVariable(): Projection {
    const first = this.at;
    const variable = this.readVariable();
    if (!this.isKeyword('AS') || this.peek(1)?.type !== 'variable')
      return { variable, range: variable.range };
    this.at++;
    const alias = this.readVariable();
    const whole = range(variable.range.start, alias.range.end);
    this.patch(first).before.push('(');
    this.patch(this.at - 1).after.push(')');
    this.addDialectism(
      'bare-as',
      whole,
      "'AS' without brackets is Virtuoso's",
      `(${this.sliceRange(whole)})`,
    );
    return {
      variable: alias,
      expression: { kind: 'term', term: variable, range: variable.range },
      range: whole,
    };
  }

  /** `(expression AS ?x)`, or Virtuoso's `(expression)`. */
  protected readSelectedBrackets(): Projection {
    const open = this.next();
    const first = this.at - 1;
    const expression = this.readExpression();
    if (this.takeKeyword('AS')) {
      const variable = this.peek()?.type === 'variable' ? this.readVariable() : undefined;
      this.skipTo(')');
      return { variable, expression, range: range(open.start, this.endOfLast()) };
    }
    if (!this.isPunctuation(')')) {
      return { variable: undefined, expression, range: range(open.start, this.endOfLast()) };
    }
    const close = this.next();
    const whole = range(open.start, close.end);
    if (expression.kind === 'term' && expression.term.kind === 'variable') {
      this.patch(first).replace = [];
      this.patch(this.at - 1).replace = [];
      this.addDialectism(
        'bracketed-variable',
        whole,
        "brackets around a selected variable are Virtuoso's",
        this.sliceRange(expression.range),
      );
      return { variable: expression.term, range: whole };
    }
    this.patch(this.at - 1).before.push('AS', 'VAR');
    const name = suggestName(expression);
    this.addDialectism(
      'unnamed-column',
      whole,
      'the standard wants a name for a computed column',
      `(${this.sliceRange(expression.range)} AS ?${name})`,
    );
    return { variable: undefined, expression, range: whole };
  }

  /** Virtuoso's `COUNT(?x)`, `COUNT DISTINCT ?x` and `COUNT(?x) AS ?n` with no brackets around. */
  protected readSelectedCall(token: Token): Projection {
    const first = this.at;
    let standard: string | undefined;
    let expression: Expression;
    const follows = this.peek(1);
    if (AGGREGATES.has(token.value) && !(follows?.type === 'punctuation' && follows.value.startsWith('('))) {
      this.at++;
      const distinct = this.takeKeyword('DISTINCT');
      const star = this.takePunctuation('*');
      const args = !star && this.peek()?.type === 'variable' ? [termExpression(this.readVariable())] : [];
      const inner = star ? '*' : args[0] ? this.sliceRange(args[0].range) : '';
      standard = `${this.slice(token)}(${distinct ? 'DISTINCT ' : ''}${inner})`;
      this.patch(first).after.push('(');
      this.patch(this.at - 1).after.push(')');
      expression = call(
        token.value,
        range(token.start, token.end),
        args,
        range(token.start, this.endOfLast()),
      );
    } else {
      expression = this.readPrimary();
    }
    standard ??= this.sliceRange(expression.range);
    let variable: VariableTerm | undefined;
    this.patch(first).before.unshift('(');
    if (this.isKeyword('AS') && this.peek(1)?.type === 'variable') {
      this.at++;
      variable = this.readVariable();
      this.patch(this.at - 1).after.push(')');
    } else {
      this.patch(this.at - 1).after.push('AS', 'VAR', ')');
    }
    const whole = range(token.start, this.endOfLast());
    const name = variable ? this.sliceRange(variable.range) : `?${suggestName(expression)}`;
    this.addDialectism(
      'bare-aggregate',
      whole,
      "an expression without brackets and a name is Virtuoso's",
      `(${standard} AS ${name})`,
    );
    return { variable, expression, range: whole };
  }

  protected readDatasets(): void {
    while (this.takeKeyword('FROM')) {
      this.takeKeyword('NAMED');
      if (this.startsIri()) this.readIri();
    }
  }

  protected readModifiers(
    groups: readonly Group[],
  ): Pick<Select, 'groupBy' | 'having' | 'orderBy' | 'limit'> {
    let groupBy: Projection[] | undefined;
    const having: Expression[] = [];
    const orderBy: Expression[] = [];
    let limit: Select['limit'];
    for (
      let token = this.peek();
      token?.type === 'keyword' && CLAUSE_KEYWORDS.has(token.value);
      token = this.peek()
    ) {
      this.at++;
      switch (token.value) {
        case 'GROUP':
          this.takeKeyword('BY');
          groupBy = this.readGroupBy();
          break;
        case 'HAVING':
          while (this.startsCondition()) having.push(this.readHaving());
          break;
        case 'ORDER':
          this.takeKeyword('BY');
          while (this.startsCondition() || this.isKeyword('ASC') || this.isKeyword('DESC'))
            orderBy.push(this.readOrder());
          break;
        case 'VALUES': {
          const values = this.readValues(token);
          groups[groups.length - 1]?.values.push(values);
          break;
        }
        default: {
          const number = this.peek();
          if (number?.type !== 'number') break;
          this.at++;
          if (token.value === 'LIMIT')
            limit = { value: Number(this.slice(number)), range: range(token.start, number.end) };
        }
      }
    }
    return { groupBy, having, orderBy, limit };
  }

  protected readGroupBy(): Projection[] {
    const keys: Projection[] = [];
    while (this.startsCondition()) {
      const start = this.peek()?.start ?? 0;
      if (this.peek()?.type === 'variable') {
        const variable = this.readVariable();
        keys.push({ variable, range: variable.range });
      } else if (this.takePunctuation('(')) {
        const expression = this.readExpression();
        const variable =
          this.takeKeyword('AS') && this.peek()?.type === 'variable' ? this.readVariable() : undefined;
        this.skipTo(')');
        keys.push({ variable, expression, range: range(start, this.endOfLast()) });
      } else {
        const expression = this.readPrimary();
        keys.push({ variable: undefined, expression, range: expression.range });
      }
    }
    return keys;
  }

  /** A bracketed condition or a call; Virtuoso also takes `COUNT(?x) = 2` as it stands. */
  protected readHaving(): Expression {
    const first = this.at;
    const expression = this.readPrimary();
    const operator = this.peek();
    if (operator?.type !== 'punctuation' || !COMPARISONS.has(operator.value)) return expression;
    this.at++;
    const right = this.readAdditive();
    const whole = range(expression.range.start, right.range.end);
    this.patch(first).before.push('(');
    this.patch(this.at - 1).after.push(')');
    this.addDialectism(
      'bare-having',
      whole,
      "a HAVING condition without brackets is Virtuoso's",
      `(${this.sliceRange(whole)})`,
    );
    return { kind: 'operation', operator: operator.value, args: [expression, right], range: whole };
  }

  protected readOrder(): Expression {
    if (this.isKeyword('ASC') || this.isKeyword('DESC')) this.at++;
    if (!this.startsCondition())
      return { kind: 'unreadable', range: range(this.endOfLast(), this.endOfLast()) };
    return this.readPrimary();
  }
}

/** A name for a column that has none: `COUNT(?film)` → `count`. */
function suggestName(expression: Expression): string {
  return expression.kind === 'call' && /^[A-Z_]+$/.test(expression.name)
    ? expression.name.toLowerCase()
    : 'value';
}
