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

/** Serves replies as one of the editor's own models; false where the editor is too old to have any from others. */
export async function serveEditorModel(reply: Reply): Promise<boolean> {
  if (!('registerLanguageModelChatProvider' in vscode.lm)) return false;
  const extension = vscode.extensions.getExtension<{ replyWith: (reply: Reply) => void }>(
    'fun-fusic-tests.scripted-model',
  );
  if (!extension) throw new Error('The extension with the scripted model is not there.');
  (await extension.activate()).replyWith(reply);
  return true;
}
