/** Reads what SELECT selects. */
import { range } from '../../text/range';
import type { Expression, Projection, VariableTerm } from '../model';
import { QUERY_KEYWORDS, type SparqlToken } from '../tokens';
import { AGGREGATES, call, COMPARISONS, readExpression, startsCall, termExpression } from './expressions';
import type { ParserState } from './state';
import { readVariable } from './terms';

export function readProjection(state: ParserState): {
  readonly projection: readonly Projection[];
  /** The index of the token `*`. */
  readonly star: number | undefined;
} {
  const projection: Projection[] = [];
  let star: number | undefined;
  for (let token = state.peek(); token; token = state.peek()) {
    if (token.type === 'punctuation' && token.value === '*') {
      star = state.at++;
    } else if (token.type === 'punctuation' && token.value === ',') {
      state.addDialectism(
        'select-comma',
        range(token.start, token.end),
        "',' between selected variables is a Virtuoso extension",
        '',
      );
      state.patch(state.at++).replace = [];
    } else if (token.type === 'variable' && !startsOperator(state, 1)) {
      projection.push(readSelectedVariable(state));
    } else if (token.type === 'punctuation' && token.value === '(' && !startsLongExpression(state)) {
      projection.push(readSelectedBrackets(state));
    } else if (startsCall(state, token) || startsBareExpression(state, token)) {
      projection.push(readSelectedCall(state, token));
    } else if (endsProjection(state, token)) {
      break;
    } else {
      state.at++;
    }
  }
  return { projection, star };
}

const OPERATORS = new Set(['+', '-', '*', '/', '||', '&&']);

function startsOperator(state: ParserState, ahead: number): boolean {
  const token = state.peek(ahead);
  switch (token?.type) {
    case 'punctuation':
      return OPERATORS.has(token.value) || COMPARISONS.has(token.value);
    case 'number':
      return /[+-]/.test(state.text[token.start] ?? '');
    case 'word':
      return ['AND', 'OR', 'LIKE'].includes(token.value);
    case 'keyword':
      return token.value === 'IN' || (token.value === 'NOT' && state.peek(ahead + 1)?.value === 'IN');
    default:
      return false;
  }
}

/** `(?x) + 1`, or a sub-select as a value. */
function startsLongExpression(state: ParserState): boolean {
  if (state.peek(1)?.type === 'keyword' && state.peek(1)?.value === 'SELECT') return true;
  let level = 0;
  for (let ahead = 0; ahead < MAX_BRACKETED; ahead++) {
    const token = state.peek(ahead);
    if (!token || token.value === '{' || token.value === '}') return false;
    if (token.value === '(') level++;
    else if (token.value === ')' && --level === 0) return startsOperator(state, ahead + 1);
  }
  return false;
}

/** Limits the search for the end of an expression in brackets. */
const MAX_BRACKETED = 100;

/** Virtuoso's columns without brackets: `?x + 1`, `"text"`, `ns:m.1`, `!?x`, `EXISTS { … }`. */
function startsBareExpression(state: ParserState, { type, value }: SparqlToken): boolean {
  if (type === 'punctuation') return ['(', '!', '-', '+'].includes(value) && state.peek(1) !== undefined;
  if (type === 'keyword') return value === 'EXISTS' || (value === 'NOT' && state.peek(1)?.value === 'EXISTS');
  return ['variable', 'iri', 'pname', 'string', 'number', 'boolean'].includes(type);
}

function endsProjection(state: ParserState, token: SparqlToken): boolean {
  if (token.type === 'keyword' && token.value === 'NOT') return state.peek(1)?.value === 'FROM';
  if (token.type === 'punctuation') return token.value === '{' || token.value === '}';
  return (
    token.type === 'keyword' &&
    (token.value === 'WHERE' || token.value === 'FROM' || QUERY_KEYWORDS.has(token.value))
  );
}

/** `?x`, or Virtuoso's `?x AS ?y`. */
function readSelectedVariable(state: ParserState): Projection {
  const first = state.at;
  const variable = readVariable(state);
  if (!state.isKeyword('AS') || state.peek(1)?.type !== 'variable')
    return { variable, range: variable.range };
  state.at++;
  const alias = readVariable(state);
  const fullRange = range(variable.range.start, alias.range.end);
  state.addMissingBrackets('bare-as', first, fullRange, "'AS' without brackets is a Virtuoso extension");
  return {
    variable: alias,
    expression: { kind: 'term', term: variable, range: variable.range },
    range: fullRange,
  };
}

