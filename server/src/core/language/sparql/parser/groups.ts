/** Reads groups: the patterns between braces. */
import { range, type TextRange } from '../../text/range';
import type { Group, GroupKind, Term, Values, VariableTerm } from '../model';
import type { SparqlToken } from '../tokens';
import { readExpression, readPrimary, startsCondition } from './expressions';
import { readSelect } from './queries';
import { readQuotedValue, startsQuotedTriple } from './quoted-triples';
import { GROUP_KEYWORDS, MAX_DEPTH, type ParserState } from './state';
import { readTerm, readVariable, startsTerm } from './terms';
import { readTriples, startsNode } from './triples';
import { readOptions, startsOptions } from './virtuoso';

export function readGroup(state: ParserState, kind: GroupKind, name?: Term): Group {
  const open = state.next();
  if (state.depth >= MAX_DEPTH) return skipGroup(state, kind, open);
  state.depth++;
  const group = newGroup(kind, name);
  if (state.isKeyword('SELECT')) {
    const select = readSelect(state, state.next());
    // In broken text, patterns may follow a sub-select before the closing brace.
    if (state.peek() && !state.isPunctuation('}')) readGroupBody(state, group);
    state.takePunctuation('}');
    state.depth--;
    const fullRange = range(open.start, state.endOfLast());
    if (kind === 'group' || kind === 'graph') {
      return { ...newGroup('subselect', name), ...pick(group), select, range: fullRange };
    }
    // `OPTIONAL { SELECT … }`: the sub-select is a child of the optional group.
    const inner: Group = { ...newGroup('subselect'), ...pick(group), select, range: fullRange };
    const outer = newGroup(kind, name);
    addChild(outer, inner);
    return { ...outer, range: fullRange };
  }
  readGroupBody(state, group);
  state.takePunctuation('}');
  state.depth--;
  return { ...group, range: range(open.start, state.endOfLast()) };
}

function skipGroup(state: ParserState, kind: GroupKind, open: SparqlToken): Group {
  let level = 1;
  while (state.at < state.tokens.length && level > 0) {
    const token = state.next();
    if (token.type !== 'punctuation') continue;
    if (token.value === '{') level++;
    else if (token.value === '}') level--;
  }
  const fullRange = range(open.start, state.endOfLast());
  state.tooDeep ??= range(open.start, open.end);
  return { ...newGroup(kind), range: fullRange };
}

function readGroupBody(state: ParserState, group: Group): void {
  while (state.at < state.tokens.length && !state.isPunctuation('}')) {
    const token = state.peek() as SparqlToken;
    if (token.type === 'punctuation' && token.value === '{') {
      readGroupOrUnion(state, group);
    } else if (token.type === 'keyword' && GROUP_KEYWORDS.has(token.value)) {
      readClause(state, group, token);
    } else if (token.type === 'keyword' && endsBrokenGroup(state, token)) {
      return;
    } else if (startsOptions(state) && state.tokens[state.at - 1]?.value === '}') {
      readOptions(state, group);
    } else if (startsNode(state)) {
      readTriples(state, group);
    } else {
      state.at++;
    }
  }
}

/** Without a closing brace, a group ends at a solution modifier or at another query. */
function endsBrokenGroup(state: ParserState, token: SparqlToken): boolean {
  if (token.value === 'GROUP' || token.value === 'ORDER') {
    const next = state.peek(1);
    return next?.type === 'keyword' && next.value === 'BY';
  }
  return ['LIMIT', 'OFFSET', 'HAVING', 'PREFIX'].includes(token.value);
}

function readGroupOrUnion(state: ParserState, group: Group): void {
  const first = readGroup(state, 'group');
  if (!state.isKeyword('UNION')) {
    addChild(group, first);
    return;
  }
  const branches = [first];
  while (state.takeKeyword('UNION')) {
    if (state.isPunctuation('{')) branches.push(readGroup(state, 'group'));
  }
  const union = group.children.length;
  for (const branch of branches) addChild(group, toBranch(branch, union));
}

