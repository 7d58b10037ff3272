import { typesOfNode } from './relation-place';
import { literalFamily, type LiteralFamily } from '../../language/rdf/datatypes';
import { RDF, RDFS, XSD } from '../../language/rdf/names';
import type { KbSchema } from '../../schema/schema';
import type { QueryModel } from '../../language/sparql/model';
import type { SparqlToken } from '../../language/sparql/tokens';
import { toFilterText, matchesTyped, type CompletionItem } from './item';
import { relationToCursor } from './cursor-link';
import { formatDatatype } from '../../check/schema/literal-form';
import type { CompletionContext } from './context';

/** Literals, after a relation to literals or a comparison such as `?x >`. */
export function* literalItems(context: CompletionContext): Iterable<CompletionItem> {
  const { place, schema, typed } = context;
  const inference = context.inference();
  if (!schema || !inference || typed.form !== 'word') return;
  if (place.position === 'object') {
    const family = familyOf(schema, relationToCursor(inference, schema)?.range);
    if (family) yield* literalsOfFamily(place.query, family);
    return;
  }
  const compared = comparedVariable(context);
  if (compared === undefined) return;
  const family = familyOfVariable(context, schema, compared);
  if (family) yield* literalsOfFamily(place.query, family);
}

/** The variable on the left of a comparison, also inside a cast: `?x >`, `xsd:float(?x) >`. */
export function comparedVariable({ place: { before, query } }: CompletionContext): string | undefined {
  const operator = before[before.length - 1];
  if (!operator || !/^(?:[<>]=?|!?=)$/.test(operator.value)) return undefined;
  let left = before[before.length - 2];
  if (left?.value === ')') {
    const isCast = before[before.length - 5]?.type === 'pname' && before[before.length - 4]?.value === '(';
    left = isCast ? before[before.length - 3] : undefined;
  }
  return left?.type === 'variable' ? query.text.slice(left.start + 1, left.end) : undefined;
}

/** Datatypes, after `^^`. Those that fit the relation or comparison come first. */
export function* datatypeItems(context: CompletionContext): Iterable<CompletionItem> {
  const { place, typed } = context;
  if (typed.form === 'variable' || typed.form === 'iri') return;
  const family = expectedFamily(context, place.before.slice(0, -2));
  const names = VOCABULARIES.get(XSD) ?? [];
  const fits = (name: string): boolean => literalFamily(XSD + name) === family;
  for (const name of [...names.filter(fits), ...names.filter((one) => !fits(one))]) {
    const text = formatDatatype(place.query, name);
    if (matchesTyped(typed.local, name) || matchesTyped(typed.local, text))
      yield {
        kind: 'value',
        label: text,
        insertText: text,
        filterText: toFilterText(place.typed, typed.local, name),
      };
  }
}

/** Language tags, after `@`. */
export function* languageItems(): Iterable<CompletionItem> {
  for (const [tag, note] of LANGUAGES) yield { kind: 'value', label: tag, detail: note, insertText: tag };
}

/** Numbers, after LIMIT and OFFSET. */
export function* numberItems(): Iterable<CompletionItem> {
  for (const number of ['1', '10', '100']) yield { kind: 'value', label: number, insertText: number };
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

/** The kind of literal that the relation or comparison before expects. */
function expectedFamily(
  context: CompletionContext,
  before: readonly SparqlToken[],
): LiteralFamily | undefined {
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
      for (const type of typesOfNode(inference, scope, object)) {
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

const EXAMPLES: Readonly<
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

function* literalsOfFamily(query: QueryModel, family: LiteralFamily): Iterable<CompletionItem> {
  if (family === 'boolean') {
    for (const word of ['true', 'false']) yield { kind: 'value', label: word, insertText: word };
  }
  for (const [example, datatype] of EXAMPLES[family]) {
    if (datatype === undefined) {
      yield {
        kind: 'value',
        label: `"${example}"@en`,
        detail: 'text in English',
        insertText: '"${1:text}"@en',
        isSnippet: true,
      };
      yield {
        kind: 'value',
        label: `"${example}"`,
        detail: 'text',
        insertText: '"${1:text}"',
        isSnippet: true,
      };
    } else {
      const written = formatDatatype(query, datatype);
      yield {
        kind: 'value',
        label: `"${example}"^^${written}`,
        detail: literalFamily(XSD + datatype),
        insertText: `"\${1:${example}}"^^${written}`,
        isSnippet: true,
      };
    }
  }
}

const VOCABULARIES: ReadonlyMap<string, readonly string[]> = new Map([
  [XSD, 'string boolean integer float double decimal date dateTime gYear gYearMonth time'.split(' ')],
  [RDF, ['type']],
  [RDFS, ['label', 'comment', 'subClassOf', 'domain', 'range']],
]);

/** Names of other vocabularies, after `rdf:`, `rdfs:` and `xsd:`. In expressions, datatypes are casts. */
export function* vocabularyItems({ place, typed }: CompletionContext): Iterable<CompletionItem> {
  if (typed.form !== 'name' || typed.namespace === undefined || place.position === 'datatype') return;
  const isCall = place.position === 'expression' && typed.namespace === XSD;
  const hasBracket = place.next.startsWith('(');
  for (const name of VOCABULARIES.get(typed.namespace) ?? []) {
    const text = `${typed.prefix}:${name}`;
    yield {
      kind: isCall ? 'function' : 'value',
      label: text,
      insertText: isCall && !hasBracket ? `${text}($0)` : text,
      isSnippet: isCall && !hasBracket,
    };
  }
}
