import { LSPErrorCodes, ResponseError, type CancellationToken } from 'vscode-languageserver';
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
import { signalOf } from './cancellation';
import type { Feature, OpenDocument, Workspace } from './feature';
import { modelPorts, type ModelPorts } from './model-ports';
import { plan } from './run';
import { toRange } from './to-lsp';

/** Puts the query around a place into words, and says whether these are its question. */
export const explain: Feature = {
  capabilities: {},
  listen(connection, workspace) {
    connection.onRequest(EXPLAIN_REQUEST, async (params: ExplainParams, token: CancellationToken) => {
      const signal = signalOf(token);
      try {
        return await workspace.knowledgeBases.asWanted(() => explainQuery(params, workspace, signal));
      } catch (error) {
        if (signal.aborted) return new ResponseError(LSPErrorCodes.RequestCancelled, 'cancelled');
        throw error;
      }
    });
  },
};

/** By templates, with the names that are known now; those that are missing come later, with a refresh. */
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
  // Always the whole query: a part of it has no question.
  const planned = await plan({ textDocument, range: { start, end: start } }, workspace);
  if ('problem' in planned) return planned;
  const { open, what } = planned;
  const { schema, settings, document } = open;
  if (!schema) return { problem: 'Without a KB schema, queries cannot be put into words. Choose a schema.' };
  const query = parseQuery(what.text, settings.dialect);
  if (!query.parses)
    return { problem: 'The query cannot be read. Mend what is marked in it, and explain it then.' };
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
  const told = await backTranslate(query, ports, ignore, signal);
  if (told.trouble !== undefined) troubles.push(told.trouble);
  // What was not put into words by the model will not be compared by it either: it is away, or would not.
  const judging = told.trouble === undefined ? ports : { schema, nameOf };
  const judged =
    question === undefined ? undefined : await judge(question, told.reading, query, judging, ignore, signal);
  if (judged?.trouble !== undefined) troubles.push(judged.trouble);
  if (judged && question !== undefined) {
    const { agreement } = judged;
    if (withModel && agreement.verdict !== 'unknown')
      workspace.judged(document.uri, index, what.query, { question, reading: told.reading, agreement });
  }
  return {
    reading: told.reading,
    ...(judged && { agreement: judged.agreement }),
    query: what.text,
    ...(question !== undefined && { question }),
    range,
    usage: judged ? addUsage(told.usage, judged.usage) : told.usage,
    ...(troubles.length > 0 && { trouble: troubles.join(' ') }),
  };
}

/** Milliseconds that a KB is waited for. Without names, ids are said. */
const PATIENCE = 10_000;

/** Asks for those that are not known yet, of a KB that may be asked though nobody ran the query. */
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
  // Not stopped when it takes too long: the answer is kept, and an embedded engine would have to start anew.
  const late = new Promise<void>((resolve) => setTimeout(resolve, PATIENCE).unref());
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
