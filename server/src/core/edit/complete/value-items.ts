/** Literals of the kind that belongs where the cursor is, with a place to fill in, and the names of other vocabularies. */
import { typesOf } from './relation-place';
import { literalFamily, type LiteralFamily } from '../../language/rdf/datatypes';
import { RDF, RDFS, XSD } from '../../language/rdf/names';
import type { KbSchema } from '../../schema/schema';
import type { QueryModel } from '../../language/sparql/model';
import type { Token } from '../../language/sparql/tokens';
import { filterFor, isMeant, type CompletionItem } from './item';
import { relationToHere } from './object-place';
import type { CompletionContext } from './context';

/** After a relation to literals, or after `?x >`. */
export function* literalItems(context: CompletionContext): Iterable<CompletionItem> {
  const { place, schema, typed } = context;
  const inference = context.inference();
  if (!schema || !inference || typed.form !== 'word') return;
  if (place.position === 'object') {
    const family = familyOf(schema, relationToHere(inference, schema)?.range);
    if (family) yield* literalsOf(place.query, family);
    return;
  }
  const compared = comparedVariable(context);
  if (compared === undefined) return;
  const family = familyOfVariable(context, schema, compared);
  if (family) yield* literalsOf(place.query, family);
}

/** The variable on the other side of the comparison that is being written, bare or converted: `?x >`, `xsd:float(?x) >`. */
function comparedVariable({ place: { before, query } }: CompletionContext): string | undefined {
  const operator = before[before.length - 1];
  if (!operator || !/^(?:[<>]=?|!?=)$/.test(operator.value)) return undefined;
  let left = before[before.length - 2];
  if (left?.value === ')') {
    const converted = before[before.length - 5]?.type === 'pname' && before[before.length - 4]?.value === '(';
    left = converted ? before[before.length - 3] : undefined;
  }
  return left?.type === 'variable' ? query.text.slice(left.start + 1, left.end) : undefined;
}

/** After `^^`: the datatypes, those that the property holds first. */
export function* datatypeItems(context: CompletionContext): Iterable<CompletionItem> {
  const { place, typed } = context;
  if (typed.form === 'variable' || typed.form === 'iri') return;
  const family = expectedFamily(context, place.before.slice(0, -2));
  const names = VOCABULARIES.get(XSD) ?? [];
  const fits = (name: string): boolean => literalFamily(XSD + name) === family;
  for (const name of [...names.filter(fits), ...names.filter((one) => !fits(one))]) {
    const text = typedAs(place.query, name);
    if (isMeant(typed.local, name) || isMeant(typed.local, text))
      yield { kind: 'value', label: text, text, filter: filterFor(place.typed, typed.local, name) };
  }
}

/** After `@`. */
export function* languageItems(): Iterable<CompletionItem> {
  for (const [tag, note] of LANGUAGES) yield { kind: 'value', label: tag, note, text: tag };
}

const LANGUAGES = [
  ['en', 'English'],
  ['de', 'German'],
  ['es', 'Spanish'],
  ['fr', 'French'],
  ['it', 'Italian'],
  ['pt', 'Portuguese'],
  ['zh', 'Chinese'],
  ['ja', 'Japanese'],
] as const;

/** What kind of literal belongs after these tokens, as far as a relation or a comparison tells. */
function expectedFamily(context: CompletionContext, before: readonly Token[]): LiteralFamily | undefined {
  const { place, schema } = context;
  const last = before[before.length - 1];
  if (!schema || !last) return undefined;
  if (last.type === 'pname' || last.type === 'iri') {
    const written = place.query.text.slice(last.start, last.end);
    const link = context
      .inference()
      ?.scopes.relations.find(
        ({ iri }) => place.query.text.slice(iri.range.start, iri.range.end) === written,
      );
    const id = link && schema.idOf(link.iri.iri);
    return id === undefined ? undefined : familyOf(schema, schema.relation(id)?.range);
  }
  const compared = comparedVariable({ ...context, place: { ...place, before } });
  return compared === undefined ? undefined : familyOfVariable(context, schema, compared);
}

function familyOfVariable(
  context: CompletionContext,
  schema: KbSchema,
  name: string,
): LiteralFamily | undefined {
  const inference = context.inference();
  for (const scope of inference?.scopes.all ?? []) {
    for (const { object } of scope.links) {
      if (object.term?.kind !== 'variable' || object.term.name !== name || !inference) continue;
      for (const type of typesOf(inference, scope, object)) {
        const family = familyOf(schema, type);
        if (family) return family;
      }
    }
  }
  return undefined;
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

function* literalsOf(query: QueryModel, family: LiteralFamily): Iterable<CompletionItem> {
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

/** After `rdf:`, `rdfs:` and, as functions, `xsd:`. */
export function* vocabularyItems({ place, typed }: CompletionContext): Iterable<CompletionItem> {
  if (typed.form !== 'name' || typed.namespace === undefined || place.position === 'datatype') return;
  const isCall = place.position === 'expression' && typed.namespace === XSD;
  const bare = place.next.startsWith('(');
  for (const name of VOCABULARIES.get(typed.namespace) ?? []) {
    const text = `${typed.prefix}:${name}`;
    yield {
      kind: isCall ? 'function' : 'value',
      label: text,
      text: isCall && !bare ? `${text}($0)` : text,
      snippet: isCall && !bare,
    };
  }
}
