/** Of a question that is not answered: what seems to be missing, and the nearest things that exist. */
import type { Linking } from '../../../link/linking';
import { labelOf } from '../../../kb/labels';
import { described } from '../../../repair/nearest-things';
import type { Considered } from '../../ask-events';
import type { AskPorts } from '../../ask-ports';
import { liesIn } from '../../rank/asked-words';
import type { Ranking } from '../../rank/rank';
import type { StrategyOutcome } from '../../strategy';

const MOST_NEAREST = 5;
/** As near as a relation must be, for its facts to be what is missing. */
const NEAR = 0.5;

export function lackFor(
  question: string,
  linking: Linking,
  ranking: Ranking,
  nearest: Considered,
  { schema, retriever, kb: { kb } }: Pick<AskPorts, 'schema' | 'retriever' | 'kb'>,
): Pick<StrategyOutcome, 'level' | 'because' | 'explanation' | 'missing' | 'nearest'> {
  const start = ranking.ranked[0]?.candidate.start;
  const rest = start?.mention
    ? question.slice(0, start.mention.start) + question.slice(start.mention.end)
    : question;
  const relations = retriever.relations(rest, { most: MOST_NEAREST });
  const types = new Set(linking.entities.flatMap((entity) => entity.types));
  // It would fit the entity, and the KB has no such facts of it.
  const fitting = relations.find(({ id, score }) => {
    const domain = schema.relation(id)?.domain;
    return score >= NEAR && domain !== undefined && types.has(domain);
  });
  const around = new Set(
    ranking.ranked.flatMap(({ candidate }) => candidate.hops.map(({ relation }) => relation)),
  );
  const level = fitting && !around.has(fitting.id) ? 'data' : 'schema';
  const left = unsaidWords(ranking);
  const partial = kb.complete ? '' : ' It holds only a part of the facts, so another KB may know more.';
  const missing = [
    ...(level === 'data' && fitting && start ? [`facts of ${start.name} by ${labelOf(fitting.id)}`] : []),
    ...(left.length ? [`something called “${left.join(' ')}”`] : []),
    ...(linking.entities.length ? [] : ['an entity that the question names']),
  ];
  return {
    level,
    because: ['The nearest form does not say enough of the question.'],
    explanation: `Nothing that the KB ${kb.name} has seems to answer this; the nearest is: ${nearest.path ?? nearest.query}.${partial}`,
    missing,
    nearest: [
      ...(nearest.path === undefined ? [] : [nearest.path]),
      ...relations.map(({ id }) => described(id, schema)),
    ].slice(0, MOST_NEAREST),
  };
}

/** Words that neither an entity nor the best form accounts for. */
function unsaidWords({ asked, ranked, unsaid }: Ranking): readonly string[] {
  const [best] = ranked;
  if (!best) return [];
  const mention = best.candidate.start?.mention;
  return asked.words
    .filter(
      (word) =>
        word.content && unsaid(best.candidate, word.word) && !(mention && liesIn(word.range, mention)),
    )
    .map(({ word }) => word)
    .slice(0, 4);
}
