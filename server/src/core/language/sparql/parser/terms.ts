/** Reads variables, IRIs, literals and blank nodes, and resolves prefixes. */
import { RDF, RDF_TYPE, VIRTUOSO_PREFIXES, XSD } from '../../rdf/names';
import { range, type TextRange } from '../../text/range';
import type { IriTerm, LiteralTerm, Term, VariableTerm } from '../model';
import { resolveIri, resolveName } from '../resolve';
import { decodeCodePoints, type SparqlToken } from '../tokens';
import type { ParserState } from './state';

export function startsIri(state: ParserState): boolean {
  const type = state.peek()?.type;
  return type === 'iri' || type === 'pname' || type === 'pname-ns';
}

export function startsTerm(state: ParserState): boolean {
  const token = state.peek();
  switch (token?.type) {
    case 'variable':
    case 'iri':
    case 'pname':
    case 'pname-ns':
    case 'blank':
    case 'string':
    case 'number':
    case 'boolean':
      return true;
    case 'punctuation':
      return token.value === '[]' || token.value === '()';
    default:
      return false;
  }
}

export function readTerm(state: ParserState): Term {
  const token = state.peek() as SparqlToken;
  const { type } = token;
  if (type === 'variable') return readVariable(state);
  if (type === 'iri' || type === 'pname' || type === 'pname-ns') return readIri(state);
  if (type === 'string') return readString(state);
  state.at++;
  const where = range(token.start, token.end);
  const written = state.slice(token);
  switch (type) {
    case 'number':
      return bareLiteral(written, numberDatatype(token), where);
    case 'boolean':
      return bareLiteral(written.toLowerCase(), 'boolean', where);
    case 'blank':
      return { kind: 'blank', name: decodeCodePoints(written), range: where };
    default:
      if (token.value === '()') return { kind: 'iri', iri: `${RDF}nil`, range: where };
      return { kind: 'blank', name: `#${state.blanks++}`, range: where };
  }
}

function numberDatatype({ terminal }: SparqlToken): string {
  if (terminal.startsWith('INTEGER')) return 'integer';
  return terminal.startsWith('DECIMAL') ? 'decimal' : 'double';
}

function bareLiteral(value: string, datatype: string, where: TextRange): LiteralTerm {
  return { kind: 'literal', value, datatype: XSD + datatype, written: 'bare', range: where };
}

export function readVariable(state: ParserState): VariableTerm {
  const token = state.next();
  return {
    kind: 'variable',
    name: decodeCodePoints(state.text.slice(token.start + 1, token.end)),
    range: range(token.start, token.end),
  };
}

function readString(state: ParserState): LiteralTerm {
  const token = state.next();
  const raw = state.slice(token);
  const quoteLength = raw.length >= 6 && (raw.startsWith('"""') || raw.startsWith("'''")) ? 3 : 1;
  const value = raw.slice(quoteLength, -quoteLength);
  const next = state.peek();
  if (next?.type === 'lang') {
    const [language = '', direction] = state.slice(next).slice(1).split('--');
    if (direction === 'ltr' || direction === 'rtl') state.patchIn12(state.at, ['LANGTAG']);
    else if (direction !== undefined)
      state.reject12(state.at, 'Unknown text direction', 'Write --ltr or --rtl in lower case.');
    state.at++;
    return {
      kind: 'literal',
      value,
      datatype: `${RDF}${direction === undefined ? 'langString' : 'dirLangString'}`,
      language,
      written: 'tagged',
      range: range(token.start, next.end),
    };
  }
  if (state.isPunctuation('^^')) {
    state.at++;
    if (startsIri(state)) {
      const datatype = readIri(state);
      noteDatetime(state, datatype);
      return {
        kind: 'literal',
        value,
        datatype: datatype.iri,
        written: 'typed',
        range: range(token.start, datatype.range.end),
      };
    }
  }
  return {
    kind: 'literal',
    value,
    datatype: `${XSD}string`,
    written: 'plain',
    range: range(token.start, token.end),
  };
}

export function readIri(state: ParserState): IriTerm {
  const token = state.next();
  const where = range(token.start, token.end);
  const written = state.slice(token);
  if (token.type === 'keyword') return { kind: 'iri', iri: RDF_TYPE, range: where };
  if (token.type === 'iri')
    return { kind: 'iri', iri: resolveIri(written.slice(1, -1), state.base), range: where };
  const { prefix, iri } = resolveCached(state, written);
  const declared = state.bindings.has(prefix);
  state.prefixUses.push({ prefix, resolved: declared, range: where });
  if (!declared && VIRTUOSO_PREFIXES.has(prefix)) noteDefaultPrefix(state, prefix, where);
  return { kind: 'iri', iri, prefix, range: where };
}

/** Returns the same string object for the same name, which makes later lookups fast. */
function resolveCached(
  state: ParserState,
  written: string,
): { readonly prefix: string; readonly iri: string } {
  let name = state.names.get(written);
  if (!name) state.names.set(written, (name = resolveName(written, state.bindings)));
  return name;
}

function noteDefaultPrefix(state: ParserState, prefix: string, where: TextRange): void {
  if (state.defaultPrefixes.has(prefix)) return;
  state.defaultPrefixes.add(prefix);
  const start = state.tokens[0]?.start ?? 0;
  const declaration = `PREFIX ${prefix}: <${VIRTUOSO_PREFIXES.get(prefix) ?? ''}>\n`;
  state.dialectisms.push({
    rule: 'default-prefix',
    range: where,
    message: `prefix '${prefix}:' is not declared`,
    edits: [{ range: range(start, start), newText: declaration }],
  });
}

/** `xsd:datetime(…)` is not standard, but published Virtuoso queries often use it. */
export function noteDatetime(state: ParserState, iri: IriTerm): void {
  if (iri.iri !== `${XSD}datetime`) return;
  state.addDialectism(
    'datetime',
    iri.range,
    "'datetime' in lower case is a Virtuoso extension",
    state.sliceRange(iri.range).replace(/datetime/, 'dateTime'),
  );
}
