/** Logical forms: conversion to and from SPARQL, and the features of their documents. */
import {
  CodeActionKind,
  type CodeAction,
  type Hover,
  type MarkupKind,
  type TextEdit,
} from 'vscode-languageserver';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import { hoverAt } from '../core/edit/hover';
import { describeBackTranslation } from '../core/edit/hover/back-translation';
import type { KbSchema } from '../core/schema/schema';
import type { CheckedForms } from '../core/logical-form/check-forms';
import { convertText } from '../core/logical-form/convert';
import { formatForms } from '../core/logical-form/format-forms';
import { covers, touches } from '../core/language/text/range';
import type { Finding, Fix } from '../core/check/verifier';
import { CONVERT_COMMAND, CONVERT_REQUEST, FORMS_LANGUAGE, type ConvertResult } from '../protocol/index';
import { today } from '../compose/today';
import type { ActionRequest } from './code-actions';
import type { CustomFeature, OpenDocument } from './feature';
import { onRequest } from './requests';
import { toCodeActions, toEdits, toMarkup, toRange } from './to-lsp';
import type { Workspace } from './workspace';

/** A document with logical forms. */
export interface OpenForms {
  readonly document: TextDocument;
  readonly schema: KbSchema | undefined;
  readonly checked: () => CheckedForms;
  readonly fixesOf: (finding: Finding) => readonly Fix[];
}

/** The file extension counts too, because other editors may use another language ID. */
export function isFormsDocument({ languageId, uri }: Pick<TextDocument, 'languageId' | 'uri'>): boolean {
  return languageId === FORMS_LANGUAGE || uri.endsWith('.sexpr');
}

export const forms: CustomFeature = (connection, workspace) => {
  onRequest(connection, CONVERT_REQUEST, ({ text, to }) => convertDocument(text, to, workspace));
};

export async function convertDocument(
  text: string,
  to: 'sparql' | 'sexpr',
  workspace: Workspace,
): Promise<ConvertResult> {
  const [schema, { dialect }] = [await workspace.schema(), await workspace.settings()];
  return schema
    ? convertText(text, to, { schema, dialect, now: today() })
    : { problem: 'Converting needs a KB schema. Choose a schema.' };
}

export async function hoverLogicalForm(
  { document, schema, checked }: OpenForms,
  offset: number,
  format: MarkupKind,
): Promise<Hover | null> {
  const here = { start: offset, end: offset };
  const form = checked().forms.find(({ range }) => covers(range, here));
  if (!form?.query || !schema) return null;
  const place = form.places.find(({ inForm }) => covers(inForm, here));
  if (place) {
    const found = hoverAt(form.query, schema, place.inQuery.start);
    if (!found) return null;
    return { range: toRange(document, place.inForm), contents: toMarkup(found.markdown, format) };
  }
  const { describeQuery } = await import('../core/describe/describe-query');
  const reading = describeQuery(form.query, schema, () => undefined);
  return {
    range: toRange(document, form.range),
    contents: toMarkup(describeBackTranslation(reading, undefined).join('\n\n'), format),
  };
}

/** Findings whose fixes are offered at once. */
const MAX_FINDINGS = 5;

export function formActions(
  { document, checked, fixesOf }: OpenForms,
  { selection }: ActionRequest,
  isWanted: (kind: string) => boolean,
): readonly CodeAction[] {
  const fixes = isWanted(CodeActionKind.QuickFix)
    ? checked()
        .findings.filter(({ range, fixes }) => fixes?.length && touches(range, selection))
        .slice(0, MAX_FINDINGS)
        .flatMap((finding) => toCodeActions(document, finding, fixesOf(finding)))
    : [];
  const canConvert = isWanted(CodeActionKind.RefactorRewrite);
  return [...fixes, ...(canConvert ? [convertAction(document, 'Convert to SPARQL')] : [])];
}

/** The action that converts a query to a logical form. */
export function convertQuery(
  { document, checked }: OpenDocument,
  { selection }: ActionRequest,
): readonly CodeAction[] {
  const hasSelect = checked().queries.some(
    ({ parses, query, range }) => parses && query.form === 'select' && touches(range, selection),
  );
  return hasSelect ? [convertAction(document, 'Convert to an S-Expression')] : [];
}

function convertAction({ uri }: TextDocument, title: string): CodeAction {
  return {
    title,
    kind: CodeActionKind.RefactorRewrite,
    command: { title, command: CONVERT_COMMAND, arguments: [uri] },
  };
}

export function formatFormsIn({ document }: OpenForms): TextEdit[] {
  return toEdits(document, formatForms(document.getText()));
}
