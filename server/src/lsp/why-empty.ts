import {
  MessageType,
  ShowMessageNotification,
  type CancellationToken,
  type Connection,
} from 'vscode-languageserver';
import { endpointOf } from '../core/language/sparql/endpoint';
import { whyEmpty as findOut, type WhyEmpty } from '../core/query/why-empty/why-empty';
import type { QueryModel } from '../core/language/sparql/model';
import { parseQuery } from '../core/language/sparql/parse';
import type { Finding } from '../core/check/verifier';
import {
  EXPLAIN_EMPTY_COMMAND,
  WHY_EMPTY_REQUEST,
  type ExplainEmptyArguments,
  type WhyEmptyParams,
} from '../protocol/index';
import { queryAt, type Feature, type OpenDocument } from './feature';
import { fileNamed, SHOWN_RESULTS } from './knowledge-bases';
import { onRequest } from './requests';
import { toRange } from './to-lsp';
import { toWhyEmpty } from './to-protocol';
import type { Workspace } from './workspace';

/** Explains why a query has no results: for the results view, and as a command that marks the part of the query. */
export const whyEmpty: Feature = {
  capabilities: { executeCommandProvider: { commands: [EXPLAIN_EMPTY_COMMAND] } },
  listen(connection, workspace) {
    onRequest(connection, WHY_EMPTY_REQUEST, async (params, signal) =>
      toWhyEmpty(await answer(params, workspace, signal)),
    );
    connection.onExecuteCommand(async ({ command, arguments: given }, token) => {
      if (command !== EXPLAIN_EMPTY_COMMAND) return;
      const [uri, range] = (given ?? []) as unknown as ExplainEmptyArguments;
      const open = await workspace.open(uri);
      const query = open && queryAt(open.checked(), open.document.offsetAt(range.start));
      if (open && query) await explain(open, query, connection, workspace, token);
    });
  },
};

const PARTS = 'parts of the query';

async function answer(
  { kb: name, query }: WhyEmptyParams,
  workspace: Workspace,
  signal: AbortSignal,
): Promise<WhyEmpty> {
  const [settings, schema] = await Promise.all([workspace.settingsOf(undefined), workspace.schema(name)]);
  const use = { namedBy: SHOWN_RESULTS, sends: PARTS, query };
  const entities = await workspace.entities.open(name, settings, schema, use);
  if ('problem' in entities)
    return { verdict: 'unknown', summary: entities.problem, probes: [], instead: [] };
  const { kb, directory } = entities;
  const model = parseQuery(query, settings.dialect);
  return findOut(model, { kb, schema, directory, now: () => performance.now() }, signal);
}

/** The part that matches nothing is marked until the query changes, and shown if the client supports that. */
async function explain(
  { document, settings, schema }: OpenDocument,
  query: QueryModel,
  connection: Connection,
  workspace: Workspace,
  token: CancellationToken,
): Promise<void> {
  const { uri } = document;
  const { start, end } = query.range;
  const asRun = parseQuery(query.text.slice(start, end), settings.dialect);
  const last = workspace.lastRun(uri, query);
  const name = last?.kb ?? endpointOf(asRun)?.name ?? settings.knowledgeBase;
  const use = { namedBy: fileNamed(uri), sends: PARTS, query: asRun.text };
  const entities = await workspace.entities.open(name, settings, schema, use);
  if ('problem' in entities) {
    if (!entities.declined) show(connection, MessageType.Error, entities.problem);
    return;
  }
  const { kb, directory } = entities;
  const progress = await connection.window.createWorkDoneProgress();
  progress.begin('Why is it empty?', undefined, `Asking ${kb.name}`, true);
  const stop = new AbortController();
  for (const source of [token, progress.token]) source.onCancellationRequested(() => stop.abort());
  try {
    const asked = { kb, schema, directory, now: () => performance.now() };
    const why = await findOut(asRun, asked, stop.signal);
    const finding = findingOf(why);
    if (finding) workspace.recordRun(uri, kb.name, asRun, [...(last?.findings ?? []), finding]);
    show(connection, MessageType.Info, why.summary);
    if (finding && workspace.client.showsDocuments) {
      const { range } = finding;
      const selection = toRange(document, { start: range.start + start, end: range.end + start });
      await connection.window.showDocument({ uri, selection, takeFocus: true });
    }
  } catch (error) {
    if (!stop.signal.aborted) throw error;
  } finally {
    progress.done();
  }
}

/** Without waiting for the user. */
function show(connection: Connection, type: MessageType, message: string): void {
  void connection.sendNotification(ShowMessageNotification.type, { type, message });
}

function findingOf({ verdict, summary, probes, instead, fixes }: WhyEmpty): Finding | undefined {
  const culprit = probes.find(({ outcome }) => outcome === 'nothing');
  if (!culprit) return undefined;
  const { start, end, added } = culprit;
  return {
    range: { start, end },
    code: 'egf',
    stage: 'answer',
    rule: 'why-empty',
    strength: 'weak',
    severity: verdict === 'broken-pattern' ? 'warning' : 'information',
    message: 'From here on nothing matches',
    because: summary,
    advice: instead.length
      ? `What matches there: ${instead.join('; ')}.`
      : `Without ${added} the rest of the pattern has matches.`,
    ...(fixes && { fixes }),
  };
}
