import * as vscode from 'vscode';
import { LANGUAGE_ID } from '../language-client';
import { noResponseMessage } from '../requests';
import { answerChat, suggestFollowUps, OPEN_DRAFT_COMMAND, type ChatActions } from './chat-answer';
import { openUntitled } from '../untitled';

export const PARTICIPANT = 'funfusic.kb';

/** The functions for one chat request. */
export type ChatActionsFor = (token: vscode.CancellationToken) => ChatActions;

/** Registers `@kb` if the editor has a chat. */
export function registerParticipant(handler: vscode.ChatRequestHandler): readonly vscode.Disposable[] {
  const draft = vscode.commands.registerCommand(OPEN_DRAFT_COMMAND, openDraft);
  // Editors that are based on VS Code may have no chat.
  const { chat } = vscode as { readonly chat?: Partial<typeof vscode.chat> };
  if (!chat?.createChatParticipant) return [draft];
  const participant = vscode.chat.createChatParticipant(PARTICIPANT, handler);
  participant.iconPath = new vscode.ThemeIcon('database');
  participant.followupProvider = {
    provideFollowups: ({ metadata }) => [...suggestFollowUps(metadata ?? {})],
  };
  return [draft, participant];
}

/** Reports errors, except after the user has stopped the request. */
export function chatHandler(partsFor: ChatActionsFor): vscode.ChatRequestHandler {
  return async ({ prompt, command }, _context, stream, token): Promise<vscode.ChatResult> => {
    try {
      const metadata = await answerChat({ prompt, command, openQuery: openQuery() }, stream, partsFor(token));
      return { metadata };
    } catch (error) {
      if (token.isCancellationRequested) return {};
      return { errorDetails: { message: noResponseMessage(error) } };
    }
  };
}

function openQuery(): string | undefined {
  const document = vscode.window.activeTextEditor?.document;
  return document?.languageId === LANGUAGE_ID ? document.getText() : undefined;
}

async function openDraft(content: unknown): Promise<void> {
  if (typeof content !== 'string') return;
  const document = await openUntitled(content, LANGUAGE_ID);
  await vscode.window.showTextDocument(document);
}
