/** Optional capabilities of the client. */
import { CodeActionTag, MarkupKind, type ClientCapabilities } from 'vscode-languageserver';
import type { ExperimentalCapabilities } from '../protocol/index';

export interface ClientAbilities {
  /** It handles `STATUS_NOTIFICATION`. */
  readonly showsStatus: boolean;
  /** It opens schema pages. Other clients get them as files. */
  readonly schemaPages: boolean;
  /** It accepts `LocationLink`s as definitions. */
  readonly definitionLinks: boolean;
  /** The commands of the extension that it runs itself. The server runs the others. */
  readonly commands: readonly string[];
  /** It handles `SECRET_REQUEST`. For others, secrets come from the environment. */
  readonly storesSecrets: boolean;
  /** It handles `CONSENT_REQUEST`. */
  readonly asksForConsent: boolean;
  readonly showsDocuments: boolean;
  readonly snippets: boolean;
  /** It shows which code actions use a model. */
  readonly tagsCodeActions: boolean;
  /** It supports `InsertReplaceEdit`: the user chooses whether a completion inserts or replaces. */
  readonly insertReplace: boolean;
  /** It supports one range for all items of a completion list. */
  readonly defaultEditRange: boolean;
  /** It supports `workspace/applyEdit`. */
  readonly appliesEdits: boolean;
  /** It shows a description beside the label of a completion. */
  readonly labelDetails: boolean;
  readonly hoverFormat: MarkupKind;
  readonly completionFormat: MarkupKind;
  readonly signatureFormat: MarkupKind;
  /** It accepts `CodeAction`s. Other clients get commands. */
  readonly codeActionLiterals: boolean;
  /** It accepts a tree of symbols. Other clients get a list. */
  readonly symbolTrees: boolean;
  /** It pulls diagnostics, and pulls them again on request. To all others they are pushed. */
  readonly pullsDiagnostics: boolean;
  /** It creates files that an edit contains. */
  readonly createsFiles: boolean;
}

export function toClientAbilities({
  experimental,
  textDocument,
  window,
  workspace,
}: ClientCapabilities): ClientAbilities {
  const own = (experimental as ExperimentalCapabilities | null | undefined)?.funfusic;
  return {
    showsStatus: own?.status === true,
    schemaPages: own?.schemaPages === true,
    storesSecrets: own?.secrets === true,
    asksForConsent: own?.consent === true,
    definitionLinks: textDocument?.definition?.linkSupport === true,
    showsDocuments: window?.showDocument?.support === true,
    appliesEdits: workspace?.applyEdit === true,
    snippets: textDocument?.completion?.completionItem?.snippetSupport === true,
    insertReplace: textDocument?.completion?.completionItem?.insertReplaceSupport === true,
    defaultEditRange: textDocument?.completion?.completionList?.itemDefaults?.includes('editRange') === true,
    tagsCodeActions:
      textDocument?.codeAction?.tagSupport?.valueSet.includes(CodeActionTag.LLMGenerated) === true,
    commands: Array.isArray(own?.commands) ? own.commands : [],
    labelDetails: textDocument?.completion?.completionItem?.labelDetailsSupport === true,
    hoverFormat: formatOf(textDocument?.hover?.contentFormat),
    completionFormat: formatOf(textDocument?.completion?.completionItem?.documentationFormat),
    signatureFormat: formatOf(textDocument?.signatureHelp?.signatureInformation?.documentationFormat),
    codeActionLiterals: textDocument?.codeAction?.codeActionLiteralSupport !== undefined,
    symbolTrees: textDocument?.documentSymbol?.hierarchicalDocumentSymbolSupport === true,
    pullsDiagnostics:
      textDocument?.diagnostic !== undefined && workspace?.diagnostics?.refreshSupport === true,
    createsFiles:
      workspace?.workspaceEdit?.documentChanges === true &&
      workspace.workspaceEdit.resourceOperations?.includes('create') === true,
  };
}

/** Clients that list no formats are older than the list, and show Markdown. */
function formatOf(formats: readonly MarkupKind[] | undefined): MarkupKind {
  return !formats || formats.includes(MarkupKind.Markdown) ? MarkupKind.Markdown : MarkupKind.PlainText;
}
