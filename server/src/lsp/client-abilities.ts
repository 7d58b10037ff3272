/** What the editor at the other end can do that not every editor can, as it tells when it connects. */
import { CodeActionTag, type ClientCapabilities } from 'vscode-languageserver';
import type { ExperimentalCapabilities } from '../protocol/index';
import type { ClientAbilities } from './feature';

export function abilitiesOf({ experimental, textDocument, window }: ClientCapabilities): ClientAbilities {
  const own = (experimental as ExperimentalCapabilities | null | undefined)?.funfusic;
  return {
    schemaPages: own?.schemaPages === true,
    asksForConsent: own?.consent === true,
    definitionLinks: textDocument?.definition?.linkSupport === true,
    showsDocuments: window?.showDocument?.support === true,
    snippets: textDocument?.completion?.completionItem?.snippetSupport === true,
    replacing: textDocument?.completion?.completionItem?.insertReplaceSupport === true,
    tagsCodeActions:
      textDocument?.codeAction?.tagSupport?.valueSet.includes(CodeActionTag.LLMGenerated) === true,
    commands: Array.isArray(own?.commands) ? own.commands : [],
  };
}
