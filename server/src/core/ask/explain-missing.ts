/** Explains why no candidate answers the question: what is missing, and what is most similar. */
import { incompleteKbHint } from '../repair/unanswerable';
import { overlaps } from '../language/text/range';
import { keywordsOf } from '../language/english/words';
import type { Linking } from '../question/linking/linking';
import { labelOf } from '../schema/labels';
import type { CandidateQuery } from './ask-events';
import type { AskPorts } from './ask-ports';
import { likelyEntities } from './names-in-question';
import { joinWithOr } from '../language/english/lists';
import { nearRelations } from './explain-no-answer';
import type { Candidate } from '../candidates/enumerate/candidate';
import type { Ranking } from '../candidates/rank/rank';
import type { StrategyOutcome } from './strategy';

const MAX_NEAREST = 5;

export function explainMissing(
  question: string,
  linking: Linking,
  ranking: Ranking,
  nearest: CandidateQuery | undefined,
  { schema, retriever, kb: { kb } }: Pick<AskPorts, 'schema' | 'retriever' | 'kb'>,
): Pick<StrategyOutcome, 'level' | 'because' | 'explanation' | 'missing' | 'nearest'> {
  const near = nearRelations(question, linking, schema, retriever, MAX_NEAREST);
  // A relation that fits the question, but has no facts for the entity.
  const lacking = ranking.missingCandidate();
  const uncovered = uncoveredWords(ranking, linking, lacking);
  const missing = [
    ...(lacking?.start
      ? [`facts of ${lacking.start.name} by ${labelOf(lacking.hops.at(-1)?.relation ?? '')}`]
      : []),
    ...(uncovered.length
      ? [`a relation or class for ${joinWithOr(uncovered.map((word) => `“${word}”`))}`]
      : []),
    ...(linking.entities.length ? [] : ['an entity that the question names']),
  ];
  const path = nearest?.path ?? nearest?.query;
  return {
    level: near.level,
    because: [
      nearest
        ? 'The closest candidate covers too little of the question.'
        : 'No fact about the linked entities covers enough of the question.',
    ],
    explanation: `Nothing in the KB ${kb.name} seems to answer this${path === undefined ? '' : `; the closest is: ${path}`}.${incompleteKbHint(kb)}`,
    missing,
    nearest: [nearest?.path ?? [], near.nearest].flat().slice(0, MAX_NEAREST),
  };
}

/** Whether a query names one of the likely entities. Others only share a part of the name. */
export function mentionsLinkedEntity({ query }: Pick<CandidateQuery, 'query'>, linking: Linking): boolean {
  const likely = likelyEntities(linking, linking.entities.length);
  const ids = new Set(query.split(/[^\w.]/));
  return !likely.length || likely.some(({ id }) => ids.has(id));
}

/** Words that neither a name, a number, the best candidate nor the missing one covers. */
function uncoveredWords(
  { question, ranked, isUncovered }: Ranking,
  linking: Linking,
  lacking: Candidate | undefined,
): readonly string[] {
  const [best] = ranked;
  if (!best) return [];
  const mentions = [...likelyEntities(linking, linking.entities.length), ...linking.literals].flatMap(
    ({ mention }) => mention ?? [],
  );
  const words = question.words
    .filter(
      ({ word, content, range }) =>
        content &&
        keywordsOf(word).length > 0 &&
        isUncovered(best.candidate, word) &&
        (!lacking || isUncovered(lacking, word)) &&
        !mentions.some((mention) => overlaps(mention, range)),
    )
    .map(({ word }) => word);
  return [...new Set(words)].slice(0, 4);
}
