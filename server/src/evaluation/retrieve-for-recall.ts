/** Retrieves schema elements for a question to measure recall, whether the strategy uses them or not. */
import type { AskOptions, AskPorts, AskTask } from '../core/ask/ask-ports';
import { likelyEntities, withoutMentions } from '../core/ask/names-in-question';
import { rankContext, relationsOfEntities } from '../core/ask/strategies/retrieve-context';
import type { Linking } from '../core/question/linking/linking';
import { rankPaths, schemaPaths } from '../core/question/retrieval/paths';
import type { Prediction } from './prediction';

/** Recall is measured up to this rank. */
const MAX_RANK = 50;
const MAX_ENTITIES = 5;

/** Lists those that a prompt would contain first. Rejects only when `signal` is aborted. */
export async function retrieveForRecall(
  task: AskTask,
  linking: Linking,
  ports: Pick<AskPorts, 'schema' | 'kb' | 'retriever'>,
  { limits, funFusic }: Pick<AskOptions, 'limits' | 'funFusic'>,
  signal: AbortSignal,
): Promise<Prediction['retrieved']> {
  const real = await relationsOfEntities(task, linking, ports, limits, signal);
  await ports.retriever.prepare(signal);
  const shown = rankContext(task, linking, real, ports, { ...funFusic, paths: 0 });
  const more = rankContext(task, linking, real, ports, { relations: MAX_RANK, classes: MAX_RANK, paths: 0 });
  const question = withoutMentions(task.question, linking);
  const types = new Set(likelyEntities(linking, MAX_ENTITIES).flatMap((entity) => entity.types));
  const paths = rankPaths(question, schemaPaths(types, ports.schema, new Set(real)), ports, MAX_RANK);
  return {
    relations: [...new Set([...shown.relations, ...more.relations])].slice(0, MAX_RANK),
    classes: more.classes,
    paths: paths.map(({ steps }) =>
      steps.map(({ relation, reverse }) => `${reverse ? '^' : ''}${relation}`).join(' '),
    ),
  };
}
