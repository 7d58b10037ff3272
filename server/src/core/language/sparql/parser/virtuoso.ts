/** Reads syntax in patterns and expressions that only Virtuoso accepts. The grammar sees a standard form of it. */
import { range } from '../../text/range';
import type { Expression, Group, PropertyPath, Term, VariableTerm } from '../model';
import type { SparqlToken } from '../tokens';
import { readExpression } from './expressions';
import { readSelect } from './queries';
import { MAX_DEPTH, type ParserState } from './state';
import { readIri, readVariable, startsIri } from './terms';

/** `OPTION (score ?s)`, `OPTION (TRANSITIVE, t_in(?x), t_out(?y))` after a triple or a group. */
export function startsOptions(state: ParserState): boolean {
  const token = state.peek();
  return token?.type === 'word' && token.value === 'OPTION' && state.peek(1)?.value === '(';
}

export function readOptions(state: ParserState, group: Group): void {
  const first = state.at;
  const keyword = state.next();
  const outputs: VariableTerm[] = [];
  const inputs: VariableTerm[] = [];
  let level = 0;
  do {
    const token = state.peek();
    if (!token || token.value === '{' || token.value === '}') return;
    if (token.value === '(') level++;
    else if (token.value === ')') level--;
    if (token.type === 'variable') {
      const isOutput = ['SCORE', 'AS', 'OFFBAND'].includes(state.tokens[state.at - 1]?.value ?? '');
      (isOutput ? outputs : inputs).push(readVariable(state));
    } else if (startsIri(state)) {
      readIri(state);
    } else {
      state.at++;
    }
  } while (level > 0);
  const where = range(keyword.start, state.endOfLast());
  state.replace(first, []);
  state.noteDialectism('option', where, 'OPTION is a Virtuoso extension', 'Remove it.');
  for (const variable of outputs) {
    const bind = {
      variable,
      expression: {
        kind: 'call' as const,
        name: 'OPTION',
        nameRange: range(keyword.start, keyword.end),
        args: inputs.map((term) => ({ kind: 'term' as const, term, range: term.range })),
        range: where,
      },
      range: where,
    };
    group.binds.push(bind);
    group.order.push(bind);
  }
}

/** An expression in backquotes in the place of a term. The pattern matches the terms that are equal to it. */
export function readBackquoted(state: ParserState, group: Group): Term {
  const first = state.at;
  const open = state.next();
  const blank: Term = { kind: 'blank', name: `\`${state.blanks++}`, range: range(open.start, open.end) };
  const expression = readExpression(state);
  if (state.at === first + 1 || !state.takePunctuation('`')) return blank;
  const where = range(open.start, state.endOfLast());
  state.replace(first, ['VAR']);
  state.noteDialectism(
    'backquotes',
    where,
    'an expression in backquotes is a Virtuoso extension',
    'Use BIND, and its variable here.',
  );
  const term: Term = { ...blank, range: where };
  group.filters.push({
    kind: 'operation',
    operator: '=',
    args: [{ kind: 'term', term, range: where }, expression],
    range: where,
  });
  return term;
}

/** A blank node or an expression as the relation: any relation matches. */
export function startsAnyRelation(state: ParserState): boolean {
  const token = state.peek();
  return token?.type === 'blank' || state.isPunctuation('[]') || state.isPunctuation('`');
}

export function readAnyRelation(state: ParserState, group: Group): PropertyPath {
  if (state.isPunctuation('`')) {
    const { range: where } = readBackquoted(state, group);
    return { kind: 'negated', links: [], range: where };
  }
  const first = state.at;
  const token = state.next();
  const where = range(token.start, token.end);
  // Virtuoso rejects it in a template.
  if (group.kind !== 'template') {
    state.replace(first, ['VAR']);
    state.noteDialectism(
      'blank-relation',
      where,
      'a blank node as the relation is a Virtuoso extension',
      'Use a variable.',
    );
  }
  return { kind: 'negated', links: [], range: where };
}

const MAX_COPIES = 6;

/** `p{2}`, `p{1,3}`, `p{1,}` and `p{,3}`. */
export function readPathCount(state: ParserState, path: PropertyPath, start: number): PropertyPath {
  const counts = /^\{\s*(\d*)\s*(,?)\s*(\d*)\s*\}/.exec(
    state.text.slice(state.peek()?.start ?? 0, (state.peek()?.start ?? 0) + 30),
  );
  const [written = '', least = '', comma = '', most = ''] = counts ?? [];
  if (!counts || (!least && !most)) return path;
  const first = state.at;
  const end = (state.peek()?.start ?? 0) + written.length;
  while ((state.peek()?.end ?? Infinity) <= end) state.at++;
  state.replace(first, ['*']);
  const min = Number(least || 0);
  const max = comma ? (most ? Number(most) : Infinity) : min;
  const where = range(start, end);
  const message = 'a path with a count is a Virtuoso extension';
  const standard = repeatPath(state.text.slice(start, state.tokens[first]?.start ?? start).trim(), min, max);
  if (standard === undefined)
    state.noteDialectism('path-count', where, message, 'Write the steps one by one.');
  else state.addDialectism('path-count', where, message, standard);
  const canBeEmpty = min === 0;
  return { kind: 'repeat', path, sign: canBeEmpty ? '*' : '+', canBeEmpty, range: where };
}

