import * as vscode from 'vscode';
import {
  questionProblem,
  type AskEvent,
  type AskParams,
  type AskReply,
  type AskTargetResult,
} from '../../../server/src/protocol/index';
import type { ServerSession } from '../language-client';
import type { ModelNotice } from '../repair/model-notice';
import { noResponseMessage } from '../requests';
import type { Results } from '../results/results';
import type { SavedAnswer } from '../results/saved-results';
import { showProblem } from '../run/report-outcome';
import type { AskRequests } from './ask-requests';
import { askProgressTexts, normalizeQuestion } from './ask-progress';
import { showAsking, type AskingView } from './asking-view';

/** A question with optional KB and entities. */
export type QuestionRequest = Pick<AskParams, 'question' | 'kb' | 'entities'>;

/** The running question. */
export interface RunningQuestion {
  readonly question: string;
  /** Milliseconds of `performance.now()`. */
  readonly began: number;
  /** The current step. */
  message: string;
}

type Target = Exclude<AskTargetResult, { readonly problem: string }>;
type Answered = Exclude<AskReply, { readonly problem: string }>;

/** The context key for menus: a question is running. */
const ASKING = 'funfusic.asking';

/** Asks questions for the editor, one at a time, and shows the answers. */
export class Asks implements vscode.Disposable {
  private current:
    | { readonly running: RunningQuestion; readonly source: vscode.CancellationTokenSource }
    | undefined;
  private readonly changes = new vscode.EventEmitter<void>();
  readonly onDidChange = this.changes.event;

  constructor(
    readonly server: ServerSession,
    readonly requests: AskRequests,
    readonly notice: ModelNotice,
    readonly results: Results,
  ) {}

  get running(): RunningQuestion | undefined {
    return this.current?.running;
  }

  /** Saves an answer in the history. */
  save({ trace, document }: Answered): SavedAnswer {
    const id = crypto.randomUUID();
    const saved: SavedAnswer = { kind: 'asked', id, trace, ...(document !== undefined && { document }) };
    this.results.questions.add(saved);
    return saved;
  }

  /** Asks a question, then shows and saves the answer. Returns undefined if it was stopped or could not start. */
  async ask(request: QuestionRequest): Promise<SavedAnswer | undefined> {
    const question = normalizeQuestion(request.question);
    const problem = questionProblem(question);
    if (problem !== undefined) {
      void vscode.window.showErrorMessage(problem);
      return undefined;
    }
    // A new question stops the running one.
    this.stop();
    const source = new vscode.CancellationTokenSource();
    const running: RunningQuestion = { question, began: performance.now(), message: '' };
    const current = { running, source };
    this.current = current;
    this.onChange();
    try {
      return await this.askAndShow({ ...request, question }, running, source);
    } catch (error) {
      void vscode.window.showErrorMessage(noResponseMessage(error));
      return undefined;
    } finally {
      if (this.current === current) this.current = undefined;
      source.dispose();
      this.onChange();
    }
  }

  stop(): void {
    this.current?.source.cancel();
  }

  dispose(): void {
    this.stop();
    this.changes.dispose();
  }

  private async askAndShow(
    request: QuestionRequest,
    running: RunningQuestion,
    source: vscode.CancellationTokenSource,
  ): Promise<SavedAnswer | undefined> {
    const target = await this.requests.target(this.server, request);
    if ('problem' in target) {
      void showProblem(target.problem);
      return undefined;
    }
    const consent = target.model ? await this.notice.ask(target.model) : 'continue';
    if (consent === 'cancel' || source.token.isCancellationRequested) return undefined;
    const params: AskParams = { ...request, ...(consent === 'without' && { withoutModel: true }) };
    const { model, ...withoutModel } = target;
    const used: Target = consent === 'without' || !model ? withoutModel : target;
    const view = showAsking(this.results, running, used, () => source.cancel());
    const reply = await this.sendWithProgress(params, used, running, view, source);
    if (!reply) return undefined;
    if ('problem' in reply) {
      if (reply.declined) view.cancelled(reply.problem);
      else {
        view.failed(reply.problem);
        void showProblem(reply.problem);
      }
      return undefined;
    }
    const saved = this.save(reply);
    view.show(saved);
    return saved;
  }

  /** The page of the question shows the progress, and so do the view and the status bar. */
  private async sendWithProgress(
    params: AskParams,
    target: Target,
    running: RunningQuestion,
    view: AskingView,
    source: vscode.CancellationTokenSource,
  ): Promise<AskReply | undefined> {
    const describe = askProgressTexts(target);
    const report = (event: AskEvent, message: string | undefined): void => {
      view.progress(event, message);
      if (message === undefined) return;
      running.message = message;
      this.changes.fire();
    };
    const watcher = {
      onEvent: (event: AskEvent) => report(event, describe(event)),
      onStep: (message: string) => report({ type: 'progress', message }, message),
    };
    try {
      return await this.requests.ask(this.server, params, watcher, source.token);
    } catch (error) {
      if (source.token.isCancellationRequested) view.cancelled();
      else {
        const problem = noResponseMessage(error);
        view.failed(problem);
        void vscode.window.showErrorMessage(problem);
      }
      return undefined;
    }
  }

  private onChange(): void {
    void vscode.commands.executeCommand('setContext', ASKING, this.current !== undefined);
    this.changes.fire();
  }
}
