import { MessageType, type CancellationToken, type Connection } from 'vscode-languageserver';
import { endpointOf } from '../core/language/sparql/endpoint';
import { whyEmpty as explainEmptyAnswer, type WhyEmpty } from '../core/query/why-empty/why-empty';
import type { QueryModel } from '../core/language/sparql/model';
import { parseQuery } from '../core/language/sparql/parse';
import type { Finding } from '../core/check/verifier';
import { EXPLAIN_EMPTY_COMMAND, WHY_EMPTY_REQUEST, type WhyEmptyParams } from '../protocol/index';
import { placeArguments, prepareWith, withProgress, type ServerCommand } from './command';
import { queryAt, type CustomFeature, type OpenDocument } from './feature';
import { fileNamed, SHOWN_RESULTS } from './knowledge-bases';
import { onRequest, showMessage } from './requests';
import { toRange } from './to-lsp';
import { toWhyEmpty } from './to-protocol';
import type { Workspace } from './workspace';

/** Explains why a query has no results, for the results view and as a command that marks the failing part of the query. */
export const whyEmpty: CustomFeature = (connection, workspace) => {
  onRequest(connection, WHY_EMPTY_REQUEST, async (params, signal) =>
    toWhyEmpty(await answerRequest(params, workspace, signal)),
  );
};

export const explainEmptyCommand: ServerCommand = {
  name: EXPLAIN_EMPTY_COMMAND,
  needs: 'the URI of a document and a range in it',
  prepare: prepareWith(placeArguments, async ([uri, range], { connection, workspace, token }) => {
    const open = await workspace.open(uri);
    const query = open && queryAt(open.checked(), open.document.offsetAt(range.start));
    if (open && query) await explainInDocument(open, query, connection, workspace, token);
  }),
};

const SENT_TEXT = 'parts of the query';

async function answerRequest(
  { kb: name, query }: WhyEmptyParams,
  workspace: Workspace,
  signal: AbortSignal,
): Promise<WhyEmpty> {
  const [settings, schema] = await Promise.all([workspace.settings(), workspace.schema(name)]);
  const reason = { namedBy: SHOWN_RESULTS, sends: SENT_TEXT, query };
  const entities = await workspace.entities.open(name, settings, schema, reason);
  if ('problem' in entities)
    return { verdict: 'unknown', summary: entities.problem, probes: [], instead: [] };
  const { kb, directory } = entities;
  const model = parseQuery(query, settings.dialect);
  return explainEmptyAnswer(model, { kb, schema, directory, now: () => performance.now() }, signal);
}

/** Marks the part that matches nothing until the query changes, and selects it if the client supports `window/showDocument`. */
async function explainInDocument(
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
  const reason = { namedBy: fileNamed(uri), sends: SENT_TEXT, query: asRun.text };
  const entities = await workspace.entities.open(name, settings, schema, reason);
  if ('problem' in entities) {
    if (!entities.declined) showMessage(connection, MessageType.Error, entities.problem);
    return;
  }
  const { kb, directory } = entities;
  const shown = { title: 'Why is it empty?', message: `Asking ${kb.name}`, token };
  await withProgress(connection, shown, async (signal) => {
    const ports = { kb, schema, directory, now: () => performance.now() };
    const why = await explainEmptyAnswer(asRun, ports, signal);
    const finding = toFinding(why);
    if (finding) workspace.recordRun(uri, kb.name, asRun, [...(last?.findings ?? []), finding]);
    showMessage(connection, MessageType.Info, why.summary);
    if (finding && workspace.client.showsDocuments) {
      const { range } = finding;
      const selection = toRange(document, { start: range.start + start, end: range.end + start });
      await connection.window.showDocument({ uri, selection, takeFocus: true });
    }
  });
}

function toFinding({ verdict, summary, probes, instead, fixes }: WhyEmpty): Finding | undefined {
  const failing = probes.find(({ outcome }) => outcome === 'nothing');
  if (!failing) return undefined;
  const { start, end, added } = failing;
  return {
    range: { start, end },
    code: 'egf',
    stage: 'answer',
    rule: 'why-empty',
    strength: 'weak',
    severity: verdict === 'broken-pattern' ? 'warning' : 'information',
    message: 'Nothing matches from here on',
    because: summary,
    advice: instead.length
      ? `What matches there: ${instead.join('; ')}.`
      : `Without ${added} the rest of the pattern has matches.`,
    ...(fixes && { fixes }),
  };
}
