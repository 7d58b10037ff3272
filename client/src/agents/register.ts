import type * as vscode from 'vscode';
import type { AskReply } from '../../../server/src/protocol';
import { askProgressOf } from '../ask/ask-words';
import type { Asks } from '../ask/asks';
import type { RunRequests } from '../run/run-requests';
import { registerParticipant, type ChatPartsFor } from './chat-participant';
import { ToolRequests } from './tool-requests';
import { registerTools } from './tools';

/** What the editor's models and its chat may use of us. An editor that takes none of it is no reason not to start. */
export function registerAgents(
  asks: Asks,
  runs: RunRequests,
  log: vscode.LogOutputChannel,
): readonly vscode.Disposable[] {
  const requests = new ToolRequests(asks.server, runs);
  const partsFor: ChatPartsFor = (token) => ({
    ask: (question, tell) => askInChat(asks, question, tell, token),
    use: (name, input, tell) => requests.use(name, input, tell, token),
  });
  return [() => registerTools(requests), () => registerParticipant(partsFor)].flatMap((register) => {
    try {
      return register();
    } catch (error) {
      log.warn('The editor took no tool or chat participant', String(error));
      return [];
    }
  });
}

/** Undefined where the user would not have a model asked. */
async function askInChat(
  { server, requests, notice }: Asks,
  question: string,
  tell: (message: string) => void,
  token: vscode.CancellationToken,
): Promise<AskReply | undefined> {
  const target = await requests.target(server, { question });
  if ('problem' in target) return target;
  const leave = target.model ? await notice.ask(target.model) : 'go on';
  if (leave === 'cancel' || token.isCancellationRequested) return undefined;
  const words = askProgressOf(target);
  const onEvent: Parameters<Asks['requests']['ask']>[2]['onEvent'] = (event) => {
    const text = words(event);
    if (text !== undefined) tell(text);
  };
  const params = { question, ...(leave === 'without' && { withoutModel: true }) };
  return requests.ask(server, params, { onEvent, onStep: tell }, token);
}
