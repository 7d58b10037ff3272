import * as vscode from 'vscode';
import { plural } from '../../shared/l10n';
import type { Run } from '../../../server/src/protocol/index';
import type { Runs } from '../run/runs';
import { placeOf } from './query-at-cursor';

/** Runs the queries of a file one after another. The results are listed in the Runs view. */
export async function runAllQueries(runs: Runs, target?: unknown): Promise<readonly Run[]> {
  const place = await placeOf(target);
  if (!place) return [];
  const { document } = place;
  const symbols = await vscode.commands.executeCommand<readonly vscode.DocumentSymbol[] | undefined>(
    'vscode.executeDocumentSymbolProvider',
    document.uri,
  );
  const starts = (symbols ?? []).map(({ selectionRange }) => selectionRange.start);
  if (starts.length === 0) {
    void vscode.window.showInformationMessage(vscode.l10n.t('There are no queries in this file.'));
    return [];
  }
  const { finished, cancelled } = await vscode.window.withProgress(
    {
      location: vscode.ProgressLocation.Notification,
      title: vscode.l10n.t('Running queries'),
      cancellable: true,
    },
    async (progress, token) => {
      token.onCancellationRequested(() => runs.cancelAll());
      const finished: Run[] = [];
      for (const [index, start] of starts.entries()) {
        if (token.isCancellationRequested) break;
        progress.report({
          message: vscode.l10n.t('{0} of {1}', index + 1, starts.length),
          increment: 100 / starts.length,
        });
        const run = await runs.run({ document, range: new vscode.Range(start, start) }, { quiet: true });
        if (run) finished.push(run);
      }
      return { finished, cancelled: token.isCancellationRequested };
    },
  );
  if (!cancelled) await reportRuns(finished, starts.length);
  return finished;
}

async function reportRuns(finished: readonly Run[], count: number): Promise<void> {
  const failed = count - finished.filter(({ execution }) => execution.status === 'answered').length;
  const showRuns = vscode.l10n.t('Show Runs');
  const chosen =
    failed === 0
      ? await vscode.window.showInformationMessage(
          plural(count, 'Ran {0} query.', 'Ran {0} queries.'),
          showRuns,
        )
      : await vscode.window.showWarningMessage(
          plural(count, 'Ran {0} query. {1} failed.', 'Ran {0} queries. {1} failed.', failed),
          showRuns,
        );
  if (chosen === showRuns) await vscode.commands.executeCommand('funfusic.runs.focus');
}
