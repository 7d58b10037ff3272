import * as vscode from 'vscode';
import type { ExplainedQuery } from '../../shared/messages';
import {
  EXPLAIN_REQUEST,
  type ExplainParams,
  type ExplainReply,
  type RepairTarget,
} from '../../../server/src/protocol/index';
import type { ServerSession } from '../language-client';
import type { ModelNotice } from '../repair/model-notice';
import type { RepairRequests } from '../repair/repair-requests';
import { request } from '../requests';
import type { RunPlace } from '../run/run-requests';
import { showProblem } from '../run/report-outcome';
import { verdictOf } from './verdict-message';

/** Describes queries, and compares them with their questions. */
export class Explanations {
  constructor(
    private readonly server: ServerSession,
    private readonly requests: RepairRequests,
    private readonly notice: ModelNotice,
    private readonly showInPanel: (explained: ExplainedQuery, uri: string) => void,
  ) {}

  /** Uses templates, not a model. Names are looked up in the KB. */
  async explain(place: RunPlace): Promise<ExplainedQuery | undefined> {
    return this.shown(place, await this.ask(place, { withModel: false }));
  }

  /** Uses the selected model, if there is one. */
  async check(place: RunPlace): Promise<ExplainedQuery | undefined> {
    const target = await this.requests.target(this.server, place);
    if ('problem' in target) {
      void showProblem(target.problem);
      return undefined;
    }
    const question = target.question ?? (await askQuestion());
    if (question === undefined || question === '') return undefined;
    const consent = target.model ? await this.notice.ask(target.model) : 'without';
    if (consent === 'cancel') return undefined;
    const explained = this.shown(
      place,
      await this.ask(place, { withModel: consent === 'continue', question }),
    );
    if (explained) void this.tell(explained, target);
    return explained;
  }

  private shown({ document }: RunPlace, reply: ExplainReply | undefined): ExplainedQuery | undefined {
    if (!reply) return undefined;
    if ('problem' in reply) {
      void showProblem(reply.problem);
      return undefined;
    }
    this.showInPanel(reply, document.uri.toString());
    return reply;
  }

  private async ask(
    { document, range }: RunPlace,
    more: Pick<ExplainParams, 'withModel' | 'question'>,
  ): Promise<ExplainReply | undefined> {
    await this.server.whenReady;
    const { client } = this.server;
    const { code2ProtocolConverter: converter } = client;
    const params: ExplainParams = {
      textDocument: converter.asTextDocumentIdentifier(document),
      range: converter.asRange(range),
      ...more,
    };
    const title = more.withModel
      ? vscode.l10n.t('Comparing the query with its question')
      : vscode.l10n.t('Describing the query');
    const options = { location: vscode.ProgressLocation.Notification, title, cancellable: true };
    return vscode.window.withProgress(options, async (_progress, token) => {
      try {
        return await request(this.server, EXPLAIN_REQUEST, params, token);
      } catch (error) {
        if (!token.isCancellationRequested)
          void vscode.window.showErrorMessage(
            vscode.l10n.t('The language server did not respond: {0}. Try again.', String(error)),
          );
        return undefined;
      }
    });
  }

  private async tell(explained: ExplainedQuery, { model }: Pick<RepairTarget, 'model'>): Promise<void> {
    const { level, message, chooseModel } = verdictOf(explained, model !== undefined);
    const actions = chooseModel ? [vscode.l10n.t('Select a Model…')] : [];
    const chosen =
      level === 'warning'
        ? await vscode.window.showWarningMessage(message, ...actions)
        : await vscode.window.showInformationMessage(message, ...actions);
    if (chosen !== undefined) await vscode.commands.executeCommand('funfusic.chooseModel');
  }
}

async function askQuestion(): Promise<string | undefined> {
  const given = await vscode.window.showInputBox({
    title: vscode.l10n.t('Check: what should the query answer?'),
    prompt: vscode.l10n.t('Write it as “# question: …” above the query to skip this step.'),
    placeHolder: vscode.l10n.t('Where was Barack Obama born?'),
    ignoreFocusOut: true,
  });
  return given?.trim().replace(/\s+/g, ' ');
}
