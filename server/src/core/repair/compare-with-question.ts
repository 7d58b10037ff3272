/** Describes a query and compares it with the question. Cues and the ranking cost nothing, so they come before the model. */
import { infer } from '../schema/inference/inference';
import type { Execution } from '../kb/knowledge-base';
import type { KbSchema } from '../schema/schema';
import type { Usage } from '../model/language-model';
import { addUsage, NO_USAGE } from '../model/usage';
import { backTranslate } from '../describe/back-translate';
import { compareCues } from '../describe/compare-cues';
import { judgeAgreement } from '../describe/judge';
import { describeQuery } from '../describe/describe-query';
import type { Agreement, QueryDescription } from '../describe/description';
import type { QueryModel } from '../language/sparql/model';
import { topicEntitiesOf } from '../check/answer/topics';
import { answersOf } from './answers-of';
import type { RepairSession } from './repair-session';
import type { RepairEvent } from './repair-events';
import { withProgress } from './with-progress';

export interface QuestionComparison {
  readonly reading: QueryDescription;
  readonly agreement: Agreement;
  readonly usage: Usage;
  /** Why the model gave no usable reply. */
  readonly trouble?: string;
}

/** Undefined without a question. `withModel` is true if the query has no other faults, so that a judgement is worth its cost. */
export async function* compareWithQuestion(
  session: RepairSession,
  query: QueryModel,
  execution: Execution | undefined,
  withModel: boolean,
  round: number,
): AsyncGenerator<RepairEvent, QuestionComparison | undefined> {
  const { question } = session.task;
  const { schema } = session.ports;
  if (question === undefined || !schema || !query.parses) return undefined;
  const nameOf = await entityNames(session, query, schema);
  const byTemplate = (agreement: Agreement): QuestionComparison => ({
    reading: describeQuery(query, schema, nameOf),
    agreement,
    usage: NO_USAGE,
  });
  const known = session.ports.judge?.(query.text, answersOf(query, execution));
  if (known) return byTemplate(known);
  const cues = compareCues(question, query, schema, nameOf);
  if (cues.verdict === 'different') return byTemplate(cues);
  const byRanking = (await session.ranking())?.compare(query, execution);
  const model = withModel ? session.model : undefined;
  // The model may overrule the ranking if they differ, but a confirmed query needs no model.
  if (!model || byRanking?.verdict === 'same')
    return byTemplate(byRanking && byRanking.verdict !== 'unknown' ? byRanking : cues);
  const helpers = { schema, nameOf, model: model.model, prompts: model.prompts };
  const { signal, options } = session;
  const context = options.contextInComparison === true ? session.context?.text : undefined;
  const reader = options.backTranslation === false ? { schema, nameOf } : helpers;
  const back = yield* withProgress(round, (onProgress) => backTranslate(query, reader, onProgress, signal));
  const judged = yield* withProgress(round, (onProgress) =>
    judgeAgreement(question, back.reading, query, { ...helpers, context }, onProgress, signal),
  );
  const trouble = judged.trouble ?? back.trouble;
  return {
    reading: back.reading,
    agreement: judged.agreement,
    usage: addUsage(back.usage, judged.usage),
    ...(trouble !== undefined && { trouble }),
  };
}

async function entityNames(
  session: RepairSession,
  query: QueryModel,
  schema: KbSchema,
): Promise<(iri: string) => string | undefined> {
  const directory = session.kb?.directory;
  if (!directory) return () => undefined;
  const iris = topicEntitiesOf(infer(query, schema).scopes, schema).keys();
  const found = await directory.lookUp(iris, session.signal);
  return (iri) => found.get(iri)?.name;
}
