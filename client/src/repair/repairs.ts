import * as vscode from 'vscode';
import type {
  RepairEvent,
  RepairReply,
  RepairTarget,
  RepairTrace,
  Run,
} from '../../../server/src/protocol/index';
import type { ServerSession } from '../language-client';
import type { Results } from '../results/results';
import type { RunPlace } from '../run/run-requests';
import { showProblem } from '../run/report-outcome';
import type { ModelNotice } from './model-notice';
import { outcomeOf, type RepairAction, type RepairMessage } from './outcome';
import { progressOf } from './progress';
import { RepairProposal } from './proposal';
import { Proposals } from './proposals';
import { RememberedQuestions } from './remembered-questions';
import type { RepairRequests } from './repair-requests';
import { showAcceptance } from './show-acceptance';

/** The location of a repaired query. */
type TracePlace = Pick<Run, 'uri' | 'range'>;

/** The context key by which menus know that something can be stopped. */
const REPAIRING = 'funfusic.repairing';

/** The repairs that were begun from the editor: from the question to the diff. */
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
    private readonly results: Pick<Results, 'keepTrace' | 'showTrace'>,
  ) {}

  /** Undefined if the repair was stopped or could not start. */
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
    this.changed();
    try {
      return await this.carryOut(place, target, source);
    } finally {
      this.running.delete(key);
      source.dispose();
      this.changed();
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

  /** How a query was repaired: that of a proposal, or the last one. */
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

  private async carryOut(
    place: RunPlace,
    target: RepairTarget,
    source: vscode.CancellationTokenSource,
  ): Promise<RepairReply | undefined> {
    const question = target.question ?? (await this.askQuestion(place, target));
    if (question === undefined) return undefined;
    const consent = target.model ? await this.notice.ask(target.model) : 'continue';
    if (consent === 'cancel' || source.token.isCancellationRequested) return undefined;
    const asked = {
      ...(target.question === undefined && question !== '' && { question }),
      ...(consent === 'without' && { withoutModel: true }),
    };
    const model = consent === 'without' ? undefined : target.model;
    const text = place.document.getText();
    const reply = await this.watched(place, { ...target, model: model?.name }, asked, source);
    if (!reply) return undefined;
    if ('problem' in reply) {
      if (!reply.declined) void showProblem(reply.problem);
      return reply;
    }
    const { trace, range, before, after } = reply;
    const proposed = { document: place.document, text, range, before, after, trace };
    this.last = { trace, place: { uri: place.document.uri.toString(), range } };
    this.results.keepTrace(trace, this.last.place);
    if (trace.result.kind === 'repaired' && after !== before) await this.proposals.show(proposed);
    const questionToWrite = trace.result.kind !== 'repaired' && after !== before;
    void this.tellOutcome(outcomeOf(trace, { model, questionToWrite }), () =>
      this.write(new RepairProposal(proposed)),
    );
    return reply;
  }

  private async write(proposal: RepairProposal): Promise<void> {
    await showAcceptance(await this.proposals.write(proposal), proposal.after, () =>
      this.repairAt(proposal.source, proposal.start),
    );
  }

  /** Empty if the user skips the question; undefined if the user cancels the repair. */
  private async askQuestion({ document }: RunPlace, { query }: RepairTarget): Promise<string | undefined> {
    const uri = document.uri.toString();
    const known = this.questions.of(uri, query);
    if (known !== undefined) return known;
    const given = await vscode.window.showInputBox({
      title: vscode.l10n.t('Repair: what should the query answer?'),
      prompt: vscode.l10n.t(
        'Press Enter to continue; leave it empty to skip. The question is added as “# question: …” above the query.',
      ),
      placeHolder: vscode.l10n.t('Where was Barack Obama born?'),
      ignoreFocusOut: true,
    });
    const question = given?.trim().replace(/\s+/g, ' ');
    if (question !== undefined) this.questions.remember(uri, query, question);
    return question;
  }

  private watched(
    place: RunPlace,
    target: Omit<RepairTarget, 'model'> & { readonly model: string | undefined },
    asked: { readonly question?: string; readonly withoutModel?: boolean },
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
      const words = progressOf(target);
      const watcher = { onEvent: (event: RepairEvent) => report(words(event)), onStep: report };
      try {
        return await this.requests.repair(this.server, place, asked, watcher, source.token);
      } catch (error) {
        if (!source.token.isCancellationRequested)
          void vscode.window.showErrorMessage(
            vscode.l10n.t('The language server did not respond: {0}. Repair the query again.', String(error)),
          );
        return undefined;
      }
    });
  }

  private tellOutcome(outcome: RepairMessage, writeQuestion: () => unknown): Promise<void> {
    return showOutcome(outcome, {
      'show trace': [vscode.l10n.t('Show Trace'), () => this.showTrace()],
      'write question': [vscode.l10n.t('Write Question Above Query'), writeQuestion],
      'choose model': [
        vscode.l10n.t('Select Model…'),
        () => vscode.commands.executeCommand('funfusic.chooseModel'),
      ],
      'set key': [vscode.l10n.t('Set Key…'), () => vscode.commands.executeCommand('funfusic.setModelKey')],
    });
  }

  private changed(): void {
    void vscode.commands.executeCommand('setContext', REPAIRING, this.running.size > 0);
  }
}

/** Shows a message and runs the selected action. */
async function showOutcome(
  { level, message, actions }: RepairMessage,
  doings: Readonly<Record<RepairAction, readonly [title: string, action: () => unknown]>>,
): Promise<void> {
  const offered = actions.map((action) => doings[action]);
  const titles = offered.map(([title]) => title);
  const chosen =
    level === 'error'
      ? await vscode.window.showErrorMessage(message, ...titles)
      : level === 'warning'
        ? await vscode.window.showWarningMessage(message, ...titles)
        : await vscode.window.showInformationMessage(message, ...titles);
  await offered.find(([title]) => title === chosen)?.[1]();
}
