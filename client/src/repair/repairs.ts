import * as vscode from 'vscode';
import type {
  RepairEvent,
  RepairReply,
  RepairTarget,
  RepairTrace,
  Run,
} from '../../../server/src/protocol/index';
import { askText, showMessage } from '../dialogs';
import type { ServerSession } from '../language-client';
import { noResponseMessage } from '../requests';
import type { Results } from '../results/results';
import type { RunPlace } from '../run/run-requests';
import { showProblem } from '../run/report-outcome';
import type { ModelNotice } from './model-notice';
import { repairMessage, type RepairAction, type RepairMessage } from './outcome';
import { repairProgressTexts } from './progress';
import { RepairProposal } from './proposal';
import { Proposals } from './proposals';
import { RememberedQuestions } from './remembered-questions';
import type { RepairRequests } from './repair-requests';
import { showAcceptance } from './show-acceptance';

/** The location of a repaired query. */
type TracePlace = Pick<Run, 'uri' | 'range'>;

/** The context key for menus: a repair is running. */
const REPAIRING = 'funfusic.repairing';

/** Repairs queries: asks for the question, sends the request and shows the proposal as a diff. */
export class Repairs implements vscode.Disposable {
  readonly proposals = new Proposals();
  private readonly running = new Map<string, vscode.CancellationTokenSource>();
  private readonly questions = new RememberedQuestions();
  private readonly closing = vscode.workspace.onDidCloseTextDocument(({ uri }) =>
    this.questions.forget(uri.toString()),
  );
  private last: { readonly trace: RepairTrace; readonly place: TracePlace } | undefined;

  constructor(
    private readonly server: ServerSession,
    private readonly requests: RepairRequests,
    readonly notice: ModelNotice,
    private readonly results: Pick<Results, 'saveTrace' | 'showTrace'>,
  ) {}

  /** Returns undefined if the repair was stopped or could not start. */
  async repair(place: RunPlace): Promise<RepairReply | undefined> {
    const target = await this.requests.target(this.server, place);
    if ('problem' in target) {
      void showProblem(target.problem);
      return undefined;
    }
    const key = `${place.document.uri.toString()} ${target.index}`;
    if (this.running.has(key)) {
      void vscode.window.showInformationMessage(vscode.l10n.t('This query is already being repaired.'));
      return undefined;
    }
    // Set before the user is asked anything, so that the dialogs do not open twice.
    const source = new vscode.CancellationTokenSource();
    this.running.set(key, source);
    this.updateContext();
    try {
      return await this.runRepair(place, target, source);
    } finally {
      this.running.delete(key);
      source.dispose();
      this.updateContext();
    }
  }

  async repairAt(uri: vscode.Uri, offset: number): Promise<void> {
    const document = await vscode.workspace.openTextDocument(uri);
    const caret = document.positionAt(offset);
    await this.repair({ document, range: new vscode.Range(caret, caret) });
  }

  cancelAll(): void {
    for (const source of this.running.values()) source.cancel();
  }

  /** Shows the trace of a proposal, or of the last repair. */
  showTrace(proposal?: RepairProposal): void {
    const shown = proposal ? { trace: proposal.trace, place: proposal.place } : this.last;
    if (shown) this.results.showTrace(shown.trace, shown.place);
    else void vscode.window.showInformationMessage(vscode.l10n.t('No query has been repaired yet.'));
  }

  dispose(): void {
    this.cancelAll();
    this.closing.dispose();
    this.proposals.dispose();
  }

  private async runRepair(
    place: RunPlace,
    target: RepairTarget,
    source: vscode.CancellationTokenSource,
  ): Promise<RepairReply | undefined> {
    const question = target.question ?? (await this.askQuestion(place, target));
    if (question === undefined) return undefined;
    const consent = target.model ? await this.notice.ask(target.model) : 'continue';
    if (consent === 'cancel' || source.token.isCancellationRequested) return undefined;
    const params = {
      ...(target.question === undefined && question !== '' && { question }),
      ...(consent === 'without' && { withoutModel: true }),
    };
    const model = consent === 'without' ? undefined : target.model;
    const text = place.document.getText();
    const reply = await this.sendWithProgress(place, { ...target, model: model?.name }, params, source);
    if (!reply) return undefined;
    if ('problem' in reply) {
      if (!reply.declined) void showProblem(reply.problem);
      return reply;
    }
    const { trace, range, before, after } = reply;
    const proposed = { document: place.document, text, range, before, after, trace };
    this.last = { trace, place: { uri: place.document.uri.toString(), range } };
    this.results.saveTrace(trace, this.last.place);
    const isChanged = after !== before;
    const isProposed = trace.result.kind === 'repaired' && isChanged;
    const shown = isProposed ? await this.proposals.show(proposed) : undefined;
    const outcome = repairMessage(trace, {
      model,
      questionToWrite: isChanged && !isProposed,
      changes: shown ? this.proposals.count(shown) : 0,
    });
    void this.showOutcome(outcome, shown, () => this.write(new RepairProposal(proposed)));
    return reply;
  }

