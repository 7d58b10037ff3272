import { createFollowTest } from '../../language/sparql/grammar';
import { KEYWORDS } from '../../language/sparql/tokens';
import {
  CASTS,
  FUNCTIONS,
  KEYWORD_WORDS,
  signatureOf,
  SPARQL12_FUNCTIONS,
} from '../../language/sparql/vocabulary';
import { XSD } from '../../language/rdf/names';
import { matchesTyped, escapeSnippet, type CompletionItem } from './item';
import { once } from '../../language/text/cache';
import type { CompletionContext } from './context';

/** Keywords that are offered as phrases. */
const PHRASES: ReadonlyMap<string, readonly string[]> = new Map([
  ['GROUP', ['GROUP BY']],
  ['ORDER', ['ORDER BY']],
  ['NOT', ['NOT EXISTS', 'NOT IN']],
  ['FILTER', ['FILTER', 'FILTER NOT EXISTS', 'FILTER EXISTS']],
]);
/** Snippets for keywords that are followed by brackets. */
const BRACKET_SNIPPETS: ReadonlyMap<string, string> = new Map([
  ['FILTER', 'FILTER ($0)'],
  ['FILTER NOT EXISTS', 'FILTER NOT EXISTS { $0 }'],
  ['FILTER EXISTS', 'FILTER EXISTS { $0 }'],
  ['NOT EXISTS', 'NOT EXISTS { $0 }'],
  ['EXISTS', 'EXISTS { $0 }'],
  ['NOT IN', 'NOT IN ($0)'],
  ['OPTIONAL', 'OPTIONAL { $0 }'],
  ['MINUS', 'MINUS { $0 }'],
  ['UNION', 'UNION { $0 }'],
  ['BIND', 'BIND($1 AS ?$0)'],
  ['VALUES', 'VALUES ?${1:x} { $0 }'],
  ['WHERE', 'WHERE {\n\t$0\n}'],
]);
/** Common keywords, which come first. If the text before does not parse, only these are offered. */
const COMMON: Readonly<Partial<Record<CompletionContext['place']['position'], readonly string[]>>> = {
  start: ['SELECT', 'PREFIX', 'ASK', 'CONSTRUCT', 'DESCRIBE'],
  projection: ['DISTINCT', 'WHERE', 'FROM'],
  subject: ['FILTER', 'OPTIONAL', 'UNION', 'MINUS', 'BIND', 'VALUES', 'SERVICE', 'GRAPH', 'SELECT'],
  'triple-end': ['FILTER', 'OPTIONAL', 'UNION', 'MINUS', 'BIND', 'VALUES', 'SERVICE', 'GRAPH'],
  expression: 'EXISTS NOT IN AS DISTINCT STR LANG YEAR BOUND NOW COUNT MAX MIN'.split(' '),
  modifier: ['ORDER', 'GROUP', 'LIMIT', 'HAVING', 'OFFSET', 'VALUES', 'WHERE'],
  ordering: ['DESC', 'ASC', 'ORDER', 'LIMIT', 'HAVING', 'OFFSET'],
};

/** The keywords and functions that the grammar allows here. */
export function* wordItems({
  place,
  typed,
  follows: followsHere,
}: CompletionContext): Iterable<CompletionItem> {
  if (typed.form !== 'word') return;
  const follows = followsHere();
  // An existing bracket is not inserted again.
  const hasBracket = place.next.startsWith('{') || place.next.startsWith('(');
  const afterNot = once(() => createFollowTest([...place.before, { terminal: 'NOT' }]));
  const common = COMMON[place.position] ?? [];
  const isExpression = place.position === 'expression' || place.position === 'ordering';
  for (const keyword of new Set([...common, ...KEYWORDS.keys()])) {
    const terminal = KEYWORDS.get(keyword) ?? '';
    const word = FUNCTIONS.get(keyword);
    const possible = follows ? follows(terminal) : word ? isExpression : common.includes(keyword);
    if (!possible || keyword === 'A' || (terminal === 'BOOLEAN' && !isExpression)) continue;
    if (word) yield* functionItem(keyword, typed.local, hasBracket);
    else yield* keywordItems(keyword, typed.local, hasBracket, afterNot);
  }
  if (!isExpression || follows?.('IRIREF') === false) return;
  if (place.query.dialect === 'sparql12')
    for (const keyword of SPARQL12_FUNCTIONS.keys()) yield* functionItem(keyword, typed.local, hasBracket);
  for (const [iri, word] of CASTS) {
    const name = `xsd:${iri.slice(XSD.length)}`;
    if (matchesTyped(typed.local, name)) {
      yield {
        kind: 'function',
        label: name,
        detail: word.returns,
        insertText: hasBracket ? name : `${name}($0)`,
        isSnippet: !hasBracket,
        symbol: { kind: 'cast', name: iri },
      };
    }
  }
}

function* functionItem(keyword: string, typed: string, hasBracket: boolean): Iterable<CompletionItem> {
  const word = FUNCTIONS.get(keyword) ?? SPARQL12_FUNCTIONS.get(keyword);
  if (!word || !matchesTyped(typed, word.name)) return;
  yield {
    kind: word.kind,
    label: word.name,
    detail: signatureOf(word).label,
    insertText: hasBracket
      ? word.name
      : word.parameters.length
        ? `${escapeSnippet(word.name)}($0)`
        : `${word.name}()`,
    isSnippet: !hasBracket && word.parameters.length > 0,
    symbol: { kind: 'function', name: keyword },
  };
}

function* keywordItems(
  keyword: string,
  typed: string,
  hasBracket: boolean,
  afterNot: CompletionContext['follows'],
): Iterable<CompletionItem> {
  const word = KEYWORD_WORDS.get(keyword);
  for (const label of PHRASES.get(keyword) ?? [word?.name ?? keyword]) {
    if (!matchesTyped(typed, label)) continue;
    if (label.startsWith('NOT ') && afterNot()?.(label.slice('NOT '.length)) === false) continue;
    const opening = hasBracket ? undefined : BRACKET_SNIPPETS.get(label);
    yield {
      kind: 'keyword',
      label,
      insertText: opening ?? label,
      isSnippet: opening !== undefined,
      symbol: { kind: 'keyword', name: keyword },
    };
  }
}
