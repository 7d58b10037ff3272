/** Keywords and functions: those that the grammar lets stand here. */
import { whatFollows } from '../../sparql/grammar';
import { KEYWORDS } from '../../sparql/tokens';
import { CASTS, FUNCTIONS, KEYWORD_WORDS, signatureOf } from '../../sparql/vocabulary';
import { XSD } from '../../rdf/names';
import { isMeant, plainText, type CompletionItem } from './item';
import type { Scene } from './scene';

/** Two words that go together are offered together. */
const PAIRS: ReadonlyMap<string, readonly string[]> = new Map([
  ['GROUP', ['GROUP BY']],
  ['ORDER', ['ORDER BY']],
  ['NOT', ['NOT EXISTS', 'NOT IN']],
  ['FILTER', ['FILTER', 'FILTER NOT EXISTS', 'FILTER EXISTS']],
]);
/** After these an opening bracket or brace follows, and is written with them. */
const OPENS: ReadonlyMap<string, string> = new Map([
  ['FILTER', 'FILTER($0)'],
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
/** Where the text before cannot be read, what usually stands there. */
const USUAL: Readonly<Partial<Record<Scene['place']['position'], readonly string[]>>> = {
  start: ['PREFIX', 'SELECT', 'ASK', 'CONSTRUCT', 'DESCRIBE'],
  projection: ['DISTINCT', 'WHERE', 'FROM'],
  subject: ['FILTER', 'OPTIONAL', 'UNION', 'MINUS', 'BIND', 'VALUES', 'SERVICE', 'GRAPH', 'SELECT'],
  'triple-end': ['FILTER', 'OPTIONAL', 'UNION', 'MINUS', 'BIND', 'VALUES', 'SERVICE', 'GRAPH'],
  expression: ['EXISTS', 'NOT', 'IN', 'AS', 'DISTINCT'],
  modifier: ['GROUP', 'HAVING', 'ORDER', 'LIMIT', 'OFFSET', 'VALUES', 'WHERE'],
  ordering: ['ASC', 'DESC', 'LIMIT', 'OFFSET', 'HAVING', 'ORDER'],
};

export function* wordItems({ place, typed }: Scene): Iterable<CompletionItem> {
  if (typed.form !== 'word') return;
  const follows = whatFollows(place.before);
  const usual = USUAL[place.position] ?? [];
  const isExpression = place.position === 'expression' || place.position === 'ordering';
  for (const [keyword, terminal] of KEYWORDS) {
    const word = FUNCTIONS.get(keyword);
    const possible = follows ? follows(terminal) : word ? isExpression : usual.includes(keyword);
    if (!possible || keyword === 'A') continue;
    if (word) yield* functionItem(keyword, typed.local);
    else yield* keywordItems(keyword, typed.local);
  }
  if (!isExpression) return;
  for (const [iri, word] of CASTS) {
    const name = `xsd:${iri.slice(XSD.length)}`;
    if (isMeant(typed.local, name)) {
      yield {
        kind: 'function',
        label: name,
        note: word.returns,
        text: `${name}($0)`,
        snippet: true,
        about: { kind: 'cast', name: iri },
      };
    }
  }
}

function* functionItem(keyword: string, typed: string): Iterable<CompletionItem> {
  const word = FUNCTIONS.get(keyword);
  if (!word || !isMeant(typed, word.name)) return;
  yield {
    kind: word.kind,
    label: word.name,
    note: signatureOf(word).label,
    text: word.parameters.length ? `${plainText(word.name)}($0)` : `${word.name}()`,
    snippet: word.parameters.length > 0,
    about: { kind: 'function', name: keyword },
  };
}

function* keywordItems(keyword: string, typed: string): Iterable<CompletionItem> {
  const word = KEYWORD_WORDS.get(keyword);
  for (const label of PAIRS.get(keyword) ?? [word?.name ?? keyword]) {
    if (!isMeant(typed, label)) continue;
    const opening = OPENS.get(label);
    yield {
      kind: 'keyword',
      label,
      text: opening ?? label,
      snippet: opening !== undefined,
      about: { kind: 'keyword', name: keyword },
    };
  }
}
