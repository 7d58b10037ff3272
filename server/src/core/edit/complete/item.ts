import type { TextEdit } from '../../language/text/edit';

/** A text to insert at the cursor. */
export interface Insertion {
  /** Replaces the word at the cursor. If `snippet` is set, it is in snippet syntax. */
  readonly insertText: string;
  /** Edits elsewhere, such as the declaration of a prefix. */
  readonly additionalEdits?: readonly TextEdit[];
}

export interface CompletionItem extends Insertion {
  readonly kind: CompletionKind;
  readonly label: string;
  /** A short description beside the label. */
  readonly detail?: string;
  readonly isSnippet?: boolean;
  /**
   * The text that the editor filters by, if it is not the label. Editors sort by the quality of this match before they
   * use our order, so every filter text starts with the typed word and continues after it.
   */
  readonly filterText?: string;
  /** The symbol whose documentation is shown when the item is resolved. */
  readonly symbol?: DocumentedSymbol;
}

export type CompletionKind =
  | 'relation'
  | 'class'
  | 'entity'
  | 'variable'
  | 'keyword'
  | 'function'
  | 'aggregate'
  | 'snippet'
  | 'prefix'
  | 'value';

export type DocumentedSymbol =
  | { readonly kind: 'id'; readonly id: string }
  | { readonly kind: 'keyword' | 'function' | 'cast'; readonly name: string };

/** Whether a name, or one of its words, starts with what is typed. */
export function matchesTyped(typed: string, name: string): boolean {
  const [start, lower] = [typed.toLowerCase(), name.toLowerCase()];
  return lower.startsWith(start) || lower.split(/[\s_.:-]+/).some((part) => part.startsWith(start));
}

/** The typed word, continued as in the name if a word of the name starts with the search text. */
export function toFilterText(typed: string, search: string, name: string): string {
  const lower = name.toLowerCase();
  const part = search.toLowerCase();
  const last = Math.max(lower.lastIndexOf('.'), lower.lastIndexOf('/')) + 1;
  const starts = [0, last, ...[...lower.matchAll(/[^\p{L}\p{N}]/gu)].map(({ index }) => index + 1)];
  const at = starts.find((start) => lower.startsWith(part, start));
  return at === undefined ? `${typed} ` : `${typed}${name.slice(at + part.length)} `;
}

export function escapeSnippet(text: string): string {
  return text.replace(/[\\$}]/g, '\\$&');
}
