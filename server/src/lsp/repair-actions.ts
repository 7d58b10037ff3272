/** The code action "Repair with FUn-FuSIC". It is a command, so that nothing is computed and no token is spent until it is chosen. */
import { CodeActionKind, CodeActionTag, type CodeAction } from 'vscode-languageserver';
import { selectedModel } from '../core/model/model-list';
import { touches } from '../core/language/text/range';
import type { Finding } from '../core/check/verifier';
import { PROPOSAL_SCHEME, REPAIR_COMMAND, type RepairArguments } from '../protocol/index';
import type { ActionRequest } from './code-actions';
import type { ClientAbilities } from './client-abilities';
import { queryAt, type OpenDocument } from './feature';
import { toDiagnostic } from './to-lsp';

const TITLE = 'Repair with FUn-FuSIC';

/** Offers to repair the query with the selected findings. */
export function repairOfFindings(open: OpenDocument, request: ActionRequest): readonly CodeAction[] {
  const touched = findingsAt(open, request);
  const [first] = touched;
  if (!first || !canBeRepaired(open, first.range.start)) return [];
  const diagnostics = touched.slice(0, MAX_FINDINGS).map((finding) => toDiagnostic(open.document, finding));
  return [{ ...action(open, first.range.start, request.client), kind: CodeActionKind.QuickFix, diagnostics }];
}

/** Offers to repair a query without findings at the cursor. Only on request, because a light bulb on every line would distract. */
export function repairOfQuery(open: OpenDocument, request: ActionRequest): readonly CodeAction[] {
  const { selection, automatic, client } = request;
  if (automatic || findingsAt(open, request).length > 0) return [];
  if (!canBeRepaired(open, selection.start)) return [];
  return [{ ...action(open, selection.start, client), kind: CodeActionKind.RefactorRewrite }];
}

/** Updates are not repaired, because running them would change the KB. */
export function canBeRepaired({ document, checked }: OpenDocument, offset: number): boolean {
  if (document.uri.startsWith(`${PROPOSAL_SCHEME}:`)) return false;
  const query = queryAt(checked(), offset);
  return query !== undefined && query.tokens.length > 0 && query.query.form !== 'update';
}

/** The maximum number of diagnostics that the editor lists with the action. */
const MAX_FINDINGS = 20;

function findingsAt({ checked }: OpenDocument, { selection }: ActionRequest): readonly Finding[] {
  return checked().findings.filter(({ range }) => touches(range, selection));
}

function action({ document, settings }: OpenDocument, offset: number, client: ClientAbilities): CodeAction {
  const cursor = document.positionAt(offset);
  const where: RepairArguments = [document.uri, { start: cursor, end: cursor }];
  return {
    title: TITLE,
    command: { title: TITLE, command: REPAIR_COMMAND, arguments: [...where] },
    ...(client.tagsCodeActions && selectedModel(settings) && { tags: [CodeActionTag.LLMGenerated] }),
  };
}
