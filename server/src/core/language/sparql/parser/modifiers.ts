/** Reads GROUP BY, HAVING, ORDER BY, LIMIT, OFFSET and VALUES after the group of WHERE. */
import { range } from '../../text/range';
import type { Expression, Group, Projection, Select, Values, VariableTerm } from '../model';
import type { SparqlToken } from '../tokens';
import {
  COMPARISONS,
  readAdditive,
  readExpression,
  readPrimary,
  startsCondition,
  termExpression,
} from './expressions';
import { readValues } from './groups';
import type { ParserState } from './state';
import { readTerm, readVariable } from './terms';

const CLAUSE_KEYWORDS = new Set(['GROUP', 'HAVING', 'ORDER', 'LIMIT', 'OFFSET', 'VALUES']);

export function readModifiers(
  state: ParserState,
  groups: readonly Group[],
  columns: readonly Projection[],
): Pick<Select, 'groupBy' | 'having' | 'orderBy' | 'limit'> {
  let groupBy: Projection[] | undefined;
  const having: Expression[] = [];
  const orderBy: Expression[] = [];
  let limit: Select['limit'];
  for (
    let token = state.peek();
    token && ((token.type === 'keyword' && CLAUSE_KEYWORDS.has(token.value)) || startsBindings(state));
    token = state.peek()
  ) {
    state.at++;
    switch (token.value) {
      case 'BINDINGS':
        groups.at(-1)?.values.push(readBindings(state, token));
        break;
      case 'GROUP':
        state.takeKeyword('BY');
        groupBy = readGroupBy(state);
        break;
      case 'HAVING':
        while (startsCondition(state)) having.push(readHaving(state));
        break;
      case 'ORDER':
        state.takeKeyword('BY');
        while (startsOrder(state, 0, columns)) {
          orderBy.push(readOrder(state, columns));
          if (state.isPunctuation(',') && startsOrder(state, 1, columns)) skipOrderComma(state);
        }
        break;
      case 'VALUES': {
        const values = readValues(state, token);
        groups.at(-1)?.values.push(values);
        break;
      }
      default: {
        const value = readCount(state);
        if (value !== undefined && token.value === 'LIMIT')
          limit = { value, range: range(token.start, state.endOfLast()) };
      }
    }
  }
  return { groupBy, having, orderBy, limit };
}

/** The number after LIMIT or OFFSET, or Virtuoso's `2 + 3`, `1.0` and `"10"`. */
function readCount(state: ParserState): number | undefined {
  const first = state.at;
  const token = state.peek();
  if (!token || !(['number', 'string'].includes(token.type) || state.isPunctuation('('))) return undefined;
  const start = token.start;
  const expression = readAdditive(state);
  const written = state.text.slice(start, state.endOfLast());
  const isConstant = !state.tokens
    .slice(first, state.at)
    .some(({ type, value }) => type === 'variable' || type === 'keyword' || value === '{');
  const isNumber = state.at === first + 1 && token.terminal === 'INTEGER';
  if (!isNumber && isConstant && expression.kind !== 'unreadable' && !written.startsWith('-')) {
    state.replace(first, ['INTEGER']);
    state.noteDialectism(
      'computed-count',
      range(start, state.endOfLast()),
      'a computed number of rows is a Virtuoso extension',
      'Write a whole number.',
    );
  }
  return token.type === 'number' && state.at === first + 1 ? Number(written) : undefined;
}

function startsBindings(state: ParserState): boolean {
  const token = state.peek();
  return token?.type === 'word' && token.value === 'BINDINGS' && state.peek(1)?.type === 'variable';
}

/** `BINDINGS ?x { (1) }`, which a draft of the standard had. */
function readBindings(state: ParserState, keyword: SparqlToken): Values {
  const first = state.at - 1;
  const variables: VariableTerm[] = [];
  while (state.peek()?.type === 'variable') variables.push(readVariable(state));
  state.patch(first).replace = ['VALUES', '('];
  state.patch(state.at - 1).after.push(')');
  const where = range(keyword.start, state.endOfLast());
  const names = variables.map(({ range: name }) => state.sliceRange(name)).join(' ');
  state.addDialectism('bindings', where, 'BINDINGS is a Virtuoso extension', `VALUES (${names})`);
  return readValues(state, keyword, variables);
}

function startsOrder(state: ParserState, ahead: number, columns: readonly Projection[]): boolean {
  state.at += ahead;
  const starts =
    startsCondition(state) ||
    state.isKeyword('ASC') ||
    state.isKeyword('DESC') ||
    columnAt(state, columns) !== undefined;
  state.at -= ahead;
  return starts;
}

/** Virtuoso's `ORDER BY 2`: the second column. */
function columnAt(state: ParserState, columns: readonly Projection[]): Projection | undefined {
  const token = state.peek();
  return token?.terminal === 'INTEGER' ? columns[Number(state.slice(token)) - 1] : undefined;
}

function skipOrderComma(state: ParserState): void {
  const { start, end } = state.peek() as SparqlToken;
  state.patch(state.at++).replace = [];
  state.addDialectism('order-comma', range(start, end), "',' in ORDER BY is a Virtuoso extension", '');
}

function readGroupBy(state: ParserState): Projection[] {
  const keys: Projection[] = [];
  while (startsCondition(state)) {
    const start = state.peek()?.start ?? 0;
    if (state.peek()?.type === 'variable') {
      const variable = readVariable(state);
      keys.push({ variable, range: variable.range });
    } else if (state.takePunctuation('(')) {
      const expression = readExpression(state);
      const variable =
        state.takeKeyword('AS') && state.peek()?.type === 'variable' ? readVariable(state) : undefined;
      state.skipTo(')');
      keys.push({ variable, expression, range: range(start, state.endOfLast()) });
    } else {
      const expression = readPrimary(state);
      keys.push({ variable: undefined, expression, range: expression.range });
    }
  }
  return keys;
}

/** A bracketed condition or a call; Virtuoso also accepts `COUNT(?x) = 2`. */
function readHaving(state: ParserState): Expression {
  const first = state.at;
  const expression = readPrimary(state);
  const operator = state.peek();
  if (operator?.type !== 'punctuation' || !COMPARISONS.has(operator.value)) return expression;
  state.at++;
  const right = readAdditive(state);
  const fullRange = range(expression.range.start, right.range.end);
  state.addMissingBrackets(
    'bare-having',
    first,
    fullRange,
    'a HAVING condition without brackets is a Virtuoso extension',
  );
  return { kind: 'operation', operator: operator.value, args: [expression, right], range: fullRange };
}

function readOrder(state: ParserState, columns: readonly Projection[]): Expression {
  const hasDirection = state.isKeyword('ASC') || state.isKeyword('DESC');
  if (hasDirection) state.at++;
  const column = columnAt(state, columns);
  if (column) {
    const { start, end } = state.peek() as SparqlToken;
    state.patch(state.at).replace = hasDirection ? ['(', 'INTEGER', ')'] : ['VAR'];
    const message = 'a column number is a Virtuoso extension';
    const name = column.variable && state.sliceRange(column.variable.range);
    if (name === undefined)
      state.noteDialectism(
        'column-number',
        range(start, end),
        message,
        'Name the column and write its name.',
      );
    else state.addDialectism('column-number', range(start, end), message, hasDirection ? `(${name})` : name);
    return termExpression(readTerm(state));
  }
  if (!startsCondition(state))
    return { kind: 'unreadable', range: range(state.endOfLast(), state.endOfLast()) };
  return readPrimary(state);
}
