/** What an answer rests on: the facts that the query met, and the entities of the question that it names. */
import { infer } from '../schema/inference/inference';
import type { LinkedEntity } from '../question/linking/linking';
import type { GraphResult } from '../query/graph';
import { neighbourhood } from '../query/neighbourhood';
import { topicsOf } from '../check/answer/topics';
import type { AskResult } from './ask-events';
import type { AskContext } from './ask-context';

/** A few are enough to see how the query came to them. */
const MAX_ANSWERS = 5;

export async function evidenceFor(
  context: AskContext,
  { kind, answers, query }: AskResult,
): Promise<GraphResult | undefined> {
  if (kind !== 'answer' || query === undefined) return undefined;
  const { directory } = context.ports.kb;
  const iris = answers.slice(0, MAX_ANSWERS).flatMap(({ iri }) => iri ?? []);
  try {
    const { kb, lastSignal } = context;
    return await neighbourhood(kb, directory, context.parse(query), iris, directory.reading, lastSignal);
  } catch (error) {
    context.broke('evidence', error);
    return undefined;
  }
}

export function usedIn(context: AskContext, query: string | undefined): readonly LinkedEntity[] {
  if (query === undefined) return [];
  const { schema } = context.ports;
  const topics = topicsOf(infer(context.parse(query), schema).scopes, schema);
  return context.linking.entities.filter(({ iri }) => topics.has(iri));
}
