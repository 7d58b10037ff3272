/** Reads expressions. */
import { range, type TextRange } from '../../text/range';
import type { Expression, Term } from '../model';
import type { SparqlToken } from '../tokens';
import { readGroup } from './groups';
import { readQuotedExpression, startsQuotedTriple } from './quoted-triples';
import { MAX_DEPTH, type ParserState } from './state';
import { readCase, readDecimalPoint, readScalarQuery } from './virtuoso';
import { noteDatetime, readIri, readTerm, startsIri, startsTerm } from './terms';

export const AGGREGATES = new Set(['COUNT', 'SUM', 'MIN', 'MAX', 'AVG', 'SAMPLE', 'GROUP_CONCAT']);
/** The functions that SPARQL 1.2 adds, with the terminal of a function with as many arguments. */
export const TERMINALS_12: ReadonlyMap<string, string> = new Map([
  ['TRIPLE', 'FUNC_ARITY3'],
  ['SUBJECT', 'FUNC_ARITY1'],
  ['PREDICATE', 'FUNC_ARITY1'],
  ['OBJECT', 'FUNC_ARITY1'],
  ['ISTRIPLE', 'FUNC_ARITY1'],
  ['LANGDIR', 'FUNC_ARITY1'],
  ['HASLANG', 'FUNC_ARITY1'],
  ['HASLANGDIR', 'FUNC_ARITY1'],
  ['STRLANGDIR', 'FUNC_ARITY3'],
]);
export const COMPARISONS = new Set(['=', '!=', '<', '>', '<=', '>=']);

export function readExpression(state: ParserState): Expression {
  if (state.depth >= MAX_DEPTH) return skipExpression(state);
  state.depth++;
  const expression = readLogical(state, '||', () => readLogical(state, '&&', () => readRelational(state)));
  state.depth--;
  return expression;
}

function readLogical(state: ParserState, operator: '||' | '&&', readOperand: () => Expression): Expression {
  const word = operator === '||' ? 'OR' : 'AND';
  const args = [readOperand()];
  for (;;) {
    const token = state.peek();
    if (token?.type === 'word' && token.value === word) {
      state.patch(state.at).replace = [operator];
      state.addDialectism(
        'word-operator',
        range(token.start, token.end),
        `the operator '${state.slice(token)}' is a Virtuoso extension`,
        operator,
      );
      state.at++;
    } else if (!state.takePunctuation(operator)) {
      break;
    }
    args.push(readOperand());
  }
  return operation(operator, args);
}

function readRelational(state: ParserState): Expression {
  const left = readAdditive(state);
  const token = state.peek();
  if (token?.type === 'punctuation' && COMPARISONS.has(token.value)) {
    state.at++;
    const right = readAdditive(state);
    return operation(token.value, [left, right]);
  }
  if (token?.type === 'word' && token.value === 'LIKE') {
    state.patch(state.at).replace = ['='];
    state.dialectisms.push({
      rule: 'like',
      range: range(token.start, token.end),
      message: "'LIKE' is a Virtuoso extension",
      advice: 'Use STRSTARTS, CONTAINS or REGEX.',
      edits: [],
    });
    state.at++;
    const right = readAdditive(state);
    return operation('LIKE', [left, right]);
  }
  const negated = state.isKeyword('NOT') && state.peek(1)?.value === 'IN';
  if (!negated && !state.isKeyword('IN')) return left;
  state.at += negated ? 2 : 1;
  const items = readArguments(state);
  return {
    kind: 'operation',
    operator: negated ? 'NOT IN' : 'IN',
    args: [left, ...items],
    range: range(left.range.start, state.endOfLast()),
  };
}

/** A long sum is one operation with many arguments, so that the tree does not become deep. */
export function readAdditive(state: ParserState): Expression {
  const args = [readMultiplicative(state)];
  let operator = '+';
  for (let token = state.peek(); token; token = state.peek()) {
    if (token.type === 'punctuation' && (token.value === '+' || token.value === '-')) {
      operator = token.value;
      state.at++;
    } else if (token.type !== 'number' || !/[+-]/.test(state.text[token.start] ?? '')) {
      break;
    }
    args.push(readMultiplicative(state));
  }
  return operation(operator, args);
}

function readMultiplicative(state: ParserState): Expression {
  const args = [readUnary(state)];
  let operator = '*';
  for (
    let token = state.peek();
    token?.type === 'punctuation' && (token.value === '*' || token.value === '/');
    token = state.peek()
  ) {
    operator = token.value;
    state.at++;
    args.push(readUnary(state));
  }
  return operation(operator, args);
}

