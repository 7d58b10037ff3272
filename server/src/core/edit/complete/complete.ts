/** Completion: the items that can be inserted at the cursor, the most likely first. */
import type { KbSchema } from '../../schema/schema';
import type { Dialect } from '../../language/sparql/model';
import type { TextRange } from '../../language/text/range';
import { classItems } from './class-items';
import { hopItems } from './hop-items';
import type { CompletionItem } from './item';
import { expectsClass } from './object-place';
import { placeAt } from './place';
import { declarationItems, namespaceItems, prefixItems } from './prefix-items';
import { relationItems } from './relation-items';
import { contextAt, type CompletionContext } from './context';
import { snippetItems } from './snippet-items';
import { datatypeItems, languageItems, literalItems, vocabularyItems } from './value-items';
import { aliasItems, variableItems } from './variable-items';
import { wordItems } from './word-items';

interface CompletionList {
  /** The word that an item replaces. */
  readonly word: TextRange;
  /** The part of the word before the cursor. */
  readonly typed: string;
  readonly items: readonly CompletionItem[];
}

export function completeAt(
  text: string,
  offset: number,
  { schema, dialect }: { readonly schema: KbSchema | undefined; readonly dialect: Dialect },
): CompletionList | undefined {
  const place = placeAt(text, offset, dialect);
  if (!place) return undefined;
  const context = contextAt(place, schema);
  return { word: place.word, typed: place.typed, items: unique(itemsAt(context)) };
}

function* itemsAt(context: CompletionContext): Iterable<CompletionItem> {
  if (context.place.afterAt) {
    yield* languageItems();
    return;
  }
  yield* vocabularyItems(context);
  switch (context.place.position) {
    case 'start':
      yield* wordItems(context);
      yield* snippetItems(context);
      return;
    case 'prefix':
      yield* declarationItems(context);
      return;
    case 'namespace':
      yield* namespaceItems(context);
      return;
    case 'datatype':
      yield* datatypeItems(context);
      return;
    case 'alias':
      yield* aliasItems(context);
      return;
    case 'number':
      for (const number of ['1', '10', '100']) yield { kind: 'value', label: number, text: number };
      return;
    case 'projection':
      yield* variableItems(context);
      yield* wordItems(context);
      yield* snippetItems(context);
      return;
    case 'subject':
    case 'triple-end':
      yield* variableItems(context);
      yield* wordItems(context);
      yield* snippetItems(context);
      yield* prefixItems(context);
      return;
    case 'relation':
      yield* relationItems(context);
      yield* hopItems(context);
      yield* variableItems(context);
      return;
    case 'object':
      yield* objectItems(context);
      return;
    case 'expression':
      yield* literalItems(context);
      yield* variableItems(context);
      yield* wordItems(context);
      return;
    case 'modifier':
      yield* wordItems(context);
      yield* snippetItems(context);
      return;
    case 'ordering':
      yield* variableItems(context);
      yield* wordItems(context);
      return;
    case 'data':
      yield* prefixItems(context);
      yield* wordItems(context);
      return;
    case 'other':
      yield* wordItems(context);
      yield* variableItems(context);
  }
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
