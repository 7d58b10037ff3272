import type * as vscode from 'vscode';
import { askProgressTexts } from '../ask/ask-progress';
import type { Asks } from '../ask/asks';
import type { RunRequests } from '../run/run-requests';
import type { ChatReply } from './chat-answer';
import { chatHandler, registerParticipant, type ChatActionsFor } from './chat-participant';
import { ToolRequests } from './tool-requests';
import { registerTools } from './tools';

/** Registers the tools for the editor's models and the chat participant. */
export class Agents implements vscode.Disposable {
  /** Answers requests to `@kb`. */
  readonly chat: vscode.ChatRequestHandler;
  private readonly registrations: readonly vscode.Disposable[];

  constructor(asks: Asks, runs: RunRequests, log: vscode.LogOutputChannel) {
    const requests = new ToolRequests(asks.server, runs);
    const partsFor: ChatActionsFor = (token) => ({
      ask: (question, report) => askInChat(asks, question, report, token),
      use: (name, input, report) => requests.use(name, input, report, token),
    });
    this.chat = chatHandler(partsFor);
    this.registrations = [() => registerTools(requests), () => registerParticipant(this.chat)].flatMap(
      (register) => {
        try {
          return register();
        } catch (error) {
          // The extension must start even if the editor rejects them.
          log.warn('The editor did not accept the tools or the chat participant', String(error));
          return [];
        }
      },
    );
  }

  dispose(): void {
    for (const registration of this.registrations) registration.dispose();
  }
}

/** Returns undefined if the user cancels the notice about the model. */
async function askInChat(
  asks: Asks,
  question: string,
  report: (message: string) => void,
  token: vscode.CancellationToken,
): Promise<ChatReply | undefined> {
  const { server, requests, notice } = asks;
  const target = await requests.target(server, { question });
  if ('problem' in target) return target;
  const consent = target.model ? await notice.ask(target.model) : 'continue';
  if (consent === 'cancel' || token.isCancellationRequested) return undefined;
  const describe = askProgressTexts(target);
  const onEvent: Parameters<Asks['requests']['ask']>[2]['onEvent'] = (event) => {
    const text = describe(event);
    if (text !== undefined) report(text);
  };
  const params = { question, ...(consent === 'without' && { withoutModel: true }) };
  const reply = await requests.ask(server, params, { onEvent, onStep: report }, token);
  return 'problem' in reply ? reply : asks.save(reply);
}
