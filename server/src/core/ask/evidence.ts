/** What an answer rests on: the facts that the query met, and the entities of the question that it names. */
import { infer } from '../schema/inference/inference';
import type { LinkedEntity } from '../question/linking/linking';
import type { GraphResult } from '../query/graph';
import { neighbourhood } from '../query/neighbourhood';
import { topicsOf } from '../check/answer/topics';
import type { AskResult } from './ask-events';
import type { Scene } from './scene';

/** A few are enough to see how the query came to them. */
const MOST_ANSWERS = 5;

export async function evidenceFor(
  scene: Scene,
  { kind, answers, query }: AskResult,
): Promise<GraphResult | undefined> {
  if (kind !== 'answer' || query === undefined) return undefined;
  const { directory } = scene.ports.kb;
  const iris = answers.slice(0, MOST_ANSWERS).flatMap(({ iri }) => iri ?? []);
  try {
    const { kb, lastSignal } = scene;
    return await neighbourhood(kb, directory, scene.parse(query), iris, directory.reading, lastSignal);
  } catch (error) {
    scene.broke('evidence', error);
    return undefined;
  }
}

export function usedIn(scene: Scene, query: string | undefined): readonly LinkedEntity[] {
  if (query === undefined) return [];
  const { schema } = scene.ports;
  const topics = topicsOf(infer(scene.parse(query), schema).scopes, schema);
  return scene.linking.entities.filter(({ iri }) => topics.has(iri));
}
