/** Completion: the items that can be inserted at the cursor, the most likely first. */
import type { KbSchema } from '../../schema/schema';
import type { Dialect, QueryModel } from '../../language/sparql/model';
import type { TextRange } from '../../language/text/range';
import { classItems } from './class-items';
import { entitySearch, type EntitySearch } from './entity-items';
import { hopItems } from './hop-items';
import type { CompletionItem } from './item';
import type { KbRelations } from './kb-relations';
import { expectsClass } from './cursor-link';
import { placeAt } from './place';
import type { SyntaxPosition } from './position';
import { declarationItems, namespaceItems, prefixItems } from './prefix-items';
import { relationItems } from './relation-items';
import { contextAt, type CompletionContext } from './context';
import { snippetItems } from './snippet-items';
import { datatypeItems, languageItems, literalItems, numberItems, vocabularyItems } from './value-items';
import { aliasItems, variableItems } from './variable-items';
import { wordItems } from './word-items';

interface CompletionList {
  /** The word that an item replaces. */
  readonly word: TextRange;
  /** The part of the word before the cursor. */
  readonly typed: string;
  readonly items: readonly CompletionItem[];
  /** How to search for entities, if one can be inserted here. */
  readonly entities: EntitySearch | undefined;
}

interface CompletionOptions {
  readonly schema: KbSchema | undefined;
  readonly dialect: Dialect;
  readonly kbOf?: (query: QueryModel) => KbRelations | undefined;
}

export function completeAt(
  text: string,
  offset: number,
  { schema, dialect, kbOf }: CompletionOptions,
): CompletionList | undefined {
  const place = placeAt(text, offset, dialect);
  if (!place) return undefined;
  const context = contextAt(place, schema, kbOf?.(place.query));
  const items = unique(itemsAt(context));
  return { word: place.word, typed: place.typed, items, entities: entitySearch(context, items) };
}

type ItemSource = (context: CompletionContext) => Iterable<CompletionItem>;

/** The sources of items by position, in the order of their items. */
const SOURCES: Readonly<Record<SyntaxPosition, readonly ItemSource[]>> = {
  start: [wordItems, snippetItems],
  prefix: [declarationItems],
  namespace: [namespaceItems],
  datatype: [datatypeItems],
  alias: [aliasItems],
  number: [numberItems],
  projection: [variableItems, wordItems, snippetItems],
  subject: [variableItems, wordItems, snippetItems, prefixItems],
  'triple-end': [variableItems, wordItems, snippetItems, prefixItems],
  relation: [relationItems, hopItems, variableItems],
  object: [objectItems],
  expression: [literalItems, variableItems, wordItems],
  modifier: [wordItems, snippetItems],
  ordering: [variableItems, wordItems],
  data: [prefixItems, wordItems],
  other: [wordItems, variableItems],
};

function* itemsAt(context: CompletionContext): Iterable<CompletionItem> {
  const { afterAt, position } = context.place;
  for (const source of afterAt ? [languageItems] : [vocabularyItems, ...SOURCES[position]])
    yield* source(context);
}

function* objectItems(context: CompletionContext): Iterable<CompletionItem> {
  const { schema } = context;
  const inference = context.inference();
  if (schema && inference && expectsClass(inference, schema)) {
    yield* classItems(context);
    yield* variableItems(context);
    return;
  }
  yield* variableItems(context);
  yield* literalItems(context);
  yield* prefixItems(context);
}

function unique(items: Iterable<CompletionItem>): readonly CompletionItem[] {
  const seen = new Map<string, CompletionItem>();
  for (const item of items) {
    const key = `${item.kind} ${item.label}`;
    if (!seen.has(key)) seen.set(key, item);
  }
  return [...seen.values()];
}
