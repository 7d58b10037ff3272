import { CodeActionKind, CodeActionTriggerKind, type CodeAction } from 'vscode-languageserver';
import type { CodeActionParams } from 'vscode-languageserver';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import { organizePrefixes } from '../core/check/organize-prefixes';
import { rewritesAt } from '../core/check/rewrites';
import { touches, type TextRange } from '../core/language/text/range';
import { EXPLAIN_EMPTY_COMMAND, type ExplainEmptyArguments } from '../protocol/index';
import { answer, type ClientAbilities, type Feature, type OpenDocument } from './feature';
import { convertQuery, formActions } from './forms';
import { repairOfFindings, repairOfQuery } from './repair-actions';
import { FIX_ALL, toAction, toCodeActions, toDiagnostic } from './to-lsp';

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
      const forms = await workspace.openForms(params.textDocument.uri);
      if (forms) {
        const wanted = (kind: string): boolean => isWanted(kind, params.context.only, false);
        return [...formActions(forms, askedFor(forms.document, params, workspace.client), wanted)];
      }
      return answer(workspace, params.textDocument.uri, token, [], (open) =>
        actionsFor(open, params, workspace.client),
      );
    });
  },
};

interface Offer {
  readonly kind: CodeActionKind;
  /** What concerns the whole file comes only when it is asked for by its kind. */
  readonly whenAskedFor: boolean;
  actions(open: OpenDocument, asked: Asked): readonly CodeAction[];
}

export interface Asked {
  readonly selection: TextRange;
  /** Nobody asked: the editor wants to know whether to show its bulb. */
  readonly unasked: boolean;
  readonly client: ClientAbilities;
}

/**
 * In this order they stand in the editor's list. Only what mends a single finding can be preferred, and it comes first;
 * what a model proposes belongs at the end, after all that is certain.
 */
const OFFERS: readonly Offer[] = [
  { kind: CodeActionKind.QuickFix, whenAskedFor: false, actions: fixesHere },
  { kind: CodeActionKind.QuickFix, whenAskedFor: false, actions: fixesEverywhere },
  { kind: CodeActionKind.QuickFix, whenAskedFor: false, actions: explanations },
  { kind: CodeActionKind.RefactorRewrite, whenAskedFor: false, actions: rewrites },
  { kind: CodeActionKind.RefactorRewrite, whenAskedFor: false, actions: convertQuery },
  { kind: FIX_ALL, whenAskedFor: true, actions: fixAllAction },
  { kind: CodeActionKind.SourceOrganizeImports, whenAskedFor: true, actions: tidyPrefixes },
  { kind: CodeActionKind.QuickFix, whenAskedFor: false, actions: repairOfFindings },
  { kind: CodeActionKind.RefactorRewrite, whenAskedFor: false, actions: repairOfQuery },
];

/** Worked out anew from the text, so nothing can be stale. */
function actionsFor(open: OpenDocument, params: CodeActionParams, client: ClientAbilities): CodeAction[] {
  const { context } = params;
  const asked = askedFor(open.document, params, client);
  return OFFERS.filter(({ kind, whenAskedFor }) => isWanted(kind, context.only, whenAskedFor)).flatMap(
    (offer) => [...offer.actions(open, asked)],
  );
}

function askedFor(
  document: TextDocument,
  { range, context }: CodeActionParams,
  client: ClientAbilities,
): Asked {
  return {
    selection: { start: document.offsetAt(range.start), end: document.offsetAt(range.end) },
    unasked: context.triggerKind === CodeActionTriggerKind.Automatic,
    client,
  };
}

/** A kind that is asked for stands for all that begin with it; the empty one for everything. */
function isWanted(kind: string, only: readonly string[] | undefined, whenAskedFor: boolean): boolean {
  if (!only) return !whenAskedFor;
  return only.some((wanted) =>
    wanted === '' ? !whenAskedFor : kind === wanted || kind.startsWith(`${wanted}.`),
  );
}

/**
 * Each fix is tried out, which takes as long as a check of its query. So the longer the queries of a file are, the fewer
 * findings are looked at when many are selected; one is always.
 */
const MOST_FINDINGS = { asked: 20, unasked: 5 };
const MOST_TEXT = 400_000;

function fixesHere(open: OpenDocument, { selection, unasked }: Asked): readonly CodeAction[] {
  const { document, checked, fixesOf } = open;
  const { queries, findings } = checked();
  const longest = queries.reduce((most, { range }) => Math.max(most, range.end - range.start), 1);
  const affordable = Math.max(1, Math.floor(MOST_TEXT / longest));
  return findings
    .filter(({ range, fixes }) => fixes?.length && touches(range, selection))
    .slice(0, Math.min(affordable, unasked ? MOST_FINDINGS.unasked : MOST_FINDINGS.asked))
    .flatMap((finding) => toCodeActions(document, finding, fixesOf(finding)));
}

/** Where one thing can be mended safely, all of its like can. */
function fixesEverywhere(open: OpenDocument, { selection }: Asked): readonly CodeAction[] {
  const { document, checked, safelyFixed } = open;
  const here = checked().findings.some(
    ({ range, fixes }) => touches(range, selection) && fixes?.some(({ safety }) => safety === 'safe'),
  );
  const { edits, applied } = here ? safelyFixed() : { edits: [], applied: [] };
  if (applied.length < 2) return [];
  const title = `Fix all safe findings in this file (${applied.length})`;
  return [toAction(document, { title, kind: CodeActionKind.QuickFix, edits })];
}

/** An empty answer is no mistake of the text: what can be done is to find out. */
function explanations({ document, checked }: OpenDocument, { selection }: Asked): readonly CodeAction[] {
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

function rewrites({ document, checked }: OpenDocument, { selection }: Asked): readonly CodeAction[] {
  return checked()
    .queries.filter(({ range }) => touches(range, selection))
    .flatMap((query) => rewritesAt(query, selection))
    .map((rewrite) => toAction(document, { ...rewrite, kind: CodeActionKind.RefactorRewrite }));
}

function fixAllAction({ document, safelyFixed }: OpenDocument): readonly CodeAction[] {
  const { edits, applied } = safelyFixed();
  if (!edits.length) return [];
  const title = `Fix all safe findings (${applied.length})`;
  return [toAction(document, { title, kind: FIX_ALL, edits })];
}

function tidyPrefixes({ document, checked }: OpenDocument): readonly CodeAction[] {
  const edits = checked().queries.flatMap(organizePrefixes);
  const kind = CodeActionKind.SourceOrganizeImports;
  return edits.length ? [toAction(document, { title: 'Sort and tidy prefixes', kind, edits })] : [];
}
