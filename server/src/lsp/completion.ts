import {
  CompletionItemKind,
  InsertTextFormat,
  InsertTextMode,
  LSPErrorCodes,
  ResponseError,
  type CompletionItem as LspItem,
  type CompletionList,
} from 'vscode-languageserver';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import * as z from 'zod/mini';
import { completeAt } from '../core/edit/complete/complete';
import { describeSymbol } from '../core/edit/complete/details';
import type { CompletionItem, CompletionKind } from '../core/edit/complete/item';
import { warmUp } from '../core/edit/complete/warm-up';
import { completeEndpoint } from '../core/edit/endpoint';
import { SAMPLE_KB } from '../core/kb/kb-config';
import { listKnowledgeBases } from '../core/kb/kb-list';
import { range } from '../core/language/text/range';
import type { ClientAbilities } from './client-abilities';
import { answerAt, type Feature, type OpenDocument } from './feature';
import { toSignal } from './requests';
import { toEdits, toMarkup, toRange } from './to-lsp';
import type { Workspace } from './workspace';

export const completion: Feature = {
  capabilities: {
    completionProvider: {
      triggerCharacters: [':', '.', '?', '$', '<', '/', '^', '|'],
      resolveProvider: true,
    },
  },
  listen(connection, workspace) {
    connection.onCompletion(async (params, token) => {
      const signal = toSignal(token);
      const work = (open: OpenDocument, offset: number): Promise<CompletionList | null> =>
        completionsAt(open, offset, workspace, signal);
      try {
        return await answerAt(workspace, params, token, work);
      } catch (error) {
        if (signal.aborted) return new ResponseError(LSPErrorCodes.RequestCancelled, 'cancelled');
        throw error;
      }
    });
    connection.onCompletionResolve(async (item) => {
      const data = itemData.safeParse(item.data);
      if (!data.success) return item;
      const value = describeSymbol(data.data, await workspace.schema());
      return value ? { ...item, documentation: toMarkup(value, workspace.client.completionFormat) } : item;
    });
  },
  warmUp,
};

/** What an item is about; the client returns it when the item is resolved. */
const itemData = z.union([
  z.object({ kind: z.literal('id'), id: z.string() }),
  z.object({ kind: z.enum(['keyword', 'function', 'cast']), name: z.string() }),
]);

/** How long a list waits for the KB if all of it comes from there, and otherwise. */
const WAIT_MS = { entitiesOnly: 1000, mixed: 50 } as const;

async function completionsAt(
  open: OpenDocument,
  offset: number,
  workspace: Workspace,
  signal: AbortSignal,
): Promise<CompletionList | null> {
  const { document, schema, settings, entitiesOf } = open;
  const endpoint = completeEndpoint(document.getText(), offset, listKnowledgeBases(settings.knowledgeBases));
  if (endpoint) return kbNames(document, endpoint, workspace.client.labelDetails);
  const found = completeAt(document.getText(), offset, {
    schema,
    dialect: settings.dialect,
    kbOf: (query) => {
      const kb = entitiesOf(query);
      if (kb?.kb.name === SAMPLE_KB && schema)
        void workspace.entities
          .linkerOf(kb, settings, schema)
          .then((linker) => workspace.entitySearches.prepare(linker));
      return kb && workspace.relationFacts.of(kb);
    },
  });
  if (!found) return null;
  const kb = found.entities && entitiesOf(found.entities.query);
  if (!found.entities || !kb || !schema) return toList(open, offset, found, workspace.client);
  const linker = await workspace.entities.linkerOf(kb, settings, schema);
  const waitMs = found.entities.isName ? WAIT_MS.entitiesOnly : WAIT_MS.mixed;
  const searched = { ...kb, linker, schema };
  const entities = await workspace.entitySearches.find(found.entities, searched, waitMs, signal);
  const items = [...found.items, ...found.entities.itemsFor(entities ?? [])];
  // The editor must request again when the user types more, because the KB is searched for another text then.
  return { ...toList(open, offset, { ...found, items }, workspace.client), isIncomplete: true };
}

