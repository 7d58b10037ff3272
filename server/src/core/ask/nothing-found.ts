/** Where no strategy has found an answer: what seems to be missing, and the nearest things that exist. */
import type { KbSchema } from '../kb/schema';
import type { Linking } from '../link/linking';
import { described } from '../repair/nearest-things';
import { isCommunity } from '../kb/domains';
import { likelyEntities, withoutMentions } from './names-in-question';
import type { RankedName } from '../retrieve/retrieval';
import type { AskResult } from './ask-events';
import type { AskPorts, AskTask } from './ask-ports';
import type { StrategyOutcome } from './strategy';

const MOST_NEAREST = 5;
/** What is merely used by many, or often asked for in such a sentence, is not near. */
const NEAR = 0.5;
const SAID = 0.3;
/** So many are looked at: what fits may stand behind what only sounds like it. */
export const ENOUGH = 100;

type Lack = Pick<AskResult, 'explanation' | 'missing' | 'nearest'> & Required<Pick<AskResult, 'level'>>;

/** What the strategy says of it goes before what can be said in general. */
export function nothingFound(
  { question }: AskTask,
  linking: Linking,
  { schema, retriever, kb: { kb } }: Pick<AskPorts, 'schema' | 'retriever' | 'kb'>,
  outcome: Pick<StrategyOutcome, 'level' | 'explanation' | 'missing' | 'nearest' | 'verdict'>,
): Lack {
  const names = likelyEntities(linking, 3).map(({ name }) => name);
  const partial = kb.complete ? '' : ' It holds only a part of the facts, so another KB may know more.';
  const missing = names.length
    ? `a relation of ${listed(names)} that the question asks for, or its facts`
    : 'an entity that the question names';
  const general = names.length
    ? `Nothing that the KB ${kb.name} has around ${listed(names)} answers this.${partial}`
    : `The question names nothing that the KB ${kb.name} has by this name.${partial} Check the spelling, or choose the entity that is meant.`;
  const relations = retriever.relations(withoutMentions(question, linking), { most: ENOUGH });
  return {
    level: outcome.level ?? levelOf(relations, linking, schema),
    explanation: outcome.verdict === 'unanswerable' && outcome.explanation ? outcome.explanation : general,
    missing: outcome.missing?.length ? outcome.missing : [missing],
    nearest: outcome.nearest?.length
      ? outcome.nearest
      : relations
          .filter(({ id, signals }) => !isCommunity(id) && (signals.words > 0 || signals.meaning >= NEAR))
          .slice(0, MOST_NEAREST)
          .map(({ id }) => described(id, schema)),
  };
}

/** A schema that has a relation of what is asked for, and of what the question names, is not what is missing. */
export function levelOf(
  relations: readonly RankedName[],
  linking: Linking,
  schema: KbSchema,
): 'schema' | 'data' {
  // What is only called nearly so may be something else altogether.
  const sure = likelyEntities(linking, 3).filter(({ match }) => match === 'exact' || match === 'given');
  const types = withMediators(new Set(sure.flatMap((entity) => entity.types)), schema);
  const isOfThese = (id: string): boolean => {
    const { domain = '', range = '' } = schema.relation(id) ?? {};
    return !types.size || (!isCommunity(id) && (types.has(domain) || types.has(range)));
  };
  return relations.some(
    ({ id, signals }) => (signals.words >= SAID || signals.meaning >= NEAR) && isOfThese(id),
  )
    ? 'data'
    : 'schema';
}

/** What is said of a thing by way of a mediator is said of it too. */
function withMediators(types: ReadonlySet<string>, schema: KbSchema): ReadonlySet<string> {
  const ranges = [...types].flatMap((type) =>
    schema.relationsOf(type).flatMap((id) => schema.relation(id)?.range ?? []),
  );
  return new Set([...types, ...ranges.filter((range) => schema.type(range)?.kind === 'mediator')]);
}

export function listed(names: readonly string[]): string {
  return new Intl.ListFormat('en', { type: 'disjunction' }).format(names);
}