function readUnary(state: ParserState): Expression {
  const first = state.at;
  while (state.isPunctuation('!') || state.isPunctuation('-') || state.isPunctuation('+')) state.at++;
  const signs = state.tokens.slice(first, state.at);
  const expression = readPrimary(state);
  const [sign] = signs;
  if (!sign) return expression;
  noteRepeatedSigns(state, first, signs);
  return {
    kind: 'operation',
    operator: sign.value,
    args: [expression],
    range: range(sign.start, expression.range.end),
  };
}

/** `!!?x` and `--?x`: in the standard, only a value in brackets may follow a sign. */
function noteRepeatedSigns(state: ParserState, first: number, signs: readonly SparqlToken[]): void {
  const operand = first + signs.length;
  const brackets = signs.length - 1;
  if (!brackets || state.at === operand) return;
  for (let at = first + 1; at < operand; at++) state.patch(at).before.push('(');
  state.patch(state.at - 1).after.push(...signs.slice(1).map(() => ')'));
  const where = range((signs[0] as SparqlToken).start, state.endOfLast());
  const value = state.text.slice((state.tokens[operand] as SparqlToken).start, where.end);
  state.addDialectism(
    'repeated-sign',
    where,
    'a sign after a sign is a Virtuoso extension',
    signs.map((sign) => state.slice(sign)).join('(') + value + ')'.repeat(brackets),
  );
}

export function readPrimary(state: ParserState): Expression {
  const token = state.peek();
  if (!token) return { kind: 'unreadable', range: range(state.endOfLast(), state.endOfLast()) };
  if (token.type === 'word' && token.value === 'CASE') return readCase(state);
  if (token.type === 'punctuation' && token.value === '(') {
    if (isScalarQuery(state)) return readScalarQuery(state);
    state.at++;
    const expression = readExpression(state);
    state.skipTo(')');
    return expression;
  }
  if (token.type === 'keyword' && (token.value === 'NOT' || token.value === 'EXISTS'))
    return readExists(state, token);
  if (startsQuotedTriple(state)) return readQuotedExpression(state);
  const terminal = isCall12(state, token) ? TERMINALS_12.get(token.value) : undefined;
  if (terminal !== undefined) state.patchIn12(state.at, [terminal]);
  const isReference = token.type === 'word' && token.value === 'ISREF' && state.peek(1)?.value === '(';
  if (isReference) noteReference(state, token);
  if (terminal !== undefined || isReference || (token.type === 'keyword' && startsCall(state, token))) {
    const first = state.at++;
    const args = readArguments(state, token.value);
    if (token.value === 'RAND' && args.length) noteSeed(state, first);
    return call(token.value, range(token.start, token.end), args, range(token.start, state.endOfLast()));
  }
  if (startsIri(state)) {
    const iri = readIri(state);
    if (!state.isPunctuation('(') && !state.isPunctuation('()')) return termExpression(iri);
    const args = readArguments(state);
    noteDatetime(state, iri);
    return call(iri.iri, iri.range, args, range(iri.range.start, state.endOfLast()));
  }
  if (startsTerm(state)) {
    const term = readTerm(state);
    if (token.type === 'number') readDecimalPoint(state, token);
    return termExpression(term);
  }
  return { kind: 'unreadable', range: range(token.start, token.start) };
}

/** `(SELECT …)`, but not as the whole of a condition, which Virtuoso rejects. */
function isScalarQuery(state: ParserState): boolean {
  const next = state.peek(1);
  const before = state.tokens[state.at - 1];
  const isCondition = before?.type === 'keyword' && ['FILTER', 'BY', 'HAVING', 'IN'].includes(before.value);
  return next?.type === 'keyword' && next.value === 'SELECT' && !isCondition;
}

/** `RAND(1)`. */
function noteSeed(state: ParserState, first: number): void {
  const name = state.tokens[first] as SparqlToken;
  state.patch(first).replace = ['FUNC_ARITY1'];
  state.addDialectism(
    'seed',
    range(name.start, state.endOfLast()),
    'an argument of RAND is a Virtuoso extension',
    `${state.slice(name)}()`,
  );
}

/** `isREF(?x)`: an IRI or a blank node. */
function noteReference(state: ParserState, { start, end }: SparqlToken): void {
  state.patch(state.at).replace = ['FUNC_ARITY1'];
  state.noteDialectism(
    'reference',
    range(start, end),
    'isREF is a Virtuoso extension',
    'Use isIRI(…) || isBLANK(…).',
  );
}

function readExists(state: ParserState, token: SparqlToken): Expression {
  const negated = state.takeKeyword('NOT');
  state.takeKeyword('EXISTS');
  if (!state.isPunctuation('{')) return { kind: 'unreadable', range: range(token.start, state.endOfLast()) };
  const group = readGroup(state, negated ? 'not-exists' : 'exists');
  return { kind: 'exists', group, negated, range: range(token.start, group.range.end) };
}

