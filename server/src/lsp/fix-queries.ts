import { CodeActionKind, MessageType, type CodeAction } from 'vscode-languageserver';
import { TextDocument } from 'vscode-languageserver-textdocument';
import * as z from 'zod/mini';
import { endpointOf } from '../core/language/sparql/endpoint';
import type { QueryModel } from '../core/language/sparql/model';
import { parseQuery } from '../core/language/sparql/parse';
import { countOf } from '../core/language/english/count-of';
import { covers, touches } from '../core/language/text/range';
import { changedPart } from '../core/language/text/changed-part';
import type { FixedQuery, HasAnswer, LeftFinding } from '../core/query/fix-query';
import { FIX_QUERIES_COMMAND, type FixQueriesArguments } from '../protocol/index';
import type { ActionRequest } from './code-actions';
import type { OpenDocument } from './feature';
import {
  applyEdits,
  prepareWith,
  rangeArgument,
  withProgress,
  type CommandContext,
  type ServerCommand,
} from './command';
import { fileNamed } from './knowledge-bases';
import { showMessage } from './requests';
import { verifyExecution } from '../core/query/answered-run';
import { FIX_ALL, toEdits, toRange, toTextRange } from './to-lsp';
import type { Workspace } from './workspace';

/** Offers all fixes of a query with at least two errors or warnings that have fixes. */
export function fixAllInQuery(
  open: OpenDocument,
  { selection, client }: ActionRequest,
): readonly CodeAction[] {
  const { document, checked } = open;
  if (!client.appliesEdits) return [];
  const { queries, findings } = checked();
  const selected = queries.filter((query) => touches(query.range, selection));
  return selected.flatMap((query) => {
    const fixable = findings.filter(
      ({ severity, fixes, range }) =>
        (severity === 'error' || severity === 'warning') && fixes?.length && covers(query.range, range),
    );
    if (fixable.length < 2 || !fixable.some(({ range }) => touches(range, selection))) return [];
    const title = 'Fix all in this query';
    const where: FixQueriesArguments = [document.uri, toRange(document, query.range)];
    const command = { title, command: FIX_QUERIES_COMMAND, arguments: [...where] };
    return [{ title, kind: CodeActionKind.QuickFix, command }];
  });
}

/** *Fix All* of the editor. When a file is saved, only the safe fixes are applied, and no query is run. */
export function fixAllInFile(open: OpenDocument, { invoked, client }: ActionRequest): readonly CodeAction[] {
  const { document, checked, safelyFixed } = open;
  if (!invoked || !client.appliesEdits) {
    const { edits, applied } = safelyFixed();
    if (!edits.length) return [];
    const title = `Apply all safe fixes (${applied.length})`;
    return [{ title, kind: FIX_ALL, edit: { changes: { [document.uri]: toEdits(document, edits) } } }];
  }
  if (!checked().findings.some(({ fixes }) => fixes?.length)) return [];
  const title = 'Apply all verified fixes';
  const where: FixQueriesArguments = [document.uri];
  return [{ title, kind: FIX_ALL, command: { title, command: FIX_QUERIES_COMMAND, arguments: [...where] } }];
}

export const fixQueriesCommand: ServerCommand = {
  name: FIX_QUERIES_COMMAND,
  needs: 'the URI of a document, and optionally a range in it',
  isLong: true,
  prepare: prepareWith(z.tuple([z.string(), z.optional(rangeArgument)]), ([uri, range], context) =>
    fixQueries(range ? [uri, range] : [uri], context),
  ),
};

/** Fixes the queries of a document, or of a range of it, and reports what is left. */
async function fixQueries(
  [uri, range]: FixQueriesArguments,
  { connection, workspace, token }: CommandContext,
): Promise<void> {
  const open = await workspace.open(uri);
  if (!open) return;
  const { version, languageId } = open.document;
  const before = open.document.getText();
  // The document may change while queries run.
  const document = TextDocument.create(uri, languageId, version, before);
  const { queries } = open.checked();
  const selection = range && toTextRange(document, range);
  await withProgress(connection, { title: 'Fixing all findings', token }, async (signal) => {
    const outcome: Mutable<FixedQuery> = { text: before, applied: [], left: [] };
    const problems = new Set<string>();
    for (const [index, query] of queries.entries()) {
      if (selection && !touches(query.range, selection)) continue;
      const verify = answerVerifier(query, open, workspace, signal, (problem) => problems.add(problem));
      const fixed = await open.fixQuery(outcome.text, index, verify);
      signal.throwIfAborted();
      outcome.text = fixed.text;
      outcome.applied = [...outcome.applied, ...fixed.applied];
      outcome.left = [...outcome.left, ...fixed.left];
    }
    const after = TextDocument.create(uri, languageId, version, outcome.text);
    const change = changedPart(before, outcome.text);
    if (change) {
      const edits = toEdits(document, [change]);
      const problem =
        workspace.documents.get(uri)?.version === version
          ? await applyEdits(connection, 'Fix all', { changes: { [uri]: edits } })
          : 'The file has changed meanwhile. Try again.';
      if (problem !== undefined) {
        showMessage(connection, MessageType.Warning, `No fix was applied. ${problem}`);
        return;
      }
    }
    const type = outcome.left.length ? MessageType.Warning : MessageType.Info;
    showMessage(connection, type, [summarize(outcome, after), ...problems].join(' '));
  });
}

type Mutable<Type> = { -readonly [Key in keyof Type]: Type[Key] };

/** Verifies a changed query on the KB of the query. The KB is opened when the first fix needs it. */
function answerVerifier(
  query: QueryModel,
  { document, settings, schema, onDefect }: OpenDocument,
  { entities: known }: Workspace,
  signal: AbortSignal,
  onProblem: (problem: string) => void,
): HasAnswer | undefined {
  if (query.query.form === 'update') return undefined;
  const name = endpointOf(query)?.name ?? settings.knowledgeBase;
  let opening: ReturnType<typeof known.open> | undefined;
  return async (text) => {
    const reason = { namedBy: fileNamed(document.uri), sends: 'the text of the query', query: text };
    const entities = await (opening ??= known.open(name, settings, schema, reason));
    if ('problem' in entities) {
      if (!entities.declined) onProblem(entities.problem);
      return false;
    }
    const limits = { timeoutMs: settings.run.timeoutSeconds * 1000, maxRows: settings.run.maxRows };
    const execution = await entities.kb.execute(text, limits, signal);
    if (execution.status !== 'answered') return false;
    const asRun = parseQuery(text, settings.dialect);
    const findings = await verifyExecution(asRun, execution, entities, { schema, onDefect }, signal);
    return findings.length === 0;
  };
}

/** The most findings that the message lists. */
const MAX_LISTED = 3;

function summarize({ applied, left }: FixedQuery, after: TextDocument): string {
  const fixed = applied.length ? `Fixed ${countOf(applied.length, 'finding')}.` : 'Nothing was fixed.';
  if (!left.length) return `${fixed} Nothing is left.`;
  const lineOf = ({ finding, reason }: LeftFinding): string =>
    `line ${after.positionAt(finding.range.start).line + 1} (${reason})`;
  const more = left.length > MAX_LISTED ? ` and ${left.length - MAX_LISTED} more` : '';
  return `${fixed} Left: ${left.slice(0, MAX_LISTED).map(lineOf).join(', ')}${more}.`;
}
