import * as vscode from 'vscode';
import type { AskViewState, ListedQuestion, ToAskView } from '../../shared/ask-view-messages';
import type { FromAskView } from '../../shared/from-ask-view';
import { kbSettings } from '../kb/kb-settings';
import { modelSettings } from '../models/model-settings';
import { onPageMessage } from '../page-messages';
import { settings } from '../settings';
import { webviewHtml } from '../results/webview-html';
import type { HistoryEntry } from '../results/saved-results';
import { askAgain, deleteQuestions } from './ask-commands';
import type { Asks } from './asks';

export const ASK_VIEW = 'funfusic.ask';

/** The Ask view: a question box, the KB, strategy and model, and earlier questions. */
export class AskView implements vscode.WebviewViewProvider, vscode.Disposable {
  private view: vscode.WebviewView | undefined;
  private ready = false;
  private readonly subscriptions: readonly vscode.Disposable[];

  constructor(
    private readonly asks: Asks,
    private readonly dist: vscode.Uri,
    private readonly log: vscode.LogOutputChannel,
  ) {
    const update = (): void => this.update();
    this.subscriptions = [
      vscode.window.registerWebviewViewProvider(ASK_VIEW, this),
      asks.onDidChange(update),
      asks.results.questions.onDidChange(update),
      vscode.workspace.onDidChangeConfiguration((change) => {
        if (change.affectsConfiguration('funfusic')) update();
      }),
    ];
  }

  resolveWebviewView(view: vscode.WebviewView): void {
    this.view = view;
    this.ready = false;
    view.webview.options = { enableScripts: true, localResourceRoots: [this.dist] };
    const schema = import('../../shared/from-ask-view').then(({ fromAskView }) => fromAskView);
    onPageMessage(view.webview, schema, (message) => this.receive(message), this.log);
    view.onDidDispose(() => {
      this.view = undefined;
      this.ready = false;
    });
    view.webview.html = webviewHtml(view.webview, this.dist, 'ask', vscode.l10n.t('Ask a question'));
  }

  /** The content of the view. */
  get state(): AskViewState {
    const { running, results } = this.asks;
    return {
      kb: kbSettings.chosen(),
      strategy: settings.strategy(),
      model: modelSettings.chosen(),
      ...(running && { running: { question: running.question, message: running.message } }),
      questions: results.questions.runs.map(toListed),
      samples: SAMPLES,
    };
  }

  dispose(): void {
    for (const subscription of this.subscriptions) subscription.dispose();
  }

  private receive(message: FromAskView): void {
    switch (message.type) {
      case 'ready':
        this.ready = true;
        this.update();
        return;
      case 'ask':
        void this.ask(message.question);
        return;
      case 'stop':
        this.asks.stop();
        return;
      case 'open':
        // The focus stays in the list, so that the arrow keys keep working.
        void this.asks.results.open(message.id, { preserveFocus: true });
        return;
      case 'again':
        void askAgain(this.asks, message.id);
        return;
      case 'delete':
        deleteQuestions(this.asks, [message.id]);
        return;
      case 'choose':
        void vscode.commands.executeCommand(CHOOSE[message.what]);
    }
  }

  /** Asks a question of the box. If it was stopped or failed, it returns to the box, unless another one is running. */
  private async ask(question: string): Promise<void> {
    const answer = await this.asks.ask({ question });
    if (!answer && !this.asks.running) this.post({ type: 'restore', question });
  }

  private update(): void {
    this.post({ type: 'state', state: this.state });
  }

  private post(message: ToAskView): void {
    if (this.view && this.ready) void this.view.webview.postMessage(message);
  }
}

const CHOOSE = {
  kb: 'funfusic.chooseKnowledgeBase',
  strategy: 'funfusic.chooseStrategy',
  model: 'funfusic.chooseModel',
} as const;

function toListed({ id, title, kb, began, outcome }: HistoryEntry): ListedQuestion {
  const when = new Date(began);
  const today = when.toDateString() === new Date().toDateString();
  return {
    id,
    question: title,
    kb,
    ...(outcome.kind === 'asked'
      ? {
          answer: outcome.answer,
          verdict: outcome.verdict,
          ...(outcome.confidence !== undefined && { confidence: outcome.confidence }),
        }
      : { answer: '', verdict: 'failed' }),
    when: today
      ? when.toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' })
      : when.toLocaleDateString(),
    date: when.toLocaleString(),
  };
}

/** Example questions that the sample KB answers without a model. */
const SAMPLES: readonly string[] = [
  'Where was Barack Obama born?',
  'Who directed Titanic?',
  'Which universities did Barack Obama attend?',
  'What languages are spoken in Switzerland?',
  'Who won the Nobel Peace Prize?',
];
