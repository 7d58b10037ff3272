/** What could be written where the cursor stands, the likeliest first. */
import type { KbSchema } from '../../schema/schema';
import type { Dialect } from '../../language/sparql/model';
import type { TextRange } from '../../language/text/range';
import { classItems } from './class-items';
import { hopItems } from './hop-items';
import type { CompletionItem } from './item';
import { asksForClass } from './object-place';
import { placeAt } from './place';
import { declarationItems, namespaceItems, prefixItems } from './prefix-items';
import { relationItems } from './relation-items';
import { sceneAt, type Scene } from './scene';
import { snippetItems } from './snippet-items';
import { datatypeItems, languageItems, literalItems, vocabularyItems } from './value-items';
import { aliasItems, variableItems } from './variable-items';
import { wordItems } from './word-items';

export interface Completion {
  /** The word that an item takes the place of. */
  readonly word: TextRange;
  /** The word up to the cursor. */
  readonly typed: string;
  readonly items: readonly CompletionItem[];
}

export function completeAt(
  text: string,
  offset: number,
  { schema, dialect }: { readonly schema: KbSchema | undefined; readonly dialect: Dialect },
): Completion | undefined {
  const place = placeAt(text, offset, dialect);
  if (!place) return undefined;
  const scene = sceneAt(place, schema);
  return { word: place.word, typed: place.typed, items: unique(itemsAt(scene)) };
}

function* itemsAt(scene: Scene): Iterable<CompletionItem> {
  if (scene.place.tagged) {
    yield* languageItems();
    return;
  }
  yield* vocabularyItems(scene);
  switch (scene.place.position) {
    case 'start':
      yield* wordItems(scene);
      yield* snippetItems(scene);
      return;
    case 'prefix':
      yield* declarationItems(scene);
      return;
    case 'namespace':
      yield* namespaceItems(scene);
      return;
    case 'datatype':
      yield* datatypeItems(scene);
      return;
    case 'alias':
      yield* aliasItems(scene);
      return;
    case 'number':
      for (const number of ['1', '10', '100']) yield { kind: 'value', label: number, text: number };
      return;
    case 'projection':
      yield* variableItems(scene);
      yield* wordItems(scene);
      yield* snippetItems(scene);
      return;
    case 'subject':
    case 'triple-end':
      yield* variableItems(scene);
      yield* wordItems(scene);
      yield* snippetItems(scene);
      yield* prefixItems(scene);
      return;
    case 'relation':
      yield* relationItems(scene);
      yield* hopItems(scene);
      yield* variableItems(scene);
      return;
    case 'object':
      yield* objectItems(scene);
      return;
    case 'expression':
      yield* literalItems(scene);
      yield* variableItems(scene);
      yield* wordItems(scene);
      return;
    case 'modifier':
      yield* wordItems(scene);
      yield* snippetItems(scene);
      return;
    case 'ordering':
      yield* variableItems(scene);
      yield* wordItems(scene);
      return;
    case 'data':
      yield* prefixItems(scene);
      yield* wordItems(scene);
      return;
    case 'other':
      yield* wordItems(scene);
      yield* variableItems(scene);
  }
}

function* objectItems(scene: Scene): Iterable<CompletionItem> {
  const { schema } = scene;
  const inference = scene.inference();
  if (schema && inference && asksForClass(inference, schema)) {
    yield* classItems(scene);
    yield* variableItems(scene);
    return;
  }
  yield* variableItems(scene);
  yield* literalItems(scene);
  yield* prefixItems(scene);
}

function unique(items: Iterable<CompletionItem>): readonly CompletionItem[] {
  const seen = new Map<string, CompletionItem>();
  for (const item of items) {
    const key = `${item.kind} ${item.label}`;
    if (!seen.has(key)) seen.set(key, item);
  }
  return [...seen.values()];
}