  private async write(proposal: RepairProposal): Promise<void> {
    await showAcceptance(await this.proposals.write(proposal), proposal.after, () =>
      this.repairAt(proposal.source, proposal.start),
    );
  }

  /** Returns an empty text if the user skips the question, and undefined if the user cancels. */
  private async askQuestion({ document }: RunPlace, { query }: RepairTarget): Promise<string | undefined> {
    const uri = document.uri.toString();
    const known = this.questions.of(uri, query);
    if (known !== undefined) return known;
    const entered = await askText({
      title: vscode.l10n.t('Repair: what should the query answer?'),
      prompt: vscode.l10n.t(
        'Optional. The question improves the repair and is added as “# question: …” above the query.',
      ),
      placeHolder: vscode.l10n.t('Where was Barack Obama born?'),
    });
    const question = entered?.replace(/\s+/g, ' ');
    if (question !== undefined) this.questions.remember(uri, query, question);
    return question;
  }

  private sendWithProgress(
    place: RunPlace,
    target: Omit<RepairTarget, 'model'> & { readonly model: string | undefined },
    params: { readonly question?: string; readonly withoutModel?: boolean },
    source: vscode.CancellationTokenSource,
  ): Thenable<RepairReply | undefined> {
    const options = {
      location: vscode.ProgressLocation.Notification,
      title: vscode.l10n.t('Repairing query'),
      cancellable: true,
    };
    return vscode.window.withProgress(options, async (progress, token) => {
      token.onCancellationRequested(() => source.cancel());
      const report = (message: string | undefined): void => {
        if (message !== undefined) progress.report({ message });
      };
      const describe = repairProgressTexts(target);
      const watcher = { onEvent: (event: RepairEvent) => report(describe(event)), onStep: report };
      try {
        return await this.requests.repair(this.server, place, params, watcher, source.token);
      } catch (error) {
        if (!source.token.isCancellationRequested)
          void vscode.window.showErrorMessage(noResponseMessage(error));
        return undefined;
      }
    });
  }

  private showOutcome(
    outcome: RepairMessage,
    proposal: RepairProposal | undefined,
    writeQuestion: () => unknown,
  ): Promise<void> {
    const review = (command: string) => async (): Promise<void> => {
      // The notification stays open when the proposal is accepted or discarded in the diff.
      if (proposal && this.proposals.isOpen(proposal))
        await vscode.commands.executeCommand(command, proposal.uri);
      else
        void vscode.window.showInformationMessage(
          vscode.l10n.t(
            'This repair is no longer open: it was accepted, discarded or replaced by a later one.',
          ),
        );
    };
    return showWithActions(outcome, {
      'accept all': [vscode.l10n.t('Accept All'), review('funfusic.acceptRepair')],
      'accept change': [vscode.l10n.t('Accept This Change'), review('funfusic.acceptChange')],
      discard: [vscode.l10n.t('Discard'), review('funfusic.discardRepair')],
      'show trace': [vscode.l10n.t('Show Trace'), () => this.showTrace()],
      'write question': [vscode.l10n.t('Write Question Above Query'), writeQuestion],
      'choose model': [
        vscode.l10n.t('Choose Model…'),
        () => vscode.commands.executeCommand('funfusic.chooseModel'),
      ],
      'set key': [vscode.l10n.t('Set Key…'), () => vscode.commands.executeCommand('funfusic.setModelKey')],
    });
  }

  private updateContext(): void {
    void vscode.commands.executeCommand('setContext', REPAIRING, this.running.size > 0);
  }
}

/** Shows a message and runs the selected action. */
async function showWithActions(
  { level, message, actions }: RepairMessage,
  handlers: Readonly<Record<RepairAction, readonly [title: string, action: () => unknown]>>,
): Promise<void> {
  const offered = actions.map((action) => handlers[action]);
  const chosen = await showMessage(
    level,
    message,
    offered.map(([title]) => title),
  );
  await offered.find(([title]) => title === chosen)?.[1]();
}
