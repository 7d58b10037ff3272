import type { Connection, FormattingOptions, TextEdit } from 'vscode-languageserver';
import { formatQueries } from '../core/edit/format/format';
import { rangeToFormatOnType, expandToLines } from '../core/edit/format/format-ranges';
import { covers, type TextRange } from '../core/language/text/range';
import { answer, type Feature, type OpenDocument } from './feature';
import { formatFormsIn } from './logical-forms';
import { toEdits, toTextRange } from './to-lsp';

export const formatting: Feature = {
  capabilities: {
    documentFormattingProvider: true,
    documentRangeFormattingProvider: true,
    documentOnTypeFormattingProvider: { firstTriggerCharacter: '}', moreTriggerCharacter: ['\n'] },
  },
  listen(connection, workspace) {
    connection.onDocumentFormatting(async ({ textDocument, options }, token) => {
      const forms = await workspace.openForms(textDocument.uri);
      if (forms) return formatFormsIn(forms);
      return answer(workspace, textDocument.uri, token, [], (open) => format(connection, open, options));
    });
    connection.onDocumentRangeFormatting(({ textDocument, range, options }, token) =>
      answer(workspace, textDocument.uri, token, [], (open) =>
        format(connection, open, options, toTextRange(open.document, range)),
      ),
    );
    connection.onDocumentOnTypeFormatting(({ textDocument, position, ch, options }, token) =>
      answer(workspace, textDocument.uri, token, [], (open) => {
        const { document, checked } = open;
        const changed = rangeToFormatOnType(
          document.getText(),
          checked().queries,
          document.offsetAt(position),
          ch,
        );
        return changed ? format(connection, open, options, changed) : [];
      }),
    );
  },
};

function format(
  connection: Connection,
  { document, settings, checked }: OpenDocument,
  options: FormattingOptions,
  changed?: TextRange,
): TextEdit[] {
  const text = document.getText();
  const lines = changed && expandToLines(text, changed);
  const { edits, defect } = formatQueries(
    text,
    checked().queries,
    {
      tabSize: options.tabSize,
      insertSpaces: options.insertSpaces,
      keywordCase: settings.keywordCase,
      trimTrailingWhitespace: options.trimTrailingWhitespace ?? true,
      insertFinalNewline: options.insertFinalNewline ?? false,
      trimFinalNewlines: options.trimFinalNewlines ?? false,
    },
    lines && ((edit) => covers(lines, edit.range)),
  );
  if (defect !== undefined) connection.console.error(`${document.uri}: ${defect}`);
  return toEdits(document, edits);
}
