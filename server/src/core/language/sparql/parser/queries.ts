/** Reads SELECT, ASK, CONSTRUCT and DESCRIBE queries. */
import { range } from '../../text/range';
import type { Group, Select, Term } from '../model';
import type { SparqlToken } from '../tokens';
import { readGroup } from './groups';
import { readModifiers } from './modifiers';
import { readProjection } from './projection';
import type { ParserState } from './state';
import { readIri, readTerm, startsIri, startsTerm } from './terms';

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
