/**
 * Finds text in a read query that can change a Virtuoso: SQL can be called from any expression as `bif:exec`, `sql:PROCEDURE` or
 * `<PROCEDURE>`; the pragmas `get:…` load data, and the values of others become SQL.
 */
import { CUSTOMARY_PREFIXES } from '../language/rdf/names';
import { decodeCodePoints, tokenize, type SparqlToken } from '../language/sparql/tokens';
import { range, type TextRange } from '../language/text/range';

/** The first side effect: its range and a description. */
export function sideEffectOf(
  query: string,
  tokens: readonly SparqlToken[] = tokenize(query).tokens,
): { readonly place: TextRange; readonly does: string } | undefined {
  const written = ({ start, end }: SparqlToken): string => decodeCodePoints(query.slice(start, end));
  const declared = declaredPrefixes(tokens, written);
  for (const [index, token] of tokens.entries()) {
    const text = written(token);
    const before = tokens[index - 1];
    const after = tokens[index + 1];
    const place = range(token.start, token.end);
    if (isLoadingPragma(text, before && written(before), declared))
      return { place, does: `${text} makes Virtuoso load data into the KB` };
    if (
      before &&
      /^define$/i.test(written(before)) &&
      !isSafePragma(text, pragmaValues(tokens, index).map(written))
    )
      return { place, does: `The pragma ${text} may make Virtuoso change the KB` };
    const functions = after && written(after).startsWith('(') ? functionIris(token, text, declared) : [];
    if (!functions.every(isSafeFunction))
      return { place, does: `${text} calls a procedure of Virtuoso that may change the KB` };
  }
  return undefined;
}

/** Pragmas that only select graphs and formats. Their values may become part of the SQL, so they must be plain words. */
function isSafePragma(name: string, values: readonly string[]): boolean {
  return SAFE_PRAGMAS.test(name) && values.every((value) => /^(["'])[\w\s,.:;/#+*=-]*\1$/.test(value));
}

/** The string values of the pragma whose name is at `index`. */
function pragmaValues(tokens: readonly SparqlToken[], index: number): readonly SparqlToken[] {
  const rest = tokens.slice(index + 1);
  const end = rest.findIndex(({ type, value }) => type === 'keyword' || type === 'word' || value === '{');
  return rest.slice(0, end < 0 ? rest.length : end).filter(({ type }) => type === 'string');
}

const SAFE_PRAGMAS = new RegExp(
  `^(?:${[
    'input:(?:default-graph-uri|named-graph-uri|default-graph-exclude|named-graph-exclude|freeze|ifp|inference|params?|same-as|storage)',
    'output:(?:dict-format|format|maxrows|scalar-format|valmode)',
    'sql:(?:big-data-const|describe-mode|log-enable|params?|select-option|signal-unconnected-variables|signal-void-variables|table-option)',
  ].join('|')})$`,
  'i',
);

/** All declarations of each prefix, because it is unknown which of several Virtuoso uses. */
type Namespaces = ReadonlyMap<string, readonly string[]>;

/** Only after PREFIX: in a triple, `bif: <http://…>` is not a declaration. */
function declaredPrefixes(
  tokens: readonly SparqlToken[],
  written: (token: SparqlToken) => string,
): Namespaces {
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

/** Whether this is a loading pragma, as in `define get:soft "replace"` or in the options of FROM. */
function isLoadingPragma(text: string, before: string | undefined, declared: Namespaces): boolean {
  if (!/^(?:get:|input:grab)/i.test(text)) return false;
  return !declared.has('get') || before?.startsWith('(') === true || /^define$/i.test(before ?? '');
}

/** The possible IRIs of a function. Virtuoso knows its own prefixes without a declaration. */
function functionIris({ type }: SparqlToken, text: string, declared: Namespaces): readonly string[] {
  if (type === 'iri') return [text.slice(1, -1)];
  if (type !== 'pname' && type !== 'pname-ns') return [];
  const colon = text.indexOf(':');
  const prefix = text.slice(0, colon);
  const own = /^(?:bif|sql)$/i.test(prefix) ? [`${prefix}:`] : [];
  const namespaces = declared.get(prefix) ?? [CUSTOMARY_PREFIXES.get(prefix) ?? `${prefix}:`];
  return [...own, ...namespaces].map((namespace) => namespace + text.slice(colon + 1));
}

function isSafeFunction(iri: string): boolean {
  const [, scheme, name = ''] = /^([A-Za-z][A-Za-z0-9+.-]*):(.*)$/s.exec(iri) ?? [];
  if (scheme === undefined) return false;
  if (/^bif$/i.test(scheme)) return SAFE_FUNCTIONS.test(name);
  return !/^sql$/i.test(scheme) || SAFE_AGGREGATES.test(name);
}

/** Built-in functions without side effects; some of the others run SQL or write files. */
const SAFE_FUNCTIONS = new RegExp(
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

const SAFE_AGGREGATES =
  /^(?:sample|group_concat\w*|group_digest|vector_agg|vector_concat|vector_of\w*|bag_\w+|xml_agg)$/i;
