import { MarkupKind, type Hover } from 'vscode-languageserver';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import { hoverAt } from '../core/assist/hover';
import type { KbSchema } from '../core/kb/schema';
import { covers } from '../core/text/range';
import type { CheckedDocument } from '../core/verify/check';
import { toRange } from './to-lsp';

export function hover(
  document: TextDocument,
  { queries }: CheckedDocument,
  schema: KbSchema | undefined,
  offset: number,
): Hover | null {
  const query = queries.find(({ range }) => covers(range, { start: offset, end: offset }));
  const found = query && hoverAt(query, schema, offset);
  if (!found) return null;
  return {
    range: toRange(document, found.range),
    contents: { kind: MarkupKind.Markdown, value: found.markdown },
  };
}