/** `(expression AS ?x)`, or Virtuoso's `(expression)`. */
function readSelectedBrackets(state: ParserState): Projection {
  const open = state.next();
  const first = state.at - 1;
  const expression = readExpression(state);
  if (state.takeKeyword('AS')) {
    const variable = state.peek()?.type === 'variable' ? readVariable(state) : undefined;
    state.skipTo(')');
    return { variable, expression, range: range(open.start, state.endOfLast()) };
  }
  if (!state.isPunctuation(')')) {
    return { variable: undefined, expression, range: range(open.start, state.endOfLast()) };
  }
  const close = state.next();
  if (state.isKeyword('AS') && state.peek(1)?.type === 'variable') {
    const written = state.text.slice(open.end, close.start).trim();
    state.patch(state.at - 1).replace = [];
    state.at++;
    const variable = readVariable(state);
    state.patch(state.at - 1).after.push(')');
    const where = range(open.start, variable.range.end);
    state.addDialectism(
      'bare-as',
      where,
      "'AS' without brackets is a Virtuoso extension",
      `(${written} AS ${state.sliceRange(variable.range)})`,
    );
    return { variable, expression, range: where };
  }
  const fullRange = range(open.start, close.end);
  if (expression.kind === 'term' && expression.term.kind === 'variable') {
    state.patch(first).replace = [];
    state.patch(state.at - 1).replace = [];
    state.addDialectism(
      'bracketed-variable',
      fullRange,
      'brackets around a selected variable are a Virtuoso extension',
      state.sliceRange(expression.range),
    );
    return { variable: expression.term, range: fullRange };
  }
  state.patch(state.at - 1).before.push('AS', 'VAR');
  const name = suggestName(expression);
  state.addDialectism(
    'unnamed-column',
    fullRange,
    'a computed column needs a name',
    `(${state.sliceRange(expression.range)} AS ?${name})`,
  );
  return { variable: undefined, expression, range: fullRange };
}

/** Virtuoso's `COUNT(?x)`, `COUNT DISTINCT ?x` and `COUNT(?x) AS ?n` with no brackets around. */
function readSelectedCall(state: ParserState, token: SparqlToken): Projection {
  const first = state.at;
  let standard: string | undefined;
  let expression: Expression;
  const next = state.peek(1);
  if (AGGREGATES.has(token.value) && !(next?.type === 'punctuation' && next.value.startsWith('('))) {
    state.at++;
    const distinct = state.takeKeyword('DISTINCT');
    const star = state.takePunctuation('*');
    const args = !star && state.peek()?.type === 'variable' ? [termExpression(readVariable(state))] : [];
    const inner = star ? '*' : args[0] ? state.sliceRange(args[0].range) : '';
    standard = `${state.slice(token)}(${distinct ? 'DISTINCT ' : ''}${inner})`;
    state.patch(first).after.push('(');
    state.patch(state.at - 1).after.push(')');
    expression = call(
      token.value,
      range(token.start, token.end),
      args,
      range(token.start, state.endOfLast()),
    );
  } else {
    expression = readExpression(state);
  }
  standard ??= state.text.slice(token.start, state.endOfLast());
  let variable: VariableTerm | undefined;
  state.patch(first).before.unshift('(');
  if (state.isKeyword('AS') && state.peek(1)?.type === 'variable') {
    state.at++;
    variable = readVariable(state);
    state.patch(state.at - 1).after.push(')');
  } else {
    state.patch(state.at - 1).after.push('AS', 'VAR', ')');
  }
  const fullRange = range(token.start, state.endOfLast());
  const name = variable ? state.sliceRange(variable.range) : `?${suggestName(expression)}`;
  state.addDialectism(
    'bare-aggregate',
    fullRange,
    'an expression without brackets and a name is a Virtuoso extension',
    `(${standard} AS ${name})`,
  );
  return { variable, expression, range: fullRange };
}

/** Suggests a name for a column without one: `count` for `COUNT(?film)`. */
function suggestName(expression: Expression): string {
  return expression.kind === 'call' && /^[A-Z_]+$/.test(expression.name)
    ? expression.name.toLowerCase()
    : 'value';
}
