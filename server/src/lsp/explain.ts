import { namesOf } from '../core/edit/names';
import type { KbSchema } from '../core/schema/schema';
import { addUsage } from '../core/model/usage';
import { backTranslate } from '../core/describe/back-translate';
import { judge } from '../core/describe/judge';
import { describeQuery } from '../core/describe/describe-query';
import type { Reading } from '../core/describe/description';
import { questionOf } from '../core/language/sparql/header';
import type { QueryModel } from '../core/language/sparql/model';
import { parseQuery } from '../core/language/sparql/parse';
import { EXPLAIN_REQUEST, type ExplainParams, type ExplainReply } from '../protocol/index';
import type { Feature, OpenDocument } from './feature';
import { modelPorts, type ModelPorts } from './model-ports';
import { onUserRequest } from './requests';
import { plan } from './run';
import { toRange } from './to-lsp';
import { toAgreement, toReading, toUsage } from './to-protocol';
import type { Workspace } from './workspace';

/** Describes the query at a position, and compares it with its question. */
export const explain: Feature = {
  capabilities: {},
  listen(connection, workspace) {
    onUserRequest(connection, workspace, EXPLAIN_REQUEST, (params, signal) =>
      explainQuery(params, workspace, signal),
    );
  },
};

/** By templates, with the names that are known now. */
export function readingOf({ schema, namesIn }: OpenDocument, query: QueryModel): Reading | undefined {
  if (!schema || query.query.form === 'none' || !query.parses) return undefined;
  const names = namesIn(query);
  return describeQuery(query, schema, (iri) => names(schema.idOf(iri) ?? ''));
}

async function explainQuery(
  { textDocument, range: { start }, withModel, question: given }: ExplainParams,
  workspace: Workspace,
  signal: AbortSignal,
): Promise<ExplainReply> {
  // Always the whole query: a part has no question.
  const planned = await plan({ textDocument, range: { start, end: start } }, workspace);
  if ('problem' in planned) return planned;
  const { open, what } = planned;
  const { schema, settings, document } = open;
  if (!schema) return { problem: 'Explaining a query needs a KB schema. Choose a schema.' };
  const query = parseQuery(what.text, settings.dialect);
  if (!query.parses) return { problem: 'The query has syntax errors. Fix them first.' };
  const index = open.checked().queries.indexOf(what.query);
  const range = toRange(document, what.where);
  const question = questionOf(what.query)?.text ?? given;
  const nameOf = await namesFor(open, what.query, schema, signal);
  const asked = withModel ? modelPorts(settings, workspace) : undefined;
  const troubles: string[] = [];
  let model: ModelPorts | undefined;
  if (asked && 'problem' in asked) troubles.push(asked.problem);
  else if (asked) troubles.push(...(model = asked).problems);
  const ports = { schema, nameOf, model: model?.model, prompts: model?.prompts };
  const described = await backTranslate(query, ports, ignore, signal);
  if (described.trouble !== undefined) troubles.push(described.trouble);
  // A model that did not describe the query would not compare it either.
  const judging = described.trouble === undefined ? ports : { schema, nameOf };
  const judged =
    question === undefined
      ? undefined
      : await judge(question, described.reading, query, judging, ignore, signal);
  if (judged?.trouble !== undefined) troubles.push(judged.trouble);
  if (judged && question !== undefined) {
    const { agreement } = judged;
    if (withModel && agreement.verdict !== 'unknown')
      workspace.recordJudgement(document.uri, index, what.query, {
        question,
        reading: described.reading,
        agreement,
      });
  }
  return {
    reading: toReading(described.reading),
    ...(judged && { agreement: toAgreement(judged.agreement) }),
    query: what.text,
    ...(question !== undefined && { question }),
    range,
    usage: toUsage(judged ? addUsage(described.usage, judged.usage) : described.usage),
    ...(troubles.length > 0 && { trouble: troubles.join(' ') }),
  };
}

/** Milliseconds to wait for names. Without them, IDs are shown. */
const NAMES_TIMEOUT = 10_000;

/** Looks up missing names in a KB that may be used in the background. */
async function namesFor(
  { entitiesOf }: OpenDocument,
  query: QueryModel,
  schema: KbSchema,
  signal: AbortSignal,
): Promise<(iri: string) => string | undefined> {
  const entities = entitiesOf(query);
  if (!entities) return () => undefined;
  const { directory } = entities;
  const iris = [...namesOf(query)]
    .filter(({ iri, declares }) => !declares && !isOfSchema(schema, iri))
    .map(({ iri }) => iri);
  // Not cancelled: the answer is cached, and an embedded engine would have to restart.
  const late = new Promise<void>((resolve) => setTimeout(resolve, NAMES_TIMEOUT).unref());
  const found = directory.lookUp(iris, new AbortController().signal).catch(() => undefined);
  const stopped = new Promise<void>((resolve) =>
    signal.addEventListener('abort', () => resolve(), { once: true }),
  );
  await Promise.race([found, late, stopped]);
  signal.throwIfAborted();
  return (iri) => directory.known(iri)?.name;
}

function isOfSchema(schema: KbSchema, iri: string): boolean {
  const id = schema.idOf(iri);
  return id === undefined || schema.hasRelation(id) || schema.hasType(id);
}

const ignore = (): void => undefined;
