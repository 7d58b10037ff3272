/** Where no strategy has found an answer: what seems to be missing, and the nearest things that exist. */
import type { Linking } from '../question/linking/linking';
import type { AskResult } from './ask-events';
import type { AskPorts, AskTask } from './ask-ports';
import { likelyEntities } from './names-in-question';
import { nearRelations } from './near-relations';
import type { StrategyOutcome } from './strategy';

const MAX_NEAREST = 5;

type Lack = Pick<AskResult, 'explanation' | 'missing' | 'nearest'> & Required<Pick<AskResult, 'level'>>;

/** What the strategy says of it goes before what can be said in general. */
export function explainNoAnswer(
  { question }: AskTask,
  linking: Linking,
  { schema, retriever, kb: { kb } }: Pick<AskPorts, 'schema' | 'retriever' | 'kb'>,
  outcome: Pick<StrategyOutcome, 'level' | 'explanation' | 'missing' | 'nearest' | 'verdict'>,
): Lack {
  const names = likelyEntities(linking, 3).map(({ name }) => name);
  const partial = kb.complete ? '' : ' The KB is incomplete, so another KB may know more.';
  const missing = names.length
    ? `the relation that the question asks for, or its facts, for ${listed(names)}`
    : 'an entity that the question names';
  const general = names.length
    ? `Nothing in the KB ${kb.name} about ${listed(names)} answers this.${partial}`
    : `The question names nothing that is in the KB ${kb.name}.${partial} ${linking.note ?? 'Check the spelling, or choose the entity.'}`;
  const { level, nearest } = nearRelations(question, linking, schema, retriever, MAX_NEAREST);
  return {
    level: outcome.level ?? level,
    explanation: outcome.verdict === 'unanswerable' && outcome.explanation ? outcome.explanation : general,
    missing: outcome.missing?.length ? outcome.missing : [missing],
    nearest: outcome.nearest?.length ? outcome.nearest : nearest,
  };
}

export function listed(names: readonly string[]): string {
  return new Intl.ListFormat('en', { type: 'disjunction' }).format(names);
}
