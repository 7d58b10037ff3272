/** Repairs a query for clients without a command of their own: shows progress, asks the user, and changes the document. */
import { MessageType, type Connection } from 'vscode-languageserver';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import { changedPart } from '../core/language/text/changed-part';
import { range } from '../core/language/text/range';
import {
  REPAIR_COMMAND,
  type RepairArguments,
  type RepairEvent,
  type RepairReply,
  type RepairTarget,
  type RepairTrace,
} from '../protocol/index';
import {
  applyEdits,
  placeArguments,
  prepareWith,
  withProgress,
  type CommandContext,
  type ServerCommand,
} from './command';
import { showMessage } from './requests';
import { toEdits, toTextRange } from './to-lsp';

const TITLE = 'Repair with FUn-FuSIC';

export const repairCommand: ServerCommand = {
  name: REPAIR_COMMAND,
  needs: 'the URI of a document and a range in it',
  isLong: true,
  prepare: prepareWith(placeArguments, repairInDocument),
};

async function repairInDocument(place: RepairArguments, context: CommandContext): Promise<void> {
  const { connection, workspace } = context;
  const [uri, range] = place;
  const { repairTarget } = await import('./repair');
  const target = await repairTarget({ textDocument: { uri }, range }, workspace);
  if ('problem' in target) {
    showMessage(connection, MessageType.Error, target.problem);
    return;
  }
  const key = `${uri} ${target.index}`;
  if (workspace.repairing.has(key)) {
    showMessage(connection, MessageType.Info, 'This query is already being repaired.');
    return;
  }
  workspace.repairing.add(key);
  try {
    const consent = target.model ? await workspace.modelNotice.ask(target.model) : 'continue';
    const reply =
      consent === 'cancel' ? undefined : await repairWithProgress(place, target, consent, context);
    if (reply) await showReply(uri, reply, context);
  } finally {
    workspace.repairing.delete(key);
  }
}

/** Returns undefined if the user cancels. */
async function repairWithProgress(
  [uri, range]: RepairArguments,
  target: RepairTarget,
  consent: 'continue' | 'without',
  { connection, workspace }: CommandContext,
): Promise<RepairReply | undefined> {
  const params = {
    textDocument: { uri },
    range,
    ...(consent === 'without' && { withoutModel: true }),
  };
  return withProgress(connection, { title: 'Repairing query' }, async (signal, report) => {
    const { repairQuery } = await import('./repair');
    return repairQuery(params, workspace, signal, {
      onEvent: (event) => {
        const step = describeStep(event, target);
        if (step !== undefined) report(step);
      },
      onStep: ({ message }) => report(message),
    });
  });
}

function describeStep(event: RepairEvent, { kb, model }: RepairTarget): string | undefined {
  switch (event.type) {
    case 'proposing':
      if (event.by === 'input') return 'Checking the original query';
      return event.by === 'search' ? 'Searching without a model' : `Asking ${model?.name ?? 'the model'}`;
    case 'proposed':
      return 'Checking names and types';
    case 'verified':
      return event.stage === 'schema' ? `Running on ${kb}` : undefined;
    case 'executed':
      return 'Checking the answer';
    case 'trouble':
      return event.message;
    default:
      return undefined;
  }
}

async function showReply(
  uri: string,
  reply: RepairReply,
  { connection, workspace }: CommandContext,
): Promise<void> {
  if ('problem' in reply) {
    if (!reply.declined) showMessage(connection, MessageType.Error, reply.problem);
    return;
  }
  const { trace, before, after } = reply;
  if (trace.result.kind !== 'repaired' || after === before) {
    const isFailure = trace.result.kind === 'failed';
    showMessage(connection, isFailure ? MessageType.Error : MessageType.Info, describeOutcome(trace));
    return;
  }
  const question = `${describeChange(before, after)} ${trace.result.explanation} Apply the repair?`;
  if (!(await confirm(connection, question))) return;
  const document = workspace.documents.get(uri);
  const at = document && findQuery(document, reply);
  const problem =
    document && at !== undefined
      ? await applyChange(document, at, reply, connection)
      : 'The query has changed since the repair began. Repair it again.';
  if (problem !== undefined) showMessage(connection, MessageType.Warning, problem);
}

async function confirm(connection: Connection, question: string): Promise<boolean> {
  const [apply, discard] = [{ title: 'Apply' }, { title: 'Discard' }];
  const chosen = await connection.window.showInformationMessage(question, apply, discard);
  return chosen?.title === apply.title;
}

/** The offset of the repaired query: the same as before, or the only place with its text. */
function findQuery(
  document: TextDocument,
  { range, before }: Exclude<RepairReply, { readonly problem: string }>,
): number | undefined {
  const text = document.getText();
  const { start } = toTextRange(document, range);
  if (text.startsWith(before, start)) return start;
  const first = text.indexOf(before);
  return first >= 0 && first === text.lastIndexOf(before) ? first : undefined;
}

function applyChange(
  document: TextDocument,
  at: number,
  { before, after }: { readonly before: string; readonly after: string },
  connection: Connection,
): Promise<string | undefined> {
  const change = changedPart(before, after);
  const edits = change ? [{ ...change, range: range(change.range.start + at, change.range.end + at) }] : [];
  return applyEdits(connection, TITLE, { changes: { [document.uri]: toEdits(document, edits) } });
}

const MAX_SHOWN_LENGTH = 100;

function describeChange(before: string, after: string): string {
  const change = changedPart(before, after);
  const removed = change ? before.slice(change.range.start, change.range.end).trim() : '';
  const added = change?.newText.trim() ?? '';
  const isShort = [removed, added].every((text) => /^.+$/.test(text) && text.length <= MAX_SHOWN_LENGTH);
  return isShort ? `Replace ${removed} by ${added}.` : `The repaired query is:\n${after}\n`;
}

function describeOutcome({ result, troubles }: RepairTrace): string {
  const parts = [OUTCOMES[result.kind], result.explanation, ...troubles.slice(0, 1)];
  return [...new Set(parts.map((part) => part.trim()).filter((part) => part !== ''))].join(' ');
}

const OUTCOMES: Readonly<Record<RepairTrace['result']['kind'], string>> = {
  repaired: 'The query is unchanged.',
  unchanged: 'The query is unchanged.',
  unanswerable: 'The KB seems to contain no answer to this question. The query is unchanged.',
  failed: 'The query could not be repaired. It is unchanged.',
};
