import { memoizeWeak } from '../../language/text/cache';
import { labelOf } from '../../schema/labels';
import type { KbSchema } from '../../schema/schema';
import { toFilterText, type CompletionItem } from './item';
import { relationPlace } from './relation-place';
import { rankRelations } from './rank-relations';
import type { CompletionContext } from './context';

const MAX_RELATIONS = 60;

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
      detail: describeEnd(schema, id, inverse),
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
  return rankRelations(schema, search, relationPlace(place, inference, schema), MAX_RELATIONS).map(
    ({ id }) => id,
  );
});

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
  const mediator = schema.type(end)?.kind === 'mediator';
  return `→ ${labelOf(end)}${mediator ? ' (mediator)' : ''}`;
}

const TYPE_KEYWORD: CompletionItem = {
  kind: 'keyword',
  label: 'a',
  detail: 'is of the class',
  insertText: 'a',
  symbol: { kind: 'keyword', name: 'A' },
};
