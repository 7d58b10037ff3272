import {
  CodeActionKind,
  CodeActionTriggerKind,
  ResponseError,
  type CancellationToken,
  type CodeAction,
  type CodeActionParams,
} from 'vscode-languageserver';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import { organizePrefixes } from '../core/check/organize-prefixes';
import { rewritesAt } from '../core/check/rewrites';
import { touches, type TextRange } from '../core/language/text/range';
import { EXPLAIN_EMPTY_COMMAND, type ExplainEmptyArguments } from '../protocol/index';
import { toCommand } from './apply-edits';
import type { ClientAbilities } from './client-abilities';
import { disableChecks } from './disable-actions';
import { fixAllInFile, fixAllInQuery } from './fix-queries';
import { answer, type Feature, type OpenDocument } from './feature';
import { convertQuery, formActions } from './logical-forms';
import { repairOfFindings, repairOfQuery } from './repair-actions';
import { FIX_ALL, toAction, toCodeActions, toDiagnostic, toTextRange } from './to-lsp';
import type { Workspace } from './workspace';

export const codeActions: Feature = {
  capabilities: {
    codeActionProvider: {
      codeActionKinds: [
        CodeActionKind.QuickFix,
        CodeActionKind.RefactorRewrite,
        CodeActionKind.SourceOrganizeImports,
        FIX_ALL,
      ],
    },
  },
  listen(connection, workspace) {
    connection.onCodeAction(async (params, token) => {
      const actions = await actionsAt(params, token, workspace);
      const document = workspace.documents.get(params.textDocument.uri);
      if (actions instanceof ResponseError || workspace.client.codeActionLiterals || !document)
        return actions;
      return actions.map((action) => toCommand(action, document));
    });
  },
};

async function actionsAt(
  params: CodeActionParams,
  token: CancellationToken,
  workspace: Workspace,
): Promise<CodeAction[] | ResponseError> {
  const forms = await workspace.openForms(params.textDocument.uri);
  if (forms) {
    const isRequested = (kind: string): boolean => isWanted(kind, params.context.only, false);
    return [...formActions(forms, requestOf(forms.document, params, workspace.client), isRequested)];
  }
  return answer(workspace, params.textDocument.uri, token, [], (open) =>
    actionsFor(open, params, workspace.client),
  );
}

interface ActionSource {
  readonly kind: CodeActionKind;
  /** Actions for the whole file are offered only if the client requests their kind. */
  readonly onRequestOnly: boolean;
  actions(open: OpenDocument, request: ActionRequest): readonly CodeAction[];
}

export interface ActionRequest {
  readonly selection: TextRange;
  /** The editor requests the actions only to show the light bulb. */
  readonly automatic: boolean;
  /** The user chose a command. Undefined kinds are not: older clients send none when they save. */
  readonly invoked: boolean;
  readonly client: ClientAbilities;
}

/** In the order of the menu. Fixes of single findings, which can be preferred, come first; actions that use a model come last. */
const SOURCES: readonly ActionSource[] = [
  { kind: CodeActionKind.QuickFix, onRequestOnly: false, actions: fixesOfSelection },
  { kind: CodeActionKind.QuickFix, onRequestOnly: false, actions: fixAllInQuery },
  { kind: CodeActionKind.QuickFix, onRequestOnly: false, actions: safeFixesOfFile },
  { kind: CodeActionKind.QuickFix, onRequestOnly: false, actions: explainEmptyAnswers },
  { kind: CodeActionKind.RefactorRewrite, onRequestOnly: false, actions: rewrites },
  { kind: CodeActionKind.RefactorRewrite, onRequestOnly: false, actions: convertQuery },
  { kind: FIX_ALL, onRequestOnly: true, actions: fixAllInFile },
  { kind: CodeActionKind.SourceOrganizeImports, onRequestOnly: true, actions: organizePrefixesAction },
  { kind: CodeActionKind.QuickFix, onRequestOnly: false, actions: repairOfFindings },
  { kind: CodeActionKind.QuickFix, onRequestOnly: false, actions: disableChecks },
  { kind: CodeActionKind.RefactorRewrite, onRequestOnly: false, actions: repairOfQuery },
];

