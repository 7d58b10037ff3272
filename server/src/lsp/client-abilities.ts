/** Optional capabilities of the client. */
import { CodeActionTag, type ClientCapabilities } from 'vscode-languageserver';
import type { ExperimentalCapabilities } from '../protocol/index';

export interface ClientAbilities {
  /** It opens schema pages. */
  readonly schemaPages: boolean;
  /** It accepts `LocationLink`s as definitions. */
  readonly definitionLinks: boolean;
  /** The commands of the extension that it can run. */
  readonly commands: readonly string[];
  /** It handles `CONSENT_REQUEST`. */
  readonly asksForConsent: boolean;
  readonly showsDocuments: boolean;
  readonly snippets: boolean;
  /** It shows which code actions use a model. */
  readonly tagsCodeActions: boolean;
  /** It supports `InsertReplaceEdit`: the user chooses whether a completion inserts or replaces. */
  readonly insertReplace: boolean;
  /** It supports `workspace/applyEdit`. */
  readonly appliesEdits: boolean;
}

export function toClientAbilities({
  experimental,
  textDocument,
  window,
  workspace,
}: ClientCapabilities): ClientAbilities {
  const own = (experimental as ExperimentalCapabilities | null | undefined)?.funfusic;
  return {
    schemaPages: own?.schemaPages === true,
    asksForConsent: own?.consent === true,
    definitionLinks: textDocument?.definition?.linkSupport === true,
    showsDocuments: window?.showDocument?.support === true,
    appliesEdits: workspace?.applyEdit === true,
    snippets: textDocument?.completion?.completionItem?.snippetSupport === true,
    insertReplace: textDocument?.completion?.completionItem?.insertReplaceSupport === true,
    tagsCodeActions:
      textDocument?.codeAction?.tagSupport?.valueSet.includes(CodeActionTag.LLMGenerated) === true,
    commands: Array.isArray(own?.commands) ? own.commands : [],
  };
}
