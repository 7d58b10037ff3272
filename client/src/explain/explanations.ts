import * as vscode from 'vscode';
import type { ExplainedQuery } from '../../shared/messages';
import {
  EXPLAIN_REQUEST,
  type ExplainParams,
  type ExplainReply,
  type RepairTarget,
} from '../../../server/src/protocol/index';
import { askText, showMessage, withCancellableProgress } from '../dialogs';
import type { ServerSession } from '../language-client';
import type { ModelNotice } from '../repair/model-notice';
import type { RepairRequests } from '../repair/repair-requests';
import { noResponseMessage, placeParams, request } from '../requests';
import type { RunPlace } from '../run/run-requests';
import { showProblem } from '../run/report-outcome';
import { verdictMessage } from './verdict-message';

/** Describes queries, and compares them with their questions. */
export class Explanations {
  constructor(
    private readonly server: ServerSession,
    private readonly requests: RepairRequests,
    private readonly notice: ModelNotice,
    private readonly showInPanel: (explained: ExplainedQuery, uri: string) => void,
  ) {}

  /** Describes a query by templates. Names are looked up in the KB. */
  async explain(place: RunPlace): Promise<ExplainedQuery | undefined> {
    return this.showReply(place, await this.request(place, { withModel: false }));
  }

  /** Compares a query with its question, using the selected model if there is one. */
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
    const explained = this.showReply(
      place,
      await this.request(place, { withModel: consent === 'continue', question }),
    );
    if (explained) void this.reportVerdict(explained, target);
    return explained;
  }

  private showReply({ document }: RunPlace, reply: ExplainReply | undefined): ExplainedQuery | undefined {
    if (!reply) return undefined;
    if ('problem' in reply) {
      void showProblem(reply.problem);
      return undefined;
    }
    this.showInPanel(reply, document.uri.toString());
    return reply;
  }

  private async request(
    { document, range }: RunPlace,
    options: Pick<ExplainParams, 'withModel' | 'question'>,
  ): Promise<ExplainReply | undefined> {
    const params: ExplainParams = { ...placeParams(document, range), ...options };
    const title = options.withModel
      ? vscode.l10n.t('Comparing the query with its question')
      : vscode.l10n.t('Describing the query');
    try {
      return await withCancellableProgress(title, (_, token) =>
        request(this.server, EXPLAIN_REQUEST, params, token),
      );
    } catch (error) {
      void vscode.window.showErrorMessage(noResponseMessage(error));
      return undefined;
    }
  }

  private async reportVerdict(
    explained: ExplainedQuery,
    { model }: Pick<RepairTarget, 'model'>,
  ): Promise<void> {
    const { level, message, chooseModel } = verdictMessage(explained, model !== undefined);
    const chosen = await showMessage(level, message, chooseModel ? [vscode.l10n.t('Choose Model…')] : []);
    if (chosen !== undefined) await vscode.commands.executeCommand('funfusic.chooseModel');
  }
}

async function askQuestion(): Promise<string | undefined> {
  const question = await askText({
    title: vscode.l10n.t('Check: what should the query answer?'),
    prompt: vscode.l10n.t('Write it as “# question: …” above the query to skip this step.'),
    placeHolder: vscode.l10n.t('Where was Barack Obama born?'),
  });
  return question?.replace(/\s+/g, ' ');
}
