import * as vscode from 'vscode';
import { CHECK_QUESTION_COMMAND } from '../../../server/src/protocol/index';
import type { FromPanel } from '../../shared/messages';
import type { ExplanationContent } from './content';
import type { ResultsPanel } from './results-panel';
import { findQuery, type QueryLocation } from './query-location';

/** Handles a message of a panel with an explanation. */
export async function onExplanationMessage(content: ExplanationContent, message: FromPanel): Promise<void> {
  if (message.type !== 'checkQuestion' && message.type !== 'writeQuestion' && message.type !== 'reveal')
    return;
  const place = await placeOf(content);
  if (!place) {
    void vscode.window.showInformationMessage(
      vscode.l10n.t('The query has changed since it was explained. Explain it again.'),
    );
    return;
  }
  if (message.type === 'reveal') await reveal(place, message);
  else if (message.type === 'writeQuestion') await writeQuestion(place, content.explained.reading.question);
  else
    await vscode.commands.executeCommand(CHECK_QUESTION_COMMAND, place.document.uri.toString(), place.range);
}

/** Marks panels as stale when the query that they explain changes. */
export function watchExplanations(panels: () => Iterable<ResultsPanel>): vscode.Disposable {
  return vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
    if (contentChanges.length === 0) return;
    for (const panel of panels()) {
      const { content } = panel;
      if (content?.kind === 'explanation' && content.uri === document.uri.toString())
        panel.stale(
          !normalizeLineEndings(document.getText()).includes(normalizeLineEndings(content.explained.query)),
        );
    }
  });
}

const placeOf = ({ uri, explained }: ExplanationContent): Promise<QueryLocation | undefined> =>
  findQuery({ uri, range: explained.range, query: explained.query, added: 0 });

async function reveal(
  { document, range }: QueryLocation,
  part: { readonly start: number; readonly end: number },
): Promise<void> {
  const from = document.offsetAt(range.start);
  const selection = new vscode.Range(
    document.positionAt(from + part.start),
    document.positionAt(from + part.end),
  );
  const shown = vscode.window.visibleTextEditors.find((editor) => editor.document === document);
  await vscode.window.showTextDocument(document, {
    selection,
    viewColumn: shown?.viewColumn ?? vscode.ViewColumn.One,
  });
}

/** Inserts the question above the query. */
async function writeQuestion({ document, range }: QueryLocation, question: string): Promise<void> {
  const edit = new vscode.WorkspaceEdit();
  const above = new vscode.Position(range.start.line, 0);
  edit.insert(document.uri, above, `# question: ${question.replace(/\s+/g, ' ').trim()}\n`);
  await vscode.workspace.applyEdit(edit);
}

/** Ignores the line endings of the document. */
const normalizeLineEndings = (text: string): string => text.replaceAll('\r\n', '\n');
