/**
 * What changes a Virtuoso although it is written as a question: its SQL can be called from any expression, as `bif:exec`, as
 * `sql:PROCEDURE` and as a bare `<PROCEDURE>`; its pragmas `get:…` load what they name, and the values of others become SQL.
 */
import { CUSTOMARY_PREFIXES } from '../language/rdf/names';
import { tokenize, type Token } from '../language/sparql/tokens';
import { range, type TextRange } from '../language/text/range';

/** The first of them, and what it would do. */
export function sideEffectOf(
  query: string,
): { readonly place: TextRange; readonly does: string } | undefined {
  const { tokens } = tokenize(query);
  const written = ({ start, end }: Token): string => query.slice(start, end);
  const declared = prefixesIn(tokens, written);
  for (const [index, token] of tokens.entries()) {
    const text = written(token);
    const before = tokens[index - 1];
    const after = tokens[index + 1];
    const place = range(token.start, token.end);
    if (loads(text, before && written(before), declared))
      return { place, does: `${text} makes Virtuoso load data into the KB` };
    if (
      before &&
      /^define$/i.test(written(before)) &&
      !isHarmlessPragma(text, valuesAfter(tokens, index).map(written))
    )
      return { place, does: `The pragma ${text} may make Virtuoso change the KB` };
    const called = after && written(after).startsWith('(') ? calledBy(token, text, declared) : [];
    if (!called.every(isHarmless))
      return { place, does: `${text} calls a procedure of Virtuoso that may change the KB` };
  }
  return undefined;
}

/** Pragmas that say which graphs to read, and how; the value of any of them may become a part of the SQL, so it must be words. */
function isHarmlessPragma(name: string, values: readonly string[]): boolean {
  return READING_PRAGMAS.test(name) && values.every((value) => /^(["'])[\w\s,.:;/#+*=-]*\1$/.test(value));
}

/** The strings among the values of a pragma, whose name is at the index. */
function valuesAfter(tokens: readonly Token[], index: number): readonly Token[] {
  const rest = tokens.slice(index + 1);
  const end = rest.findIndex(({ type, value }) => type === 'keyword' || type === 'word' || value === '{');
  return rest.slice(0, end < 0 ? rest.length : end).filter(({ type }) => type === 'string');
}

const READING_PRAGMAS = new RegExp(
  `^(?:${[
    'input:(?:default-graph-uri|named-graph-uri|default-graph-exclude|named-graph-exclude|freeze|ifp|inference|params?|same-as|storage)',
    'output:(?:dict-format|format|maxrows|scalar-format|valmode)',
    'sql:(?:big-data-const|describe-mode|log-enable|params?|select-option|signal-unconnected-variables|signal-void-variables|table-option)',
  ].join('|')})$`,
  'i',
);

/** All that a prefix is declared to stand for: which of several Virtuoso believes is not ours to guess. */
type Namespaces = ReadonlyMap<string, readonly string[]>;

/** Only after the word PREFIX: in a triple, `bif: <http://…>` declares nothing. */
function prefixesIn(tokens: readonly Token[], written: (token: Token) => string): Namespaces {
  const found = new Map<string, string[]>();
  for (const [index, token] of tokens.entries()) {
    const [word, iri] = [tokens[index - 1], tokens[index + 1]];
    if (token.type !== 'pname-ns' || iri?.type !== 'iri' || !word || !/^prefix$/i.test(written(word)))
      continue;
    const name = written(token).slice(0, -1);
    found.set(name, [...(found.get(name) ?? []), written(iri).slice(1, -1)]);
  }
  return found;
}

/** In `define get:soft "replace"`, and in the options of FROM. */
function loads(text: string, before: string | undefined, declared: Namespaces): boolean {
  if (!/^(?:get:|input:grab)/i.test(text)) return false;
  return !declared.has('get') || before?.startsWith('(') === true || /^define$/i.test(before ?? '');
}

/** The IRIs that what may be a function may have. Virtuoso knows its own prefixes whatever is declared. */
function calledBy({ type }: Token, text: string, declared: Namespaces): readonly string[] {
  if (type === 'iri') return [text.slice(1, -1)];
  if (type !== 'pname' && type !== 'pname-ns') return [];
  const colon = text.indexOf(':');
  const prefix = text.slice(0, colon);
  const own = /^(?:bif|sql)$/i.test(prefix) ? [`${prefix}:`] : [];
  const namespaces = declared.get(prefix) ?? [CUSTOMARY_PREFIXES.get(prefix) ?? `${prefix}:`];
  return [...own, ...namespaces].map((namespace) => namespace + text.slice(colon + 1));
}

function isHarmless(iri: string): boolean {
  const [, scheme, name = ''] = /^([A-Za-z][A-Za-z0-9+.-]*):(.*)$/s.exec(iri) ?? [];
  if (scheme === undefined) return false;
  if (/^bif$/i.test(scheme)) return READING.test(name);
  return !/^sql$/i.test(scheme) || AGGREGATES.test(name);
}

/** The built-in functions that only compute; there are hundreds, and some of the others run SQL or write files. */
const READING = new RegExp(
  `^(?:${[
    'contains|xcontains|xpath_contains|xquery_contains|search_excerpt|st_\\w+',
    'lower|upper|lcase|ucase|initcap|left|right|[lr]?trim|substring|subseq|length|repeat|space|reverse|replace|chr|ascii',
    'concat|concatenate|locate|position|strstr|strcasestr|strr?chr|strcontains|soundex|difference|sprintf\\w*',
    'regexp_\\w+|split_and_decode|atoi|atof|either|equ|neq|lt|gt|lte|gte|coalesce|least|greatest|__max|__min',
    'is(?:null|numeric|integer|float|double|string|iri|uri|blank|literal|ref|date|iri_id|entity|array|vector)',
    'abs|ceiling|floor|round|mod|power|exp|log|log10|sqrt|sign|a?(?:sin|cos|tan)|atan2|cot|pi|degrees|radians|rnd|rand|randomize',
    'year|month|day\\w*|hour|minute|second|quarter|week|now|cur\\w+|get_timestamp|stringdate|stringtime|timezone',
    'date_?(?:add|diff|string)|datestring\\w*|timestamp(?:add|diff)|bit_\\w+|md5|sha\\w*|encode_base64|decode_base64|uuid',
    'iri_to_id|id_to_iri|iri_id_num|aref|vector|tree_md5|__tag|internal_type_name|box_\\w+|serialize|sys_stat|format_number',
  ].join('|')})$`,
  'i',
);

const AGGREGATES =
  /^(?:sample|group_concat\w*|group_digest|vector_agg|vector_concat|vector_of\w*|bag_\w+|xml_agg)$/i;