/** Computes the actions from the current text, so that none is stale. */
function actionsFor(open: OpenDocument, params: CodeActionParams, client: ClientAbilities): CodeAction[] {
  const { context } = params;
  const request = requestOf(open.document, params, client);
  return SOURCES.filter(({ kind, onRequestOnly }) => isWanted(kind, context.only, onRequestOnly)).flatMap(
    (source) => [...source.actions(open, request)],
  );
}

function requestOf(
  document: TextDocument,
  { range, context }: CodeActionParams,
  client: ClientAbilities,
): ActionRequest {
  return {
    selection: toTextRange(document, range),
    automatic: context.triggerKind === CodeActionTriggerKind.Automatic,
    invoked: context.triggerKind === CodeActionTriggerKind.Invoked,
    client,
  };
}

/** A requested kind includes its sub-kinds; the empty kind includes all. */
function isWanted(kind: string, only: readonly string[] | undefined, onRequestOnly: boolean): boolean {
  if (!only) return !onRequestOnly;
  return only.some((wanted) =>
    wanted === '' ? !onRequestOnly : kind === wanted || kind.startsWith(`${wanted}.`),
  );
}

/**
 * Each fix is tested, which takes as long as checking its query. The longer the queries are, the fewer of the selected findings get
 * fixes; at least one does.
 */
const MAX_FINDINGS = { requested: 20, automatic: 5 };
const MAX_CHECKED_CHARACTERS = 400_000;

function fixesOfSelection(
  open: OpenDocument,
  { selection, automatic }: ActionRequest,
): readonly CodeAction[] {
  const { document, checked, fixesOf } = open;
  const { queries, findings } = checked();
  const longest = queries.reduce((length, { range }) => Math.max(length, range.end - range.start), 1);
  const affordable = Math.max(1, Math.floor(MAX_CHECKED_CHARACTERS / longest));
  return findings
    .filter(({ range, fixes }) => fixes?.length && touches(range, selection))
    .slice(0, Math.min(affordable, automatic ? MAX_FINDINGS.automatic : MAX_FINDINGS.requested))
    .flatMap((finding) => toCodeActions(document, finding, fixesOf(finding)));
}

/** If a selected finding has a safe fix, offers all safe fixes of the file as one action. */
function safeFixesOfFile(open: OpenDocument, { selection }: ActionRequest): readonly CodeAction[] {
  const { document, checked, safelyFixed } = open;
  const hasSafeFix = checked().findings.some(
    ({ range, fixes }) => touches(range, selection) && fixes?.some(({ safety }) => safety === 'safe'),
  );
  const { edits, applied } = hasSafeFix ? safelyFixed() : { edits: [], applied: [] };
  if (applied.length < 2) return [];
  const title = `Apply all safe fixes in this file (${applied.length})`;
  return [toAction(document, { title, kind: CodeActionKind.QuickFix, edits })];
}

/** An empty answer has no fix, but can be explained. */
function explainEmptyAnswers(
  { document, checked }: OpenDocument,
  { selection }: ActionRequest,
): readonly CodeAction[] {
  const empty = checked().findings.filter(
    ({ rule, range }) => rule === 'empty-answer' && touches(range, selection),
  );
  return empty.map((finding) => {
    const diagnostic = toDiagnostic(document, finding);
    const where: ExplainEmptyArguments = [document.uri, diagnostic.range];
    const title = 'Why is it empty?';
    return {
      title,
      kind: CodeActionKind.QuickFix,
      diagnostics: [diagnostic],
      command: { title, command: EXPLAIN_EMPTY_COMMAND, arguments: [...where] },
    };
  });
}

function rewrites({ document, checked }: OpenDocument, { selection }: ActionRequest): readonly CodeAction[] {
  return checked()
    .queries.filter(({ range }) => touches(range, selection))
    .flatMap((query) => rewritesAt(query, selection))
    .map((rewrite) => toAction(document, { ...rewrite, kind: CodeActionKind.RefactorRewrite }));
}

function organizePrefixesAction({ document, checked }: OpenDocument): readonly CodeAction[] {
  const edits = checked().queries.flatMap(organizePrefixes);
  const kind = CodeActionKind.SourceOrganizeImports;
  return edits.length ? [toAction(document, { title: 'Sort and tidy prefixes', kind, edits })] : [];
}
