import type * as vscode from 'vscode';
import { askProgressOf } from '../ask/ask-progress';
import type { Asks } from '../ask/asks';
import type { RunRequests } from '../run/run-requests';
import type { ChatReply } from './chat-answer';
import { chatHandler, registerParticipant, type ChatPartsFor } from './chat-participant';
import { ToolRequests } from './tool-requests';
import { registerTools } from './tools';

/** What the editor's models and its chat may use of us. */
export class Agents implements vscode.Disposable {
  /** Answers for `@kb`. */
  readonly chat: vscode.ChatRequestHandler;
  private readonly registered: readonly vscode.Disposable[];

  constructor(asks: Asks, runs: RunRequests, log: vscode.LogOutputChannel) {
    const requests = new ToolRequests(asks.server, runs);
    const partsFor: ChatPartsFor = (token) => ({
      ask: (question, tell) => askInChat(asks, question, tell, token),
      use: (name, input, tell) => requests.use(name, input, tell, token),
    });
    this.chat = chatHandler(partsFor);
    this.registered = [() => registerTools(requests), () => registerParticipant(this.chat)].flatMap(
      (register) => {
        try {
          return register();
        } catch (error) {
          // The extension must start even if the editor accepts neither.
          log.warn('The editor did not accept the tools or the chat participant', String(error));
          return [];
        }
      },
    );
  }

  dispose(): void {
    for (const one of this.registered) one.dispose();
  }
}

/** Undefined if the user cancels the notice about the model. */
async function askInChat(
  asks: Asks,
  question: string,
  tell: (message: string) => void,
  token: vscode.CancellationToken,
): Promise<ChatReply | undefined> {
  const { server, requests, notice } = asks;
  const target = await requests.target(server, { question });
  if ('problem' in target) return target;
  const consent = target.model ? await notice.ask(target.model) : 'continue';
  if (consent === 'cancel' || token.isCancellationRequested) return undefined;
  const words = askProgressOf(target);
  const onEvent: Parameters<Asks['requests']['ask']>[2]['onEvent'] = (event) => {
    const text = words(event);
    if (text !== undefined) tell(text);
  };
  const params = { question, ...(consent === 'without' && { withoutModel: true }) };
  const reply = await requests.ask(server, params, { onEvent, onStep: tell }, token);
  return 'problem' in reply ? reply : asks.keep(reply);
}