function readArguments(state: ParserState, name = ''): Expression[] {
  const args: Expression[] = [];
  if (state.takePunctuation('()') || !state.takePunctuation('(')) return args;
  state.takeKeyword('DISTINCT');
  while (state.at < state.tokens.length && !state.isPunctuation(')')) {
    const before = state.at;
    if (state.isKeyword('SEPARATOR')) {
      state.at++;
      state.takePunctuation('=');
      if (startsTerm(state)) readTerm(state);
    } else if (state.isPunctuation('*')) {
      if (STAR_AGGREGATES.has(name)) noteStar(state, name);
      state.at++;
    } else {
      args.push(readExpression(state));
    }
    if (name === 'GROUP_CONCAT' && args.length === 1 && readSeparator(state)) continue;
    if (state.takePunctuation(',') || state.takePunctuation(';')) continue;
    if (state.at === before || !state.isPunctuation(')')) break;
  }
  state.skipTo(')');
  return args;
}

/** Of the aggregates, the standard allows a star only in COUNT. */
const STAR_AGGREGATES = new Set(['SUM', 'AVG', 'MIN', 'MAX']);

function noteStar(state: ParserState, name: string): void {
  const { start, end } = state.peek() as SparqlToken;
  state.patch(state.at).replace = ['VAR'];
  state.noteDialectism(
    'aggregate-star',
    range(start, end),
    `${name}(*) is a Virtuoso extension`,
    'Write a variable.',
  );
}

/** `GROUP_CONCAT(?x, ", ")`. */
function readSeparator(state: ParserState): boolean {
  const comma = state.peek();
  if (comma?.value !== ',' || state.peek(1)?.type !== 'string' || state.peek(2)?.value !== ')') return false;
  state.patch(state.at).replace = [';', 'SEPARATOR', '='];
  state.addDialectism(
    'separator-argument',
    range(comma.start, comma.end),
    'a separator after a comma is a Virtuoso extension',
    '; SEPARATOR =',
  );
  state.at += 2;
  return true;
}

function skipExpression(state: ParserState): Expression {
  const start = state.peek()?.start ?? 0;
  let level = 0;
  for (let token = state.peek(); token; token = state.peek()) {
    if (token.type === 'punctuation') {
      if (token.value === '(' || token.value === '{') level++;
      else if ((token.value === ')' || token.value === '}') && level-- === 0) break;
    }
    state.at++;
  }
  state.tooDeep ??= range(start, start + 1);
  return { kind: 'unreadable', range: range(start, state.endOfLast()) };
}

export function startsCondition(state: ParserState): boolean {
  const token = state.peek();
  if (!token) return false;
  if (['variable', 'pname', 'pname-ns', 'iri'].includes(token.type)) return true;
  if (token.type === 'keyword')
    return startsCall(state, token) || token.value === 'NOT' || token.value === 'EXISTS';
  if (isCall12(state, token) || isVirtuosoCall(state, token)) return true;
  return token.type === 'punctuation' && token.value === '(';
}

/** `TRIPLE(…)` and other functions of SPARQL 1.2. */
function isCall12(state: ParserState, token: SparqlToken): boolean {
  return (
    token.type === 'word' && TERMINALS_12.has(token.value) && state.peek(1)?.value.startsWith('(') === true
  );
}

/** `isREF(…)` and `CASE …`. */
function isVirtuosoCall(state: ParserState, { type, value }: SparqlToken): boolean {
  if (type !== 'word') return false;
  return value === 'CASE' || (value === 'ISREF' && state.peek(1)?.value === '(');
}

export function startsCall(state: ParserState, token: SparqlToken): boolean {
  if (token.type === 'pname' || token.type === 'iri') {
    const follows = state.peek(1);
    return follows?.type === 'punctuation' && follows.value.startsWith('(');
  }
  if (token.type !== 'keyword') return isCall12(state, token) || isVirtuosoCall(state, token);
  return (
    token.terminal.startsWith('FUNC_') ||
    AGGREGATES.has(token.value) ||
    ['BOUND', 'BNODE', 'CONCAT', 'COALESCE', 'REGEX', 'SUBSTR', 'REPLACE'].includes(token.value)
  );
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

/** Returns a single argument itself. */
function operation(operator: string, args: readonly Expression[]): Expression {
  const [first] = args;
  return first && args.length === 1 ? first : { kind: 'operation', operator, args, range: spanOf(args) };
}

export function spanOf(parts: readonly { readonly range: TextRange }[]): TextRange {
  return range(parts[0]?.range.start ?? 0, parts.at(-1)?.range.end ?? 0);
}
