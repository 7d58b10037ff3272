import * as vscode from 'vscode';
import type { Acceptance } from './acceptance';
import type { RepairProposal } from './proposal';
import type { Repairs } from './repairs';
import { showAcceptance } from './show-acceptance';

/** The commands for proposals, by their IDs in the manifest. */
export function registerReviewCommands(repairs: Repairs): readonly vscode.Disposable[] {
  const { proposals } = repairs;
  const withProposal =
    (action: (proposal: RepairProposal, line: number | undefined) => Promise<unknown>) =>
    async (target?: unknown, line?: unknown): Promise<void> => {
      const proposal = proposals.at(target) ?? proposals.last;
      if (proposal) await action(proposal, typeof line === 'number' ? line : undefined);
      else
        void vscode.window.showInformationMessage(
          vscode.l10n.t('There is no proposed repair. Repair a query first.'),
        );
    };
  const accept = async (proposal: RepairProposal, accepting: Promise<Acceptance>): Promise<void> =>
    showAcceptance(await accepting, proposal.after, () => repairs.repairAt(proposal.source, proposal.start));
  // A CodeLens passes the URI of the proposal and the line of its change.
  const commands: Readonly<Record<string, (target?: unknown, line?: unknown) => unknown>> = {
    'funfusic.acceptRepair': withProposal((proposal) => accept(proposal, proposals.acceptAll(proposal))),
    'funfusic.acceptChange': withProposal((proposal, line) =>
      accept(proposal, proposals.acceptHunk(proposal, line)),
    ),
    'funfusic.discardRepair': withProposal((proposal) => proposals.close(proposal)),
    'funfusic.showTrace': (target) => repairs.showTrace(proposals.at(target)),
  };
  return Object.entries(commands).map(([name, command]) => vscode.commands.registerCommand(name, command));
}
