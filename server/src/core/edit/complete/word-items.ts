/** Keywords and functions: those that the grammar lets stand here. */
import { whatFollows } from '../../language/sparql/grammar';
import { KEYWORDS } from '../../language/sparql/tokens';
import { CASTS, FUNCTIONS, KEYWORD_WORDS, signatureOf } from '../../language/sparql/vocabulary';
import { XSD } from '../../language/rdf/names';
import { isMeant, plainText, type CompletionItem } from './item';
import { once } from './memoize';
import type { CompletionContext } from './context';

/** Two words that go together are offered together. */
const PAIRS: ReadonlyMap<string, readonly string[]> = new Map([
  ['GROUP', ['GROUP BY']],
  ['ORDER', ['ORDER BY']],
  ['NOT', ['NOT EXISTS', 'NOT IN']],
  ['FILTER', ['FILTER', 'FILTER NOT EXISTS', 'FILTER EXISTS']],
]);
/** After these an opening bracket or brace follows, and is written with them. */
const OPENS: ReadonlyMap<string, string> = new Map([
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
/** What usually stands there, the commonest first; all that there is where the text before cannot be read. */
const USUAL: Readonly<Partial<Record<CompletionContext['place']['position'], readonly string[]>>> = {
  start: ['SELECT', 'PREFIX', 'ASK', 'CONSTRUCT', 'DESCRIBE'],
  projection: ['DISTINCT', 'WHERE', 'FROM'],
  subject: ['FILTER', 'OPTIONAL', 'UNION', 'MINUS', 'BIND', 'VALUES', 'SERVICE', 'GRAPH', 'SELECT'],
  'triple-end': ['FILTER', 'OPTIONAL', 'UNION', 'MINUS', 'BIND', 'VALUES', 'SERVICE', 'GRAPH'],
  expression: [
    'EXISTS',
    'NOT',
    'IN',
    'AS',
    'DISTINCT',
    'STR',
    'LANG',
    'YEAR',
    'BOUND',
    'NOW',
    'COUNT',
    'MAX',
    'MIN',
  ],
  modifier: ['ORDER', 'GROUP', 'LIMIT', 'HAVING', 'OFFSET', 'VALUES', 'WHERE'],
  ordering: ['DESC', 'ASC', 'ORDER', 'LIMIT', 'HAVING', 'OFFSET'],
};

export function* wordItems({
  place,
  typed,
  follows: followsHere,
}: CompletionContext): Iterable<CompletionItem> {
  if (typed.form !== 'word') return;
  const follows = followsHere();
  // A bracket that is there already is not written again.
  const bare = place.next.startsWith('{') || place.next.startsWith('(');
  const afterNot = once(() => whatFollows([...place.before, { terminal: 'NOT' }]));
  const usual = USUAL[place.position] ?? [];
  const isExpression = place.position === 'expression' || place.position === 'ordering';
  for (const keyword of new Set([...usual, ...KEYWORDS.keys()])) {
    const terminal = KEYWORDS.get(keyword) ?? '';
    const word = FUNCTIONS.get(keyword);
    const possible = follows ? follows(terminal) : word ? isExpression : usual.includes(keyword);
    if (!possible || keyword === 'A' || (terminal === 'BOOLEAN' && !isExpression)) continue;
    if (word) yield* functionItem(keyword, typed.local, bare);
    else yield* keywordItems(keyword, typed.local, bare, afterNot);
  }
  if (!isExpression) return;
  for (const [iri, word] of CASTS) {
    const name = `xsd:${iri.slice(XSD.length)}`;
    if (isMeant(typed.local, name)) {
      yield {
        kind: 'function',
        label: name,
        note: word.returns,
        text: bare ? name : `${name}($0)`,
        snippet: !bare,
        about: { kind: 'cast', name: iri },
      };
    }
  }
}

function* functionItem(keyword: string, typed: string, bare: boolean): Iterable<CompletionItem> {
  const word = FUNCTIONS.get(keyword);
  if (!word || !isMeant(typed, word.name)) return;
  yield {
    kind: word.kind,
    label: word.name,
    note: signatureOf(word).label,
    text: bare ? word.name : word.parameters.length ? `${plainText(word.name)}($0)` : `${word.name}()`,
    snippet: !bare && word.parameters.length > 0,
    about: { kind: 'function', name: keyword },
  };
}

function* keywordItems(
  keyword: string,
  typed: string,
  bare: boolean,
  afterNot: CompletionContext['follows'],
): Iterable<CompletionItem> {
  const word = KEYWORD_WORDS.get(keyword);
  for (const label of PAIRS.get(keyword) ?? [word?.name ?? keyword]) {
    if (!isMeant(typed, label)) continue;
    if (label.startsWith('NOT ') && afterNot()?.(label.slice('NOT '.length)) === false) continue;
    const opening = bare ? undefined : OPENS.get(label);
    yield {
      kind: 'keyword',
      label,
      text: opening ?? label,
      snippet: opening !== undefined,
      about: { kind: 'keyword', name: keyword },
    };
  }
}
