/** Reads SELECT, ASK, CONSTRUCT and DESCRIBE queries. */
import { range } from '../../text/range';
import type { Expression, Group, Projection, Select, Term, VariableTerm } from '../model';
import type { SparqlToken } from '../tokens';
import {
  AGGREGATES,
  call,
  COMPARISONS,
  readAdditive,
  readExpression,
  readPrimary,
  startsCall,
  startsCondition,
  termExpression,
} from './expressions';
import { readGroup, readValues } from './groups';
import type { ParserState } from './state';
import { readIri, readTerm, readVariable, startsIri, startsTerm } from './terms';

const CLAUSE_KEYWORDS = new Set(['GROUP', 'HAVING', 'ORDER', 'LIMIT', 'OFFSET', 'VALUES']);
export const QUERY_KEYWORDS = new Set(['SELECT', 'ASK', 'CONSTRUCT', 'DESCRIBE']);

export function readQuery(state: ParserState): Select {
  const keyword = state.next();
  switch (keyword.value) {
    case 'SELECT':
      return readSelect(state, keyword);
    case 'CONSTRUCT': {
      const groups: Group[] = [];
      if (state.isPunctuation('{')) groups.push(readGroup(state, 'template'));
      return readRest(state, keyword, { form: 'construct', groups: [...groups, ...readWhere(state)] });
    }
    case 'DESCRIBE': {
      const described: Term[] = [];
      let star = false;
      for (;;) {
        if (state.takePunctuation('*')) star = true;
        else if (startsTerm(state)) described.push(readTerm(state));
        else break;
      }
      return readRest(state, keyword, { form: 'describe', groups: readWhere(state), described, star });
    }
    default:
      return readRest(state, keyword, { form: 'ask', groups: readWhere(state) });
  }
}

export function readSelect(state: ParserState, keyword: SparqlToken): Select {
  if (!state.takeKeyword('DISTINCT')) state.takeKeyword('REDUCED');
  const { projection, star } = readProjection(state);
  return readRest(state, keyword, { form: 'select', groups: readWhere(state), projection, star });
}

function readRest(
  state: ParserState,
  keyword: SparqlToken,
  parts: Partial<Select> & Pick<Select, 'form' | 'groups'>,
): Select {
  return {
    keyword: range(keyword.start, keyword.end),
    star: false,
    projection: [],
    described: [],
    ...readModifiers(state, parts.groups),
    ...parts,
    range: range(keyword.start, state.endOfLast()),
  };
}

function readProjection(state: ParserState): {
  readonly projection: readonly Projection[];
  readonly star: boolean;
} {
  const projection: Projection[] = [];
  let star = false;
  for (let token = state.peek(); token; token = state.peek()) {
    if (token.type === 'punctuation' && token.value === '*') {
      star = true;
      state.at++;
    } else if (token.type === 'punctuation' && token.value === ',') {
      state.addDialectism(
        'select-comma',
        range(token.start, token.end),
        "',' between selected variables is a Virtuoso extension",
        '',
      );
      state.patch(state.at++).replace = [];
    } else if (token.type === 'variable') {
      projection.push(readSelectedVariable(state));
    } else if (token.type === 'punctuation' && token.value === '(') {
      projection.push(readSelectedBrackets(state));
    } else if (startsCall(state, token)) {
      projection.push(readSelectedCall(state, token));
    } else if (endsProjection(token)) {
      break;
    } else {
      state.at++;
    }
  }
  return { projection, star };
}

function endsProjection(token: SparqlToken): boolean {
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
  state.patch(first).before.push('(');
  state.patch(state.at - 1).after.push(')');
  state.addDialectism(
    'bare-as',
    fullRange,
    "'AS' without brackets is a Virtuoso extension",
    `(${state.sliceRange(fullRange)})`,
  );
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
    expression = readPrimary(state);
  }
  standard ??= state.sliceRange(expression.range);
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

/** Reads FROM clauses and the group of WHERE. */
function readWhere(state: ParserState): readonly Group[] {
  while (state.takeKeyword('FROM')) {
    state.takeKeyword('NAMED');
    if (startsIri(state)) readIri(state);
  }
  state.takeKeyword('WHERE');
  return state.isPunctuation('{') ? [readGroup(state, 'group')] : [];
}

function readModifiers(
  state: ParserState,
  groups: readonly Group[],
): Pick<Select, 'groupBy' | 'having' | 'orderBy' | 'limit'> {
  let groupBy: Projection[] | undefined;
  const having: Expression[] = [];
  const orderBy: Expression[] = [];
  let limit: Select['limit'];
  for (
    let token = state.peek();
    token?.type === 'keyword' && CLAUSE_KEYWORDS.has(token.value);
    token = state.peek()
  ) {
    state.at++;
    switch (token.value) {
      case 'GROUP':
        state.takeKeyword('BY');
        groupBy = readGroupBy(state);
        break;
      case 'HAVING':
        while (startsCondition(state)) having.push(readHaving(state));
        break;
      case 'ORDER':
        state.takeKeyword('BY');
        while (startsCondition(state) || state.isKeyword('ASC') || state.isKeyword('DESC'))
          orderBy.push(readOrder(state));
        break;
      case 'VALUES': {
        const values = readValues(state, token);
        groups.at(-1)?.values.push(values);
        break;
      }
      default: {
        const number = state.peek();
        if (number?.type !== 'number') break;
        state.at++;
        if (token.value === 'LIMIT')
          limit = { value: Number(state.slice(number)), range: range(token.start, number.end) };
      }
    }
  }
  return { groupBy, having, orderBy, limit };
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
  state.patch(first).before.push('(');
  state.patch(state.at - 1).after.push(')');
  state.addDialectism(
    'bare-having',
    fullRange,
    'a HAVING condition without brackets is a Virtuoso extension',
    `(${state.sliceRange(fullRange)})`,
  );
  return { kind: 'operation', operator: operator.value, args: [expression, right], range: fullRange };
}

function readOrder(state: ParserState): Expression {
  if (state.isKeyword('ASC') || state.isKeyword('DESC')) state.at++;
  if (!startsCondition(state))
    return { kind: 'unreadable', range: range(state.endOfLast(), state.endOfLast()) };
  return readPrimary(state);
}

/** Suggests a name for a column without one: `count` for `COUNT(?film)`. */
function suggestName(expression: Expression): string {
  return expression.kind === 'call' && /^[A-Z_]+$/.test(expression.name)
    ? expression.name.toLowerCase()
    : 'value';
}
