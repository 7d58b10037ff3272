/** "Repair with FUn-FuSIC" among the code actions. It is a command: nothing is worked out, and no token spent, until it is chosen. */
import { CodeActionKind, CodeActionTag, type CodeAction } from 'vscode-languageserver';
import { chosenModel } from '../core/model/model-list';
import { touches } from '../core/language/text/range';
import type { Finding } from '../core/check/verifier';
import { PROPOSAL_SCHEME, REPAIR_COMMAND, type RepairArguments } from '../protocol/index';
import type { Asked } from './code-actions';
import { queryAt, type ClientAbilities, type OpenDocument } from './feature';
import { toDiagnostic } from './to-lsp';

const TITLE = 'Repair with FUn-FuSIC';

/** Of the query whose findings are selected. */
export function repairOfFindings(open: OpenDocument, asked: Asked): readonly CodeAction[] {
  const touched = findingsAt(open, asked);
  const [first] = touched;
  if (!first || !canBeRepaired(open, first.range.start, asked.client)) return [];
  const diagnostics = touched.slice(0, MOST_FINDINGS).map((finding) => toDiagnostic(open.document, finding));
  return [{ ...action(open, first.range.start, asked.client), kind: CodeActionKind.QuickFix, diagnostics }];
}

/** Of a query that may be wrong though nothing is found where the caret is. A bulb beside every line would tell nobody anything. */
export function repairOfQuery(open: OpenDocument, asked: Asked): readonly CodeAction[] {
  const { selection, unasked, client } = asked;
  if (unasked || findingsAt(open, asked).length > 0) return [];
  if (!canBeRepaired(open, selection.start, client)) return [];
  return [{ ...action(open, selection.start, client), kind: CodeActionKind.RefactorRewrite }];
}

/** Only in an editor that knows how, and only what asks: an update would have to be run to be judged. */
export function canBeRepaired(
  { document, checked }: OpenDocument,
  offset: number,
  { commands }: ClientAbilities,
): boolean {
  if (!commands.includes(REPAIR_COMMAND) || document.uri.startsWith(`${PROPOSAL_SCHEME}:`)) return false;
  const query = queryAt(checked(), offset);
  return query !== undefined && query.tokens.length > 0 && query.query.form !== 'update';
}

/** An editor lists them beside the action. */
const MOST_FINDINGS = 20;

function findingsAt({ checked }: OpenDocument, { selection }: Asked): readonly Finding[] {
  return checked().findings.filter(({ range }) => touches(range, selection));
}

function action({ document, settings }: OpenDocument, offset: number, client: ClientAbilities): CodeAction {
  const caret = document.positionAt(offset);
  const where: RepairArguments = [document.uri, { start: caret, end: caret }];
  return {
    title: TITLE,
    command: { title: TITLE, command: REPAIR_COMMAND, arguments: [...where] },
    ...(client.tagsCodeActions && chosenModel(settings) && { tags: [CodeActionTag.LLMGenerated] }),
  };
}
