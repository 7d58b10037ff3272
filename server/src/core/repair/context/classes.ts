/** Ranks the classes to show to a model: those of the query, similar ones, and those that the question mentions. */
import { BoundedCache, memoizeWeak } from '../../language/text/cache';
import { searchSchema } from '../../edit/schema-search';
import { nameWords } from '../../schema/inference/name-words';
import { isCommunity, isSystem } from '../../schema/domain-index';
import { UNUSED, type KbSchema } from '../../schema/schema';
import type { QuestionTerms } from '../../question/question-terms';
import { relatedness } from '../../question/related-words';
import type { ShownRelation } from '../context';
import type { RelationSources } from './relations';

const MAX_PER_WORD = 5;
const MAX_CACHED_WORDS = 1000;
/** A question word with this similarity names a class: a synonym does, a derived word does not. */
const MIN_MATCH = 0.8;

export function rankClasses(
  { schema, vocabulary, question, named }: RelationSources,
  relations: readonly ShownRelation[],
  limit: number,
): readonly string[] {
  const own = vocabulary?.classes ?? [];
  const similar = (vocabulary?.similar ?? []).filter((id) => schema.hasType(id));
  const ends = relations.flatMap((relation) =>
    [relation, ...relation.onward].flatMap(({ domain, range }) =>
      [domain, range].flatMap((type) => type ?? []),
    ),
  );
  const relevant = new Set([...ends, ...(vocabulary?.types ?? [])]);
  const matching = [...new Set([...relevant, ...named])]
    .map((id) => ({ id, match: question ? nameMatch(schema, question, id) : 0 }))
    .filter(({ match }) => match >= MIN_MATCH)
    .map(({ id, match }) => ({ id, score: match + (relevant.has(id) ? 0.5 : 0) + usageBonus(schema, id) }))
    .sort((left, right) => right.score - left.score || (left.id < right.id ? -1 : 1))
    .map(({ id }) => id);
  return [...new Set([...own, ...similar, ...matching])].slice(0, own.length + limit);
}

export function classesNamed(schema: KbSchema, question: QuestionTerms): readonly string[] {
  const found = question.words.flatMap(classesWith(schema));
  return [...new Set(found)].filter((id) => nameMatch(schema, question, id) >= MIN_MATCH);
}

/** The classes with a word in their names. Questions share many words, and each search reads the whole schema. */
const classesWith = memoizeWeak((schema: KbSchema) => {
  const cache = new BoundedCache<readonly string[]>(MAX_CACHED_WORDS);
  return (text: string): readonly string[] =>
    cache.getOrCompute(text, (word) =>
      searchSchema(schema, word, MAX_PER_WORD * 2)
        .filter(({ kind, id }) => kind === 'type' && !isCommunity(id))
        .slice(0, MAX_PER_WORD)
        .map(({ id }) => id),
    );
});

/** How well the question names a class: the similarity of the least similar word of its name. */
function nameMatch(schema: KbSchema, { words }: QuestionTerms, id: string): number {
  if (schema.type(id)?.kind !== 'entity' || isSystem(id)) return 0;
  const match = nameWords(id.slice(id.lastIndexOf('.') + 1)).map((part) =>
    Math.max(0, ...words.map((word) => relatedness(word, part))),
  );
  return match.length ? Math.min(...match) : 0;
}

function usageBonus(schema: KbSchema, id: string): number {
  const { queries, facts } = schema.type(id)?.use ?? UNUSED;
  return Math.min(0.4, 0.03 * queries + 0.01 * facts);
}
