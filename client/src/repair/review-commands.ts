import * as vscode from 'vscode';
import type { Acceptance } from './proposals';
import type { Proposal } from './proposal';
import type { Repairs } from './repairs';

/** The commands for a proposal that is looked at, by their names in the manifest. */
export function registerReviewCommands(repairs: Repairs): readonly vscode.Disposable[] {
  const { proposals } = repairs;
  const about =
    (action: (proposal: Proposal) => Promise<unknown>) =>
    async (target?: unknown): Promise<void> => {
      const proposal = proposals.at(target) ?? proposals.last;
      if (proposal) await action(proposal);
      else void vscode.window.showInformationMessage('No repair is proposed. Repair a query first.');
    };
  const commands: Readonly<Record<string, (target?: unknown) => unknown>> = {
    'funfusic.acceptRepair': about(async (proposal) =>
      tellAcceptance(await proposals.acceptAll(proposal), proposal, repairs),
    ),
    'funfusic.acceptChange': about(async (proposal) =>
      tellAcceptance(await proposals.acceptHunk(proposal), proposal, repairs),
    ),
    'funfusic.discardRepair': about((proposal) => proposals.close(proposal)),
    'funfusic.showTrace': (target) => repairs.showTrace(proposals.at(target)),
  };
  return Object.entries(commands).map(([name, command]) => vscode.commands.registerCommand(name, command));
}

const COPY = 'Copy the Proposal';
const AGAIN = 'Repair Again';

async function tellAcceptance(
  acceptance: Acceptance,
  { after, source, start }: Proposal,
  repairs: Repairs,
): Promise<void> {
  switch (acceptance) {
    case 'accepted':
    case 'gone':
      return;
    case 'no change here':
      void vscode.window.showInformationMessage(
        'There is no change at the caret. Put it on a line that differs, and accept that change again.',
      );
      return;
    case 'outdated': {
      const choice = await vscode.window.showWarningMessage(
        'The query has changed since it was repaired, so nothing was written. Compare the two, copy what you need, or repair it again.',
        COPY,
        AGAIN,
      );
      if (choice === COPY) await vscode.env.clipboard.writeText(after);
      if (choice === AGAIN) await repairAgain(repairs, source, start);
    }
  }
}

async function repairAgain(repairs: Repairs, source: vscode.Uri, offset: number): Promise<void> {
  const document = await vscode.workspace.openTextDocument(source);
  const caret = document.positionAt(offset);
  await repairs.repair({ document, range: new vscode.Range(caret, caret) });
}
