/** Code actions as commands, for clients that accept only commands. */
import { MessageType, type CodeAction, type Command, type TextEdit } from 'vscode-languageserver';
import * as z from 'zod/mini';
import { applyEdits, editArgument, prepareWith, type ServerCommand } from './command';
import { showMessage } from './requests';

const APPLY_EDITS_COMMAND = 'funfusic.applyEdits';

export const applyEditsCommand: ServerCommand = {
  name: APPLY_EDITS_COMMAND,
  needs: 'a title, a URI, the version of the document, and edits',
  isNeeded: ({ codeActionLiterals }) => !codeActionLiterals,
  prepare: prepareWith(
    z.tuple([z.string(), z.string(), z.number(), z.array(editArgument)]),
    async ([title, uri, version, edits], { connection, workspace }) => {
      const isStale = workspace.documents.get(uri)?.version !== version;
      const problem = isStale
        ? 'The document has changed since this was offered. Request the actions again.'
        : await applyEdits(connection, title, { changes: { [uri]: edits } });
      if (problem !== undefined) showMessage(connection, MessageType.Warning, problem);
    },
  ),
};

/** The command of an action: its own, or one that applies its edits to this version of the document. */
export function toCommand(
  { title, command, edit }: CodeAction,
  { uri, version }: { readonly uri: string; readonly version: number },
): Command {
  const edits: readonly TextEdit[] = edit?.changes?.[uri] ?? [];
  return command ?? { title, command: APPLY_EDITS_COMMAND, arguments: [title, uri, version, edits] };
}
