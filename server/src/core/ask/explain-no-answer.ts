/** Explains why a question has no answer: what is missing, and the most similar relations of the schema. */
import { joinWithOr } from '../language/english/lists';
import { incompleteKbHint } from '../repair/unanswerable';
import { questionWords } from '../language/english/words';
import { isCommunity } from '../schema/domain-index';
import type { KbSchema } from '../schema/schema';
import { hasExactName, type Linking } from '../question/linking/linking';
import { describeName } from '../repair/nearest-names';
import type { RankedName, SchemaRetriever } from '../question/retrieval/retrieval';
import { likelyEntities, withoutMentions } from './names-in-question';
import { isNamedIn } from './unlinked-names';
import { wordsIn } from '../candidates/enumerate/id-words';
import type { AskResult } from './ask-events';
import type { AskPorts, AskTask } from './ask-ports';
import type { StrategyOutcome } from './strategy';

/** A relation with lower signals is ranked by its frequency only. */
const MIN_MEANING = 0.5;
const MIN_WORDS = 0.3;
/** Limits the ranked relations. Those that fit the entities can have a low rank. */
const MAX_RANKED = 100;
const MAX_NEAREST = 5;

interface NearRelations {
  /** `data` if the schema has a similar relation for the types of the linked entities. */
  readonly level: 'schema' | 'data';
  /** Descriptions, the most similar first. */
  readonly nearest: readonly string[];
}

export function nearRelations(
  question: string,
  linking: Linking,
  schema: KbSchema,
  retriever: Pick<SchemaRetriever, 'relations'>,
  limit: number,
): NearRelations {
  const near = retriever
    .relations(withoutMentions(question, linking), { limit: MAX_RANKED })
    .filter(({ signals }) => signals.words >= MIN_WORDS || signals.meaning >= MIN_MEANING);
  const types = linkedTypes(linking, schema);
  const fitsTypes = ({ id }: RankedName): boolean => {
    const { domain = '', range = '' } = schema.relation(id) ?? {};
    return !types.size || types.has(domain) || types.has(range);
  };
  const isCommon = ({ id }: RankedName): boolean => !isCommunity(id);
  const common = near.filter(isCommon);
  const fitting = common.filter(fitsTypes);
  const ofSubtypes = common.filter(({ id }) => isSubtype(schema.relation(id)?.domain, types, schema));
  // A relation of other types helps only if it shares a word with the question.
  const words = questionWords(question).flatMap(({ stem, content }) => (content ? stem : []));
  const withSharedWord = types.size
    ? near.filter(({ id }) => wordsIn(id).some((word) => words.includes(word)))
    : near;
  const nearest =
    [fitting, ofSubtypes, withSharedWord.filter(isCommon), withSharedWord].find(({ length }) => length) ?? [];
  return {
    level: (types.size ? fitting : near).length ? 'data' : 'schema',
    nearest: nearest.slice(0, limit).map(({ id }) => describeName(id, schema)),
  };
}

/** Whether a domain includes one of the types, such as `people.measured_person` includes `people.person`. */
function isSubtype(domain: string | undefined, types: ReadonlySet<string>, schema: KbSchema): boolean {
  if (domain === undefined) return false;
  return [...schema.includedTypes(domain)].some((type) => type !== 'common.topic' && types.has(type));
}

/** The types of the entities that are linked with certainty, and the mediators that their relations lead to. */
function linkedTypes(linking: Linking, schema: KbSchema): ReadonlySet<string> {
  const certain = likelyEntities(linking, 3).filter(hasExactName);
  const types = new Set(certain.flatMap((entity) => entity.types));
  const ranges = [...types].flatMap((type) =>
    schema.relationsOf(type).flatMap((id) => schema.relation(id)?.range ?? []),
  );
  return new Set([...types, ...ranges.filter((range) => schema.isMediator(range))]);
}

/** The reasons of the strategy take precedence over the general ones. */
export function explainNoAnswer(
  { question }: AskTask,
  linking: Linking,
  { schema, retriever, kb: { kb } }: Pick<AskPorts, 'schema' | 'retriever' | 'kb'>,
  outcome: Pick<StrategyOutcome, 'level' | 'explanation' | 'missing' | 'nearest' | 'verdict'>,
): Pick<AskResult, 'explanation' | 'missing' | 'nearest'> & Required<Pick<AskResult, 'level'>> {
  // Others share a word with the question: “what movies …” is not about a superhero movie.
  const names = likelyEntities(linking, linking.entities.length)
    .filter((entity) => isNamedIn(question, entity))
    .slice(0, 3)
    .map(({ name }) => name);
  const about = names.length ? ` about ${joinWithOr(names)}` : '';
  const isRecognized = linking.entities.length + linking.literals.length > 0;
  const missing = isRecognized
    ? `facts${about} that answer the question`
    : 'an entity that the question names';
  const general = isRecognized
    ? `Nothing in the KB ${kb.name}${about} answers this.${incompleteKbHint(kb)}`
    : `The question names nothing that is in the KB ${kb.name}.${incompleteKbHint(kb)} ${linking.note ?? 'Check the spelling, or choose the entity.'}`;
  const { level, nearest } = nearRelations(question, linking, schema, retriever, MAX_NEAREST);
  return {
    level: outcome.level ?? level,
    explanation: outcome.verdict === 'unanswerable' && outcome.explanation ? outcome.explanation : general,
    missing: outcome.missing?.length ? outcome.missing : [missing],
    nearest: outcome.nearest?.length ? outcome.nearest : nearest,
  };
}
