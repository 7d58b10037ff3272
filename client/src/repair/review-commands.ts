import * as vscode from 'vscode';
import type { Acceptance } from './acceptance';
import type { RepairProposal } from './proposal';
import type { Repairs } from './repairs';
import { showAcceptance } from './show-acceptance';

/** The commands for proposals, by their IDs in the manifest. */
export function registerReviewCommands(repairs: Repairs): readonly vscode.Disposable[] {
  const { proposals } = repairs;
  const withProposal =
    (action: (proposal: RepairProposal) => Promise<unknown>) =>
    async (target?: unknown): Promise<void> => {
      const proposal = proposals.at(target) ?? proposals.last;
      if (proposal) await action(proposal);
      else
        void vscode.window.showInformationMessage(
          vscode.l10n.t('There is no proposed repair. Repair a query first.'),
        );
    };
  const accept = async (proposal: RepairProposal, accepting: Promise<Acceptance>): Promise<void> =>
    showAcceptance(await accepting, proposal.after, () => repairs.repairAt(proposal.source, proposal.start));
  const commands: Readonly<Record<string, (target?: unknown) => unknown>> = {
    'funfusic.acceptRepair': withProposal((proposal) => accept(proposal, proposals.acceptAll(proposal))),
    'funfusic.acceptChange': withProposal((proposal) => accept(proposal, proposals.acceptHunk(proposal))),
    'funfusic.discardRepair': withProposal((proposal) => proposals.close(proposal)),
    'funfusic.showTrace': (target) => repairs.showTrace(proposals.at(target)),
  };
  return Object.entries(commands).map(([name, command]) => vscode.commands.registerCommand(name, command));
}
