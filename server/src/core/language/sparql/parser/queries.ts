/** Reads SELECT, ASK, CONSTRUCT and DESCRIBE queries. */
import { range } from '../../text/range';
import type { Expression, Group, Projection, Select, Term, Values, VariableTerm } from '../model';
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
      const first = state.at - 1;
      const groups: Group[] = [];
      if (state.isPunctuation('{')) groups.push(readGroup(state, 'template'));
      const patterns = readWhere(state);
      if (!groups.length && patterns[0]) noteConstructWhere(state, first, patterns[0]);
      return readRest(state, keyword, { form: 'construct', groups: [...groups, ...patterns] });
    }
    case 'DESCRIBE': {
      const described: Term[] = [];
      let star = false;
      for (;;) {
        if (state.takePunctuation('*')) star = true;
        else if (startsTerm(state)) described.push(readTerm(state));
        else if (state.isPunctuation('(')) described.push(...readBracketedTerm(state));
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
  const groups = readWhere(state);
  const select = readRest(state, keyword, { form: 'select', groups, projection, star: star !== undefined });
  // The grammar has no `SELECT *` with GROUP BY. In the standard dialects, a rule reports it.
  if (star !== undefined && select.groupBy) state.patch(star).replace = ['VAR'];
  return select;
}

/** Virtuoso's CONSTRUCT WHERE may have conditions and optional parts. The grammar sees an empty template. */
function noteConstructWhere(state: ParserState, first: number, group: Group): void {
  if (!isVirtuosoTemplate(group) || (!group.filters.length && !group.children.length)) return;
  const keyword = state.tokens[first] as SparqlToken;
  state.patch(first).after.push('{', '}');
  state.noteDialectism(
    'construct-where',
    range(keyword.start, keyword.end),
    'CONSTRUCT WHERE with more than triples is a Virtuoso extension',
    'Repeat the triples in a template: CONSTRUCT { … } WHERE { … }.',
  );
}

function isVirtuosoTemplate({ triples, binds, values, children, select }: Group): boolean {
  return (
    !binds.length &&
    !values.length &&
    !select &&
    triples.every(({ predicate }) => predicate.kind === 'variable' || predicate.kind === 'link') &&
    children.every(
      (child) => ['optional', 'graph', 'minus'].includes(child.kind) && isVirtuosoTemplate(child),
    )
  );
}

/** Virtuoso's `DESCRIBE (?x)`. */
function readBracketedTerm(state: ParserState): readonly Term[] {
  const first = state.at++;
  const open = state.tokens[first] as SparqlToken;
  const term = startsTerm(state) ? readTerm(state) : undefined;
  if (state.isKeyword('AS') && state.peek(1)?.type === 'variable') state.at += 2;
  if (!term || !state.takePunctuation(')')) {
    state.skipTo(')');
    return [];
  }
  state.replace(first, ['VAR']);
  state.addDialectism(
    'bracketed-term',
    range(open.start, state.endOfLast()),
    'brackets in DESCRIBE are a Virtuoso extension',
    state.sliceRange(term.range),
  );
  return [term];
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
    ...readModifiers(state, parts.groups, parts.projection ?? []),
    ...parts,
    range: range(keyword.start, state.endOfLast()),
  };
}

function readProjection(state: ParserState): {
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

/** Reads FROM clauses and the group of WHERE. */
function readWhere(state: ParserState): readonly Group[] {
  for (;;) {
    const not = state.peek();
    if (state.isKeyword('NOT') && state.peek(1)?.value === 'FROM') {
      state.patch(state.at++).replace = [];
      state.noteDialectism(
        'not-from',
        range(not?.start ?? 0, not?.end ?? 0),
        'NOT FROM is a Virtuoso extension',
        'Name the graphs to use with FROM.',
      );
    }
    if (!state.takeKeyword('FROM')) break;
    state.takeKeyword('NAMED');
    if (startsIri(state)) readIri(state);
  }
  state.takeKeyword('WHERE');
  return state.isPunctuation('{') ? [readGroup(state, 'group')] : [];
}

function readModifiers(
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

/** Suggests a name for a column without one: `count` for `COUNT(?film)`. */
function suggestName(expression: Expression): string {
  return expression.kind === 'call' && /^[A-Z_]+$/.test(expression.name)
    ? expression.name.toLowerCase()
    : 'value';
}
