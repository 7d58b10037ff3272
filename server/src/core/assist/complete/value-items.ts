/** Literals of the kind that belongs where the cursor is, with a place to fill in, and the names of other vocabularies. */
import { typesOf } from './relation-place';
import { literalFamily, type LiteralFamily } from '../../rdf/datatypes';
import { RDF, RDFS, XSD } from '../../rdf/names';
import type { KbSchema } from '../../kb/schema';
import type { QueryModel } from '../../sparql/model';
import type { CompletionItem } from './item';
import { relationToHere } from './object-place';
import type { Scene } from './scene';

/** After a relation to literals, or after `?x >`. */
export function* literalItems(scene: Scene): Iterable<CompletionItem> {
  const { place, schema, typed } = scene;
  const inference = scene.inference();
  if (!schema || !inference || typed.form !== 'word') return;
  if (place.position === 'object') {
    const family = familyOf(schema, relationToHere(inference, schema)?.range);
    if (family) yield* literalsOf(place.query, family);
    return;
  }
  const compared = comparedVariable(scene);
  if (compared === undefined) return;
  const nodes = inference.scopes.all.flatMap((scope) =>
    scope.links.flatMap(({ object }) =>
      object.term?.kind === 'variable' && object.term.name === compared ? [{ scope, object }] : [],
    ),
  );
  for (const { scope, object } of nodes) {
    const families = typesOf(inference, scope, object).map((type) => familyOf(schema, type));
    const family = families.find((one) => one !== undefined);
    if (!family) continue;
    yield* literalsOf(place.query, family);
    return;
  }
}

/** The variable on the other side of the comparison that is being written. */
export function comparedVariable({ place: { before, query } }: Scene): string | undefined {
  const operator = before[before.length - 1];
  let left = before[before.length - 2];
  // xsd:float(?x) > …
  if (left?.value === ')') left = before[before.length - 3];
  if (!operator || !/^(?:[<>]=?|!?=)$/.test(operator.value) || left?.type !== 'variable') return undefined;
  return query.text.slice(left.start + 1, left.end);
}

function familyOf(schema: KbSchema, type: string | undefined): LiteralFamily | undefined {
  return type === undefined ? undefined : schema.type(type)?.literal;
}

const FORMS: Readonly<
  Record<LiteralFamily, readonly (readonly [example: string, datatype: string | undefined])[]>
> = {
  integer: [['0', 'integer']],
  float: [['0.0', 'float']],
  datetime: [
    ['2000', 'gYear'],
    ['2000-01-31', 'date'],
    ['2000-01-31T00:00:00', 'dateTime'],
  ],
  boolean: [],
  text: [['text', undefined]],
  duration: [],
  other: [],
};

export function* literalsOf(query: QueryModel, family: LiteralFamily): Iterable<CompletionItem> {
  if (family === 'boolean') {
    for (const word of ['true', 'false']) yield { kind: 'value', label: word, text: word };
  }
  for (const [example, datatype] of FORMS[family]) {
    if (datatype === undefined) {
      yield {
        kind: 'value',
        label: `"${example}"@en`,
        note: 'a text in English',
        text: '"${1:text}"@en',
        snippet: true,
      };
      yield { kind: 'value', label: `"${example}"`, note: 'a text', text: '"${1:text}"', snippet: true };
    } else {
      const written = typedAs(query, datatype);
      yield {
        kind: 'value',
        label: `"${example}"^^${written}`,
        note: literalFamily(XSD + datatype),
        text: `"\${1:${example}}"^^${written}`,
        snippet: true,
      };
    }
  }
}

/** `xsd:float`, by whatever prefix the query has for it. */
export function typedAs(query: QueryModel, datatype: string): string {
  const declared = query.prefixes.find(({ iri }) => iri === XSD)?.prefix;
  const prefix = declared ?? (query.dialect === 'virtuoso' ? 'xsd' : undefined);
  return prefix === undefined ? `<${XSD}${datatype}>` : `${prefix}:${datatype}`;
}

const VOCABULARIES: ReadonlyMap<string, readonly string[]> = new Map([
  [
    XSD,
    [
      'string',
      'boolean',
      'integer',
      'float',
      'double',
      'decimal',
      'date',
      'dateTime',
      'gYear',
      'gYearMonth',
      'time',
    ],
  ],
  [RDF, ['type']],
  [RDFS, ['label', 'comment', 'subClassOf', 'domain', 'range']],
]);

/** After `xsd:`, `rdf:` and `rdfs:`. */
export function* vocabularyItems({ place, typed }: Scene): Iterable<CompletionItem> {
  if (typed.form !== 'name' || typed.namespace === undefined) return;
  const isCall = place.position === 'expression' && typed.namespace === XSD && !isDatatype(place.before);
  for (const name of VOCABULARIES.get(typed.namespace) ?? []) {
    const text = `${typed.prefix}:${name}`;
    yield {
      kind: isCall ? 'function' : 'value',
      label: text,
      text: isCall ? `${text}($0)` : text,
      snippet: isCall,
    };
  }
}

function isDatatype(before: Scene['place']['before']): boolean {
  return before[before.length - 1]?.value === '^^';
}
