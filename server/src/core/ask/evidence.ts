/** The evidence for an answer: the facts that the query matched, and the linked entities that it names. */
import { infer } from '../schema/inference/inference';
import type { LinkedEntity } from '../question/linking/linking';
import type { GraphResult } from '../query/graph';
import { evidenceGraph } from '../query/evidence-graph';
import { topicEntitiesOf } from '../check/answer/topics';
import type { AskResult } from './ask-events';
import type { AskContext } from './ask-context';

/** Limits the answers whose facts are looked up. */
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
    return await evidenceGraph(kb, directory, context.parse(query), iris, directory.nameOptions, lastSignal);
  } catch (error) {
    context.handleError('evidence', error);
    return undefined;
  }
}

/** The linked entities that a query names. */
export function findUsedEntities(context: AskContext, query: string | undefined): readonly LinkedEntity[] {
  if (query === undefined) return [];
  const { schema } = context.ports;
  const topics = topicEntitiesOf(infer(context.parse(query), schema).scopes, schema);
  return context.linking.entities.filter(({ iri }) => topics.has(iri));
}

/** `format` is applied to text from the KB. The last line reports the number of omitted facts. */
export function formatEvidence(
  evidence: GraphResult | undefined,
  limit: number,
  format: (text: string) => string,
): readonly string[] {
  if (!evidence) return [];
  const { nodes, edges, truncated } = evidence;
  const labels = new Map(
    nodes.map(({ id, label, kind }) => [id, kind === 'mediator' ? '[…]' : format(label)]),
  );
  const lines = edges
    .slice(0, limit)
    .map(({ from, to, label }) => `${labels.get(from) ?? '?'} — ${label} → ${labels.get(to) ?? '?'}`);
  const omitted = edges.length - lines.length;
  if (omitted > 0) return [...lines, `and ${omitted} more facts`];
  return truncated ? [...lines, 'and more facts'] : lines;
}