/** `p{2}` is `p/p`, `p{1,2}` is `p/p?`, `p{2,}` is `p/p+`. */
function repeatPath(path: string, min: number, max: number): string | undefined {
  const copies = (sign: string, count: number): string[] => Array.from({ length: count }, () => path + sign);
  if (max === Infinity)
    return min <= MAX_COPIES ? bracket(min ? [...copies('', min - 1), `${path}+`] : [`${path}*`]) : undefined;
  return max >= min && max > 0 && max <= MAX_COPIES
    ? bracket([...copies('', min), ...copies('?', max - min)])
    : undefined;
}

function bracket(steps: readonly string[]): string {
  return steps.length === 1 ? (steps[0] ?? '') : `(${steps.join('/')})`;
}

/** `(SELECT COUNT(*) { … })` as a value. The grammar checks it as EXISTS. */
export function readScalarQuery(state: ParserState): Expression {
  const first = state.at;
  const open = state.next();
  const keyword = state.next();
  if (state.depth < MAX_DEPTH) {
    state.depth++;
    readSelect(state, keyword);
    state.depth--;
  }
  if (state.isPunctuation(')')) {
    state.patch(first).replace = ['EXISTS', '{'];
    state.patch(state.at++).replace = ['}'];
    state.noteDialectism(
      'scalar-query',
      range(open.start, state.endOfLast()),
      'a sub-select as a value is a Virtuoso extension',
      'Write it in the pattern: { SELECT … }.',
    );
  } else {
    state.skipTo(')');
  }
  return { kind: 'unreadable', range: range(open.start, state.endOfLast()) };
}

/** `CASE WHEN … THEN … ELSE … END`, and `CASE ?x WHEN 1 THEN …`. The grammar checks it as IF. */
export function readCase(state: ParserState): Expression {
  const keyword = state.next();
  const first = state.at - 1;
  const args: Expression[] = [];
  const isWord = (value: string): boolean => {
    const token = state.peek();
    return token?.type === 'word' && token.value === value;
  };
  const patches: [number, string[]][] = [[first, []]];
  const takeWord = (value: string, terminals: string[]): boolean => {
    if (!isWord(value)) return false;
    patches.push([state.at++, terminals]);
    return true;
  };
  const isSimple = !isWord('WHEN');
  if (isSimple) {
    args.push(readExpression(state));
    // The value is compared in each branch, so it is the first condition for the grammar.
    patches[0] = [first, ['FUNC_ARITY3', '(']];
  }
  let count = isSimple ? 1 : 0;
  let isComplete = true;
  for (;;) {
    const terminals = isSimple ? [',', 'FUNC_ARITY3', '('] : [...(count ? [','] : []), 'FUNC_ARITY3', '('];
    if (!takeWord('WHEN', terminals)) break;
    count++;
    args.push(readExpression(state));
    isComplete &&= takeWord('THEN', [',']);
    args.push(readExpression(state));
  }
  isComplete &&= takeWord('ELSE', [',']);
  args.push(readExpression(state));
  const closers = Array.from({ length: count }, () => ')');
  isComplete &&= takeWord('END', isSimple ? [...closers.slice(1), ',', 'INTEGER', ')'] : closers);
  const where = range(keyword.start, state.endOfLast());
  if (isComplete && count > (isSimple ? 1 : 0)) {
    for (const [index, terminals] of patches) state.patch(index).replace = terminals;
    state.noteDialectism('case', where, 'CASE is a Virtuoso extension', 'Use IF(condition, value, other).');
  }
  return { kind: 'call', name: 'CASE', nameRange: range(keyword.start, keyword.end), args, range: where };
}

/** `5.` is a number in Virtuoso. In an expression, no other dot can follow. */
export function readDecimalPoint(state: ParserState, number: SparqlToken): void {
  const dot = state.peek();
  if (number.terminal.startsWith('INTEGER') && dot?.value === '.' && dot.start === number.end) {
    state.patch(state.at++).replace = [];
    state.addDialectism(
      'decimal-point',
      range(number.start, dot.end),
      'a number that ends with a dot is a Virtuoso extension',
      state.slice(number),
    );
  }
}