function readClause(state: ParserState, group: Group, keyword: SparqlToken): void {
  state.at++;
  switch (keyword.value) {
    case 'OPTIONAL':
    case 'MINUS':
      if (state.isPunctuation('{'))
        addChild(group, readGroup(state, keyword.value === 'MINUS' ? 'minus' : 'optional'));
      return;
    case 'GRAPH':
    case 'SERVICE': {
      state.takeKeyword('SILENT');
      const name = startsTerm(state) ? readTerm(state) : undefined;
      if (state.isPunctuation('{'))
        addChild(group, readGroup(state, keyword.value === 'GRAPH' ? 'graph' : 'service', name));
      return;
    }
    case 'FILTER':
      if (startsCondition(state) || state.isKeyword('NOT') || state.isKeyword('EXISTS'))
        group.filters.push(readPrimary(state));
      return;
    case 'BIND':
      readBind(state, group, keyword);
      return;
    case 'VALUES': {
      const values = readValues(state, keyword);
      group.values.push(values);
      group.order.push(values);
      return;
    }
  }
}

function addChild(group: Group, child: Group): void {
  group.children.push(child);
  group.order.push(child);
}

function readBind(state: ParserState, group: Group, keyword: SparqlToken): void {
  if (!state.takePunctuation('(')) return;
  const expression = readExpression(state);
  if (!state.takeKeyword('AS') || state.peek()?.type !== 'variable') {
    state.skipTo(')');
    return;
  }
  const variable = readVariable(state);
  state.skipTo(')');
  const bind = { expression, variable, range: range(keyword.start, state.endOfLast()) };
  group.binds.push(bind);
  group.order.push(bind);
}

export function readValues(
  state: ParserState,
  keyword: SparqlToken,
  given: readonly VariableTerm[] = [],
): Values {
  const variables = [...given];
  const rows: (Term | undefined)[][] = [];
  const rowRanges: TextRange[] = [];
  const single = !given.length && state.peek()?.type === 'variable';
  if (single) variables.push(readVariable(state));
  else if (state.takePunctuation('(')) {
    while (state.peek()?.type === 'variable') variables.push(readVariable(state));
    state.skipTo(')');
  } else {
    state.takePunctuation('()');
  }
  if (!state.takePunctuation('{'))
    return { variables, rows, rowRanges, range: range(keyword.start, state.endOfLast()) };
  while (state.at < state.tokens.length && !state.isPunctuation('}')) {
    const start = state.peek()?.start ?? 0;
    const row: (Term | undefined)[] = [];
    if (!single && state.takePunctuation('(')) {
      while (startsValue(state)) row.push(readValue(state));
      state.skipTo(')');
    } else if (state.isPunctuation('()')) {
      state.at++;
    } else if (startsValue(state)) {
      row.push(readValue(state));
    } else {
      state.at++;
      continue;
    }
    rows.push(row);
    rowRanges.push(range(start, state.endOfLast()));
  }
  state.takePunctuation('}');
  return { variables, rows, rowRanges, range: range(keyword.start, state.endOfLast()) };
}

function startsValue(state: ParserState): boolean {
  return (
    state.isKeyword('UNDEF') ||
    startsQuotedTriple(state) ||
    (startsTerm(state) && state.peek()?.type !== 'variable')
  );
}

function readValue(state: ParserState): Term | undefined {
  if (startsQuotedTriple(state)) return readQuotedValue(state);
  return state.takeKeyword('UNDEF') ? undefined : readTerm(state);
}

function newGroup(kind: GroupKind, name?: Term): Group {
  const group: Group = {
    kind,
    triples: [],
    filters: [],
    binds: [],
    values: [],
    children: [],
    order: [],
    range: range(0, 0),
  };
  return name ? { ...group, name } : group;
}

function pick(group: Group): Pick<Group, 'triples' | 'filters' | 'binds' | 'values' | 'children' | 'order'> {
  const { triples, filters, binds, values, children, order } = group;
  return { triples, filters, binds, values, children, order };
}

/** A sub-select becomes a child of its branch. */
function toBranch(group: Group, union: number): Group {
  if (group.kind !== 'subselect') return { ...group, kind: 'union-branch', union };
  return { ...newGroup('union-branch'), children: [group], order: [group], range: group.range, union };
}
