/**
 * Parses tokens to a `Select` tree, and skips tokens that it cannot parse. The functions for terms, expressions, triples,
 * groups and queries are in parser/ and share one `ParserState`.
 */
import { range, type TextRange } from '../text/range';
import type { Dialect, Dialectism, Group, PrefixDeclaration, QueryModel, Select } from './model';
import { readGroup } from './parser/groups';
import { readQuery } from './parser/queries';
import { ParserState, type Patch, type Rejection } from './parser/state';
import { readIri, startsIri } from './parser/terms';
import { resolveIri } from './resolve';
import { decodeCodePoints, QUERY_KEYWORDS, type SparqlToken, type Tokens } from './tokens';

export interface ParsedQuery {
  readonly prefixes: readonly PrefixDeclaration[];
  readonly base: string | undefined;
  readonly prefixUses: QueryModel['prefixUses'];
  readonly query: Select;
  readonly dialectisms: readonly Dialectism[];
  readonly patches: ReadonlyMap<number, Patch>;
  readonly rejections: ReadonlyMap<number, Rejection>;
  readonly tooDeep: TextRange | undefined;
  /** Index of the first token after the prologue. */
  readonly bodyStart: number;
}

const UPDATE_KEYWORDS = new Set(
  'INSERT DELETE INSERTDATA DELETEDATA DELETEWHERE WITH LOAD CLEAR DROP CREATE ADD MOVE COPY'.split(' '),
);

const CLAUSES = ['INSERT', 'DELETE', 'INSERTDATA', 'DELETEDATA', 'DELETEWHERE'] as const;

export function parseTokens({ text, tokens }: Tokens, dialect: Dialect): ParsedQuery {
  const state = new ParserState(text, tokens, dialect);
  readPrologue(state);
  const bodyStart = state.at;
  const token = state.peek();
  const query =
    token && token.type === 'keyword' && QUERY_KEYWORDS.has(token.value)
      ? readQuery(state)
      : readUpdates(state);
  const { prefixes, base, prefixUses, dialectisms, patches, rejections, tooDeep } = state;
  return { prefixes, base, prefixUses, query, dialectisms, patches, rejections, tooDeep, bodyStart };
}

function readPrologue(state: ParserState): void {
  for (;;) {
    const token = state.peek();
    if (state.isKeyword('BASE')) {
      state.at++;
      const iri = state.peek();
      if (iri?.type === 'iri') {
        state.base = decodeCodePoints(state.slice(iri).slice(1, -1));
        state.at++;
      }
    } else if (state.isKeyword('PREFIX')) {
      readPrefix(state, token as SparqlToken);
    } else if (token?.type === 'word' && token.value === 'DEFINE') {
      readPragma(state, token);
    } else if (token?.type === 'word' && token.value === 'VERSION') {
      readVersion(state);
    } else {
      return;
    }
  }
}

function readPrefix(state: ParserState, keyword: SparqlToken): void {
  state.at++;
  const name = state.peek();
  if (name?.type !== 'pname-ns') return;
  state.at++;
  const iri = state.peek();
  if (iri?.type !== 'iri') return;
  state.at++;
  const prefix = decodeCodePoints(state.slice(name).slice(0, -1));
  const target = resolveIri(state.slice(iri).slice(1, -1), state.base);
  state.bindings.set(prefix, target);
  state.names.clear();
  state.prefixes.push({
    prefix,
    iri: target,
    range: range(keyword.start, iri.end),
    nameRange: range(name.start, name.end),
  });
}

/** `VERSION "1.2"` of SPARQL 1.2. */
function readVersion(state: ParserState): void {
  const first = state.at++;
  if (/^STRING_LITERAL\d$/.test(state.peek()?.terminal ?? '')) {
    state.at++;
    state.replaceIn12(first, []);
  } else {
    state.reject12(first, 'VERSION without a version', 'Write VERSION "1.2".');
  }
}

/** `DEFINE sql:big-data-const 0`, a pragma of Virtuoso. */
function readPragma(state: ParserState, keyword: SparqlToken): void {
  const first = state.at++;
  let last = keyword;
  for (
    let token = state.peek();
    token && (['pname', 'string', 'number', 'iri'].includes(token.type) || token.value === ',');
    token = state.peek()
  ) {
    last = token;
    state.at++;
  }
  // Virtuoso rejects a pragma after a prefix, so the grammar sees its tokens.
  if (state.dialect === 'virtuoso' && (state.prefixes.length || state.base !== undefined)) return;
  for (let index = first; index < state.at; index++) state.patch(index).replace = [];
  state.addDialectism('pragma', range(keyword.start, last.end), 'DEFINE is a Virtuoso extension', '');
}

/** Virtuoso's `INSERT INTO <g> { … }` and `DELETE FROM <g> { … }`. */
function readTarget(state: ParserState, clause: string): void {
  const first = state.at;
  const words = clause.startsWith('INSERT') ? ['INTO', 'IN'] : ['FROM'];
  if (!words.some((word) => state.takeKeyword(word))) return;
  state.takeKeyword('GRAPH');
  if (!startsIri(state)) return;
  readIri(state);
  state.replace(first, []);
  state.noteDialectism(
    'update-target',
    range(state.tokens[first]?.start ?? 0, state.endOfLast()),
    'a graph after INSERT or DELETE is a Virtuoso extension',
    'Write GRAPH <…> { … } inside the brackets, or WITH <…> before it.',
  );
}

/** Reads the patterns of updates. Other text is skipped. */
function readUpdates(state: ParserState): Select {
  const start = state.peek()?.start ?? 0;
  const groups: Group[] = [];
  let form: Select['form'] = 'none';
  while (state.at < state.tokens.length) {
    const token = state.peek() as SparqlToken;
    if (token.type === 'keyword' && UPDATE_KEYWORDS.has(token.value)) {
      form = 'update';
      state.at++;
      const clause = CLAUSES.find((one) => one === token.value);
      const isTemplate = clause && clause !== 'DELETEWHERE';
      if (clause) readTarget(state, clause);
      while (startsIri(state)) readIri(state);
      if (state.isPunctuation('{'))
        groups.push({ ...readGroup(state, isTemplate ? 'template' : 'group'), ...(clause && { clause }) });
    } else if (token.type === 'keyword' && (token.value === 'WHERE' || token.value === 'USING')) {
      state.at++;
      state.takeKeyword('NAMED');
      while (startsIri(state)) readIri(state);
      if (state.isPunctuation('{')) groups.push(readGroup(state, 'group'));
    } else if (['PREFIX', 'BASE', 'VERSION'].includes(token.value)) {
      const before = state.at;
      readPrologue(state);
      if (state.at === before) state.at++;
    } else if (token.type === 'punctuation' && token.value === '{') {
      groups.push(readGroup(state, 'group'));
    } else if (startsIri(state)) {
      readIri(state);
    } else {
      state.at++;
    }
  }
  return {
    form,
    groups,
    keyword: undefined,
    star: false,
    projection: [],
    described: [],
    groupBy: undefined,
    having: [],
    orderBy: [],
    limit: undefined,
    range: range(start, state.endOfLast()),
  };
}
