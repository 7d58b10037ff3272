import { memoizeWeak } from '../../language/text/cache';
import { labelOf } from '../../schema/labels';
import type { KbSchema } from '../../schema/schema';
import { toFilterText, type CompletionItem } from './item';
import { relationPlace } from './relation-place';
import { rankRelations } from './rank-relations';
import type { CompletionContext } from './context';

const MAX_RELATIONS = 60;
/** Relations that may take the place of others without facts in the KB. */
const MAX_COMPARED = 180;

/** Relations that fit, the most likely first. */
export function* relationItems(context: CompletionContext): Iterable<CompletionItem> {
  const { place, schema, typed } = context;
  const search = schema && kbSearchText(context, schema);
  if (!schema || search === undefined) return;
  if (typed.form === 'word' && 'a'.startsWith(typed.local)) yield TYPE_KEYWORD;
  const inverse = place.before[place.before.length - 1]?.value === '^';
  for (const id of likelyRelations(context)) {
    yield {
      kind: 'relation',
      label: id,
      detail: [describeEnd(schema, id, inverse), ...factsNote(context, schema, id)]
        .filter(Boolean)
        .join(' · '),
      ...context.writeName(id),
      filterText: toFilterText(place.typed, search, id),
      symbol: { kind: 'id', id },
    };
  }
}

/** The relations that fit here, the most likely first. The ranking is cached for each context. */
export const likelyRelations = memoizeWeak((context: CompletionContext): readonly string[] => {
  const { place, schema } = context;
  const search = schema && kbSearchText(context, schema);
  const inference = context.inference();
  if (!schema || search === undefined || !inference) return [];
  const limit = context.kb ? MAX_COMPARED : MAX_RELATIONS;
  const ranked = rankRelations(schema, search, relationPlace(place, inference, schema), limit);
  const lacksFacts = ({ id }: { readonly id: string }): boolean =>
    context.kb?.hasFacts(schema.namespace + id) === false;
  const [used, unused] = [ranked.filter((one) => !lacksFacts(one)), ranked.filter(lacksFacts)];
  return [...used, ...unused].slice(0, MAX_RELATIONS).map(({ id }) => id);
});

/** Says that the connected KB has no facts with a relation. */
function factsNote({ kb }: CompletionContext, schema: KbSchema, id: string): readonly string[] {
  return kb?.hasFacts(schema.namespace + id) === false ? [`no facts in ${kb.name}`] : [];
}

/** The part of the typed word to search the KB's names for; undefined for variables and other vocabularies. */
export function kbSearchText({ typed }: CompletionContext, schema: KbSchema): string | undefined {
  switch (typed.form) {
    case 'word':
      return typed.local;
    case 'variable':
      return undefined;
    case 'name':
      return typed.namespace === undefined || typed.namespace === schema.namespace ? typed.local : undefined;
    case 'iri': {
      const { namespace } = schema;
      if (typed.local.startsWith(namespace)) return typed.local.slice(namespace.length);
      return namespace.startsWith(typed.local) ? '' : undefined;
    }
  }
}

/** The type at the end of a relation. After `^` that is its domain. */
function describeEnd(schema: KbSchema, id: string, inverse: boolean): string {
  const relation = schema.relation(id);
  const end = inverse ? relation?.domain : relation?.range;
  if (end === undefined) return '';
  const mediator = schema.isMediator(end);
  return `→ ${labelOf(end)}${mediator ? ' (mediator)' : ''}`;
}

const TYPE_KEYWORD: CompletionItem = {
  kind: 'keyword',
  label: 'a',
  detail: 'is of the class',
  insertText: 'a',
  symbol: { kind: 'keyword', name: 'A' },
};
