import { CodeLensRefreshRequest, type CodeLens, type Command } from 'vscode-languageserver';
import { summarizeQueries, type QueryCheckSummary } from '../core/edit/query-summary';
import { questionOf } from '../core/language/sparql/header';
import {
  ASK_COMMAND,
  EXPLAIN_COMMAND,
  GO_TO_FINDING_COMMAND,
  PROPOSAL_SCHEME,
  REPAIR_COMMAND,
  RUN_COMMAND,
  type GoToFindingArguments,
  type RepairArguments,
  type RunArguments,
} from '../protocol/index';
import { describeWithKnownNames } from './describe-query';
import { answer, queryAt, type Feature, type OpenDocument } from './feature';
import { canBeRepaired } from './repair-actions';
import { toRange } from './to-lsp';
import type { Workspace } from './workspace';

export const codeLens: Feature = {
  capabilities: { codeLensProvider: { resolveProvider: true } },
  listen(connection, workspace) {
    connection.onCodeLens(({ textDocument }, token) =>
      answer<CodeLens[]>(workspace, textDocument.uri, token, [], (open) => lensesOf(open, workspace)),
    );
    connection.onCodeLensResolve((lens, token) => {
      const { uri } = lens.data as DescriptionData;
      return answer<CodeLens>(workspace, uri, token, lens, (open) => resolveDescription(open, lens));
    });
  },
  refresh(connection, { workspace }) {
    if (workspace?.codeLens?.refreshSupport !== true) return undefined;
    return connection.sendRequest(CodeLensRefreshRequest.type);
  },
};

/** The code lenses above a query, from left to right. */
const LENSES: readonly ((
  open: OpenDocument,
  summary: QueryCheckSummary,
  workspace: Workspace,
) => Command | undefined)[] = [runCommand, findingsCommand, repairCommand];

function lensesOf(open: OpenDocument, workspace: Workspace): CodeLens[] {
  const { document, settings, schema, checked } = open;
  // A proposal has the code lenses of the client, which accept or discard it.
  if (!settings.codeLens.enabled || document.uri.startsWith(`${PROPOSAL_SCHEME}:`)) return [];
  const { queries, findings } = checked();
  const ask = askLens(open, workspace);
  if (ask) return [ask];
  return summarizeQueries(queries, findings, { schema: schema !== undefined }).flatMap((summary) => {
    const range = toRange(document, summary.range);
    const lenses = LENSES.flatMap((make): CodeLens[] => {
      const command = make(open, summary, workspace);
      return command ? [{ range, command }] : [];
    });
    const data: DescriptionData = { uri: document.uri };
    return canBeDescribed(open, summary, workspace) ? [...lenses, { range, data }] : lenses;
  });
}

/** For a document that contains only a question. */
function askLens({ document, checked }: OpenDocument, { client }: Workspace): CodeLens | undefined {
  const [only, ...more] = checked().queries;
  const question = only && more.length === 0 && only.tokens.length === 0 ? questionOf(only) : undefined;
  if (!question || !client.commands.includes(ASK_COMMAND)) return undefined;
  return {
    range: toRange(document, question.range),
    command: { title: '$(comment-discussion) Ask', command: ASK_COMMAND, arguments: [question.text] },
  };
}

/** The description is computed when the lens is resolved, which the editor requests for visible queries only. */
interface DescriptionData {
  readonly uri: string;
}

/** The maximum length of a description, in characters. */
const MAX_LENGTH = 90;

function canBeDescribed(
  { schema, checked }: OpenDocument,
  { range }: QueryCheckSummary,
  { client }: Workspace,
): boolean {
  const query = schema && queryAt(checked(), range.start);
  return (
    client.commands.includes(EXPLAIN_COMMAND) &&
    query !== undefined &&
    query.parses &&
    query.query.form !== 'none'
  );
}

async function resolveDescription(open: OpenDocument, lens: CodeLens): Promise<CodeLens> {
  const offset = open.document.offsetAt(lens.range.start);
  const query = queryAt(open.checked(), offset);
  const reading = query && (await describeWithKnownNames(open, query));
  // The text has changed; the editor requests the lenses again.
  if (!reading) return { ...lens, command: { title: '', command: '' } };
  const { question } = reading;
  const short = question.length > MAX_LENGTH ? `${question.slice(0, MAX_LENGTH - 1).trimEnd()}…` : question;
  const cursor = lens.range.start;
  const judgement = open.judgementOf(query);
  const sign = !judgement || judgement.stale ? '' : judgement.agreement.verdict === 'same' ? '✓ ' : '≠ ';
  return {
    ...lens,
    command: {
      title: `${sign}Reads: ${short}`,
      tooltip: question,
      command: EXPLAIN_COMMAND,
      arguments: [open.document.uri, { start: cursor, end: cursor }],
    },
  };
}

/** The argument is a position and not the query, because the query may change before it is run. */
function runCommand(
  { document }: OpenDocument,
  { range }: QueryCheckSummary,
  { client }: Workspace,
): Command | undefined {
  if (!client.commands.includes(RUN_COMMAND)) return undefined;
  const cursor = document.positionAt(range.start);
  const where: RunArguments = [document.uri, { start: cursor, end: cursor }];
  return { title: '$(play) Run', command: RUN_COMMAND, arguments: [...where] };
}

/** Shows the number of findings. It goes to the most severe one if the client has that command. */
function findingsCommand(
  { document }: OpenDocument,
  { title, first }: QueryCheckSummary,
  { client }: Workspace,
): Command {
  if (!first || !client.commands.includes(GO_TO_FINDING_COMMAND)) return { title, command: '' };
  const where: GoToFindingArguments = [document.uri, toRange(document, first.range)];
  return { title, command: GO_TO_FINDING_COMMAND, arguments: [...where] };
}

function repairCommand(
  open: OpenDocument,
  { range, first }: QueryCheckSummary,
  { client }: Workspace,
): Command | undefined {
  if (first?.severity !== 'error' && first?.severity !== 'warning') return undefined;
  if (!canBeRepaired(open, range.start)) return undefined;
  const cursor = open.document.positionAt(range.start);
  const where: RepairArguments = [open.document.uri, { start: cursor, end: cursor }];
  // Only the client that has the command shows icons.
  const title = client.commands.includes(REPAIR_COMMAND) ? '$(wrench) Repair' : 'Repair';
  return { title, command: REPAIR_COMMAND, arguments: [...where] };
}
