/** Reads SPARQL XML results of an endpoint. */
import type { AnswerRow, QueryAnswer, RdfTerm } from '../kb/knowledge-base';
import { XSD } from '../language/rdf/names';

/** A tag of the results with the text after it. */
const TAG = /<(\/?)(result|binding|uri|literal|bnode)\b([^<>]*)>([^<]*)/g;

export function readXmlResults(text: string, maxRows = Infinity): QueryAnswer | { readonly problem: string } {
  if (!/<\/sparql\s*>\s*$/.test(text))
    return {
      problem: /^\s*(?:<\?|<!--|<sparql\b[^>]*[^/]>)/.test(text) ? 'Its answer is incomplete.' : NO_RESULTS,
    };
  const boolean = /<boolean>\s*(true|false)\s*<\/boolean>/.exec(text)?.[1];
  if (boolean !== undefined) return { kind: 'boolean', value: boolean === 'true' };
  const start = text.indexOf('<results');
  if (start < 0) return { problem: NO_RESULTS };
  const columns = [...text.slice(0, start).matchAll(/<variable\b([^<>]*)>/g)].map(([, attributes = '']) =>
    attribute(attributes, 'name'),
  );
  const indexOf = new Map(columns.map((column, at) => [column, at]));
  const rows: AnswerRow[] = [];
  let row: (RdfTerm | null)[] = [];
  let column: number | undefined;
  TAG.lastIndex = start;
  for (let tag = TAG.exec(text); tag && rows.length < maxRows; tag = TAG.exec(text)) {
    const [, slash, name = '', attributes = '', content = ''] = tag;
    const isEnd = slash === '/';
    if (name === 'result') {
      if (!isEnd) row = columns.map(() => null);
      if (isEnd || attributes.endsWith('/')) rows.push(row);
    } else if (name === 'binding') column = isEnd ? undefined : indexOf.get(attribute(attributes, 'name'));
    else if (!isEnd && column !== undefined)
      row[column] = toTerm(name, attributes, attributes.endsWith('/') ? '' : decode(content));
  }
  return { kind: 'table', columns, rows };
}

const NO_RESULTS = 'Its answer is XML, but not SPARQL results.';

function toTerm(kind: string, attributes: string, value: string): RdfTerm {
  if (kind === 'uri') return { type: 'uri', value };
  if (kind === 'bnode') return { type: 'bnode', value: value.replace(/^_:/, '') };
  const [datatype, language] = [attribute(attributes, 'datatype'), attribute(attributes, 'xml:lang')];
  return {
    type: 'literal',
    value,
    ...(datatype !== '' && datatype !== `${XSD}string` && { datatype }),
    ...(language !== '' && { 'xml:lang': language }),
  };
}

/** Empty if it is absent. */
function attribute(attributes: string, name: string): string {
  if (attributes === '') return '';
  const [, , value = ''] = new RegExp(`(?:^|\\s)${name}\\s*=\\s*(["'])(.*?)\\1`).exec(attributes) ?? [];
  return decode(value);
}

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

function decode(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(/&(?:#x([\da-f]{1,6})|#(\d{1,7})|([a-z]+));/gi, (written, hex, decimal, name) => {
    if (name !== undefined) return ENTITIES[String(name)] ?? written;
    const code = hex === undefined ? Number(decimal) : Number.parseInt(String(hex), 16);
    return code <= 0x10ffff ? String.fromCodePoint(code) : written;
  });
}
