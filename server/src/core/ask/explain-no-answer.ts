/** Relations that come near to what a question asks for: of what it names first, and what they say of why there is no answer. */
import { incompleteKbHint } from '../repair/unanswerable';
import { questionWords } from '../language/english/words';
import { isCommunity } from '../schema/domains';
import type { KbSchema } from '../schema/schema';
import type { Linking } from '../question/linking/linking';
import { described } from '../repair/nearest-names';
import type { RankedName, SchemaRetriever } from '../question/retrieval/retrieval';
import { likelyEntities, withoutMentions } from './names-in-question';
import { wordsIn } from '../candidates/rank/relation-words';
import type { AskResult } from './ask-events';
import type { AskPorts, AskTask } from './ask-ports';
import type { StrategyOutcome } from './strategy';

/** What is merely used by many, or often asked for in such a sentence, is not near. */
const NEAR = 0.5;
const SAID = 0.3;
/** So many are looked at: what fits may stand behind what only sounds like it. */
const ENOUGH = 100;

interface NearRelations {
  /** A schema that has a relation of what is asked for, and of what the question names, is not what is missing. */
  readonly level: 'schema' | 'data';
  /** In words, the nearest first. */
  readonly nearest: readonly string[];
}

export function nearRelations(
  question: string,
  linking: Linking,
  schema: KbSchema,
  retriever: Pick<SchemaRetriever, 'relations'>,
  most: number,
): NearRelations {
  const near = retriever
    .relations(withoutMentions(question, linking), { most: ENOUGH })
    .filter(({ signals }) => signals.words >= SAID || signals.meaning >= NEAR);
  const types = typesNamed(linking, schema);
  const isOfThese = ({ id }: RankedName): boolean => {
    const { domain = '', range = '' } = schema.relation(id) ?? {};
    return !types.size || types.has(domain) || types.has(range);
  };
  const common = near.filter(({ id }) => !isCommunity(id));
  const fitting = common.filter(isOfThese);
  // A relation of other things tells nobody how to ask of this one, unless it has the very words; nor does one of the community.
  const below = common.filter(({ id }) => isBelow(schema.relation(id)?.domain, types, schema));
  const words = questionWords(question).flatMap(({ stem, content }) => (content ? stem : []));
  const saying = types.size
    ? near.filter(({ id }) => wordsIn(id).some((word) => words.includes(word)))
    : near;
  const sayingCommon = saying.filter(({ id }) => !isCommunity(id));
  const told = [fitting, below, sayingCommon, saying].find(({ length }) => length > 0) ?? [];
  return {
    level: (types.size ? fitting : near).length ? 'data' : 'schema',
    nearest: told.slice(0, most).map(({ id }) => described(id, schema)),
  };
}

/** What such a thing may be besides: of a person, what is said of those who were measured. */
function isBelow(domain: string | undefined, types: ReadonlySet<string>, schema: KbSchema): boolean {
  if (domain === undefined) return false;
  return [...schema.included(domain)].some((type) => type !== 'common.topic' && types.has(type));
}

/** What is only called nearly so may be something else altogether. What is said by way of a mediator is said of a thing too. */
function typesNamed(linking: Linking, schema: KbSchema): ReadonlySet<string> {
  const sure = likelyEntities(linking, 3).filter(({ match }) => match === 'exact' || match === 'given');
  const types = new Set(sure.flatMap((entity) => entity.types));
  const ranges = [...types].flatMap((type) =>
    schema.relationsOf(type).flatMap((id) => schema.relation(id)?.range ?? []),
  );
  return new Set([...types, ...ranges.filter((range) => schema.type(range)?.kind === 'mediator')]);
}

/** Why there is no answer: what seems to be missing, and the nearest names. */
const MAX_NEAREST = 5;

type Lack = Pick<AskResult, 'explanation' | 'missing' | 'nearest'> & Required<Pick<AskResult, 'level'>>;

/** The reasons of the strategy take precedence over the general ones. */
export function explainNoAnswer(
  { question }: AskTask,
  linking: Linking,
  { schema, retriever, kb: { kb } }: Pick<AskPorts, 'schema' | 'retriever' | 'kb'>,
  outcome: Pick<StrategyOutcome, 'level' | 'explanation' | 'missing' | 'nearest' | 'verdict'>,
): Lack {
  const names = likelyEntities(linking, 3).map(({ name }) => name);
  const missing = names.length
    ? `the relation that the question asks for, or its facts, for ${listed(names)}`
    : 'an entity that the question names';
  const general = names.length
    ? `Nothing in the KB ${kb.name} about ${listed(names)} answers this.${incompleteKbHint(kb)}`
    : `The question names nothing that is in the KB ${kb.name}.${incompleteKbHint(kb)} ${linking.note ?? 'Check the spelling, or choose the entity.'}`;
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
