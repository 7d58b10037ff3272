import * as vscode from 'vscode';

export interface ChatMessage {
  readonly role: string;
  readonly content: string;
}

export type Reply = (
  messages: readonly ChatMessage[],
  options: unknown,
  token: vscode.CancellationToken,
) => AsyncIterable<string>;

/** Registers a model of the editor with these replies; false if the editor is too old for that. */
export async function serveEditorModel(reply: Reply): Promise<boolean> {
  if (!('registerLanguageModelChatProvider' in vscode.lm)) return false;
  const extension = vscode.extensions.getExtension<{ replyWith: (reply: Reply) => void }>(
    'fun-fusic-tests.scripted-model',
  );
  if (!extension) throw new Error('The extension with the scripted model is not installed.');
  (await extension.activate()).replyWith(reply);
  return true;
}
