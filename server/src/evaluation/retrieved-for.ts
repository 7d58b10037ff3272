/** What the retriever finds for a question, whatever a strategy makes of it. */
import type { AskOptions, AskPorts, AskTask } from '../core/ask/ask-ports';
import { likelyEntities, withoutMentions } from '../core/ask/names-in-question';
import { rankContext, relationsOfEntities } from '../core/ask/strategies/retrieve-context';
import type { Linking } from '../core/question/linking/linking';
import { rankPaths, walksFrom } from '../core/question/retrieval/paths';
import type { Prediction } from './prediction';

/** So many of each: recall is told for up to as many. */
const MOST = 50;
const MOST_ENTITIES = 5;

/** The first are those that a model would be shown. Rejects only when `signal` is aborted. */
export async function retrievedFor(
  task: AskTask,
  linking: Linking,
  ports: Pick<AskPorts, 'schema' | 'kb' | 'retriever'>,
  { limits, funFusic }: Pick<AskOptions, 'limits' | 'funFusic'>,
  signal: AbortSignal,
): Promise<Prediction['retrieved']> {
  const real = await relationsOfEntities(task, linking, ports, limits, signal);
  await ports.retriever.prepare(signal);
  const shown = rankContext(task, linking, real, ports, { ...funFusic, paths: 0 });
  const more = rankContext(task, linking, real, ports, { relations: MOST, classes: MOST, paths: 0 });
  const question = withoutMentions(task.question, linking);
  const types = new Set(likelyEntities(linking, MOST_ENTITIES).flatMap((entity) => entity.types));
  const paths = rankPaths(question, walksFrom(types, ports.schema, new Set(real)), ports, MOST);
  return {
    relations: [...new Set([...shown.relations, ...more.relations])].slice(0, MOST),
    classes: more.classes,
    paths: paths.map(({ steps }) =>
      steps.map(({ relation, reverse }) => `${reverse ? '^' : ''}${relation}`).join(' '),
    ),
  };
}