function toList(
  { document }: OpenDocument,
  offset: number,
  { word, typed, items }: Pick<NonNullable<ReturnType<typeof completeAt>>, 'word' | 'typed' | 'items'>,
  { snippets, insertReplace, defaultEditRange, labelDetails }: ClientAbilities,
): CompletionList {
  // When replacing, the rest of the word after the cursor is replaced too.
  const [insert, replace] = [toRange(document, range(word.start, offset)), toRange(document, word)];
  const editRange = insertReplace ? { insert, replace } : replace;
  const editTo = (newText: string, label: string): Pick<LspItem, 'textEdit' | 'textEditText'> => {
    if (!defaultEditRange)
      return { textEdit: insertReplace ? { insert, replace, newText } : { range: replace, newText } };
    return newText === label ? {} : { textEditText: newText };
  };
  const textOf = (item: CompletionItem): string => (snippets ? item.insertText : withoutPlaceholders(item));
  return {
    // Only the best items are sent, so the editor must request again when the user types more.
    isIncomplete: items.some((item) => item.filterText !== undefined),
    // A query of a thousand lines has hundreds of variables: with a range in each item, the list would be three times as long.
    ...(defaultEditRange && { itemDefaults: { editRange } }),
    items: items
      .filter((item) => snippets || item.kind !== 'snippet')
      .map((item, index): LspItem => {
        const newText = textOf(item);
        const isSnippet = item.isSnippet === true && snippets;
        const labelled = labelDetails ? fullLabel(item) : plainLabel(item, typed, newText);
        return {
          ...labelled,
          kind: KINDS[item.kind],
          sortText: String(index).padStart(4, '0'),
          ...editTo(newText, labelled.label),
          ...(isSnippet
            ? { insertTextFormat: InsertTextFormat.Snippet, insertTextMode: InsertTextMode.adjustIndentation }
            : {}),
          ...(item.additionalEdits?.length
            ? { additionalTextEdits: toEdits(document, item.additionalEdits) }
            : {}),
          ...(item.symbol ? { data: item.symbol } : {}),
        };
      }),
  };
}

function fullLabel({
  label,
  filterText,
  detail,
}: CompletionItem): Pick<LspItem, 'label' | 'filterText' | 'labelDetails'> {
  return {
    label,
    ...(filterText !== undefined && filterText !== label && { filterText }),
    ...describedBy(detail, true),
  };
}

/**
 * For simple clients, which compare the label or the new text with the typed word: the label is the new text if that ends with the label
 * as in `ns:film.film`. A filter text would make some of them compare with another word, so it is sent only if it is needed.
 */
function plainLabel(
  { label, filterText, detail }: CompletionItem,
  typed: string,
  newText: string,
): Pick<LspItem, 'label' | 'filterText' | 'detail'> {
  const shown = newText.endsWith(label) ? newText : label;
  const startsAsTyped = shown.startsWith(typed) && newText.startsWith(typed);
  return {
    label: shown,
    ...(startsAsTyped ? {} : { filterText: filterText ?? label }),
    ...describedBy(detail, false),
  };
}

/** The description of an item: beside its label if the client supports that. */
function describedBy(
  description: string | undefined,
  labelDetails: boolean,
): Pick<LspItem, 'labelDetails' | 'detail'> {
  if (!description) return {};
  return labelDetails ? { labelDetails: { description } } : { detail: description };
}

/** Completes the name of a KB in a line `# endpoint:`. */
function kbNames(
  document: TextDocument,
  { word, kbs }: NonNullable<ReturnType<typeof completeEndpoint>>,
  labelDetails: boolean,
): CompletionList {
  return {
    isIncomplete: false,
    items: kbs.map(({ name, where }) => ({
      label: name,
      kind: CompletionItemKind.Value,
      ...describedBy(where, labelDetails),
      textEdit: { range: toRange(document, word), newText: name },
    })),
  };
}

/** The text of a snippet for a client without snippet support. */
function withoutPlaceholders({ insertText: text, isSnippet: snippet }: CompletionItem): string {
  if (!snippet) return text;
  return text
    .replace(/\$\{\d+:([^}]*)\}/g, '$1')
    .replace(/\$\d/g, '')
    .replace(/\\([\\$}])/g, '$1');
}

const KINDS: Readonly<Record<CompletionKind, CompletionItemKind>> = {
  relation: CompletionItemKind.Property,
  class: CompletionItemKind.Class,
  entity: CompletionItemKind.Constant,
  variable: CompletionItemKind.Variable,
  keyword: CompletionItemKind.Keyword,
  function: CompletionItemKind.Function,
  aggregate: CompletionItemKind.Function,
  snippet: CompletionItemKind.Snippet,
  prefix: CompletionItemKind.Module,
  value: CompletionItemKind.Value,
};
