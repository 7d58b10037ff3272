import { setTimeout as delay } from 'node:timers/promises';
import { entitiesIn } from '../core/edit/names';
import type { KbSchema } from '../core/schema/schema';
import { addUsage } from '../core/model/usage';
import { describeAndJudge } from '../core/describe/judge';
import { questionOf } from '../core/language/sparql/header';
import type { QueryModel } from '../core/language/sparql/model';
import { parseQuery } from '../core/language/sparql/parse';
import { EXPLAIN_REQUEST, type ExplainParams, type ExplainReply } from '../protocol/index';
import type { CustomFeature, OpenDocument } from './feature';
import { openModelPorts } from './model-ports';
import { onUserRequest } from './requests';
import { planRun } from './run';
import { toRange } from './to-lsp';
import { toAgreement, toReading, toUsage } from './to-protocol';
import { questionComparison } from './checked-documents';
import type { Workspace } from './workspace';

/** Describes the query at a position, and compares it with its question. */
export const explain: CustomFeature = (connection, workspace) => {
  onUserRequest(connection, workspace, EXPLAIN_REQUEST, (params, signal) =>
    explainQuery(params, workspace, signal),
  );
};

async function explainQuery(
  { textDocument, range: { start }, withModel, question: enteredQuestion }: ExplainParams,
  workspace: Workspace,
  signal: AbortSignal,
): Promise<ExplainReply> {
  // The whole query is explained, because a part of it has no question.
  const planned = await planRun({ textDocument, range: { start, end: start } }, workspace);
  if ('problem' in planned) return planned;
  const { open, what } = planned;
  const { schema, settings, document } = open;
  if (!schema) return { problem: 'Explaining a query needs a KB schema. Choose a schema.' };
  const query = parseQuery(what.text, settings.dialect);
  if (!query.parses) return { problem: 'The query has syntax errors. Fix them first.' };
  const index = open.checked().queries.indexOf(what.query);
  const range = toRange(document, what.where);
  const question = questionOf(what.query)?.text ?? enteredQuestion;
  const nameOf = await lookUpNames(open, what.query, schema, signal);
  const opened = withModel ? openModelPorts(settings, workspace) : undefined;
  const model = opened && 'problem' in opened ? undefined : opened;
  const troubles = [...(opened && 'problem' in opened ? [opened.problem] : (opened?.problems ?? []))];
  const ports = { schema, nameOf, model: model?.model, prompts: model?.prompts };
  const { described, judged } = await describeAndJudge(query, question, ports, signal);
  if (described.trouble !== undefined) troubles.push(described.trouble);
  const entities = open.entitiesOf(what.query);
  const agreement =
    judged?.agreement.verdict === 'unknown' && question !== undefined && entities
      ? ((await questionComparison(entities, schema, settings, workspace)(query, question, signal)) ??
        judged.agreement)
      : judged?.agreement;
  if (judged?.trouble !== undefined) troubles.push(judged.trouble);
  if (judged && question !== undefined && withModel && judged.agreement.verdict !== 'unknown') {
    const judgement = { question, reading: described.reading, agreement: judged.agreement };
    workspace.recordJudgement(document.uri, index, what.query, judgement);
  }
  return {
    reading: toReading(described.reading),
    ...(agreement && { agreement: toAgreement(agreement) }),
    query: what.text,
    ...(question !== undefined && { question }),
    range,
    usage: toUsage(judged ? addUsage(described.usage, judged.usage) : described.usage),
    ...(troubles.length > 0 && { trouble: troubles.join(' ') }),
  };
}

/** How long to wait for names. Without a name, the ID is shown. */
const NAMES_TIMEOUT_MS = 10_000;

/** Looks up missing names if the KB may be used in the background. */
async function lookUpNames(
  { entitiesOf }: OpenDocument,
  query: QueryModel,
  schema: KbSchema,
  signal: AbortSignal,
): Promise<(iri: string) => string | undefined> {
  const entities = entitiesOf(query);
  if (!entities) return () => undefined;
  const { directory } = entities;
  const iris = entitiesIn(query, schema);
  // The lookup is not cancelled: its result is cached, and an embedded engine would have to restart.
  const timeout = delay(NAMES_TIMEOUT_MS, undefined, { ref: false });
  const found = directory.lookUp(iris, new AbortController().signal).catch(() => undefined);
  const aborted = new Promise<void>((resolve) =>
    signal.addEventListener('abort', () => resolve(), { once: true }),
  );
  await Promise.race([found, timeout, aborted]);
  signal.throwIfAborted();
  return (iri) => directory.known(iri)?.name;
}
