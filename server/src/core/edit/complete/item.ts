/** Something that could be written where the cursor stands. */
import type { TextEdit } from '../../language/text/edit';

export interface CompletionItem {
  readonly kind: ItemKind;
  /** What the list shows. */
  readonly label: string;
  /** A few words beside the label. */
  readonly note?: string;
  /** What takes the place of the word; with `snippet`, `${1:…}` are places to fill in. */
  readonly text: string;
  readonly snippet?: boolean;
  /** What is changed besides: a prefix that has to be declared. */
  readonly also?: readonly TextEdit[];
  /**
   * What further letters are held against, for an item that was found by more than its label. Editors sort by how well
   * that fits before they look at our order, so all such texts begin with what is typed, and none is just that.
   */
  readonly filter?: string;
  /** What the details are about, worked out when somebody looks at the item. */
  readonly about?: About;
}

export type ItemKind =
  | 'relation'
  | 'class'
  | 'variable'
  | 'keyword'
  | 'function'
  | 'aggregate'
  | 'snippet'
  | 'prefix'
  | 'value';

export type About =
  | { readonly kind: 'id'; readonly id: string }
  | { readonly kind: 'keyword' | 'function' | 'cast'; readonly name: string };

/** Does a word begin with what is typed, or one of its parts do? */
export function isMeant(typed: string, name: string): boolean {
  const [asked, given] = [typed.toLowerCase(), name.toLowerCase()];
  return given.startsWith(asked) || given.split(/[\s_.:-]+/).some((part) => part.startsWith(asked));
}

/** What is typed, and how it goes on in a name that has a word beginning so. */
export function filterFor(typed: string, asked: string, name: string): string {
  const lower = name.toLowerCase();
  const part = asked.toLowerCase();
  const last = Math.max(lower.lastIndexOf('.'), lower.lastIndexOf('/')) + 1;
  const starts = [0, last, ...[...lower.matchAll(/[^\p{L}\p{N}]/gu)].map(({ index }) => index + 1)];
  const at = starts.find((start) => lower.startsWith(part, start));
  return at === undefined ? `${typed} ` : `${typed}${name.slice(at + part.length)} `;
}

/** Text that stands in a snippet for itself. */
export function plainText(text: string): string {
  return text.replace(/[\\$}]/g, '\\$&');
}
