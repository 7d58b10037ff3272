/** Plain versions of what asking needs, for as long as the real ones are not there. */
import type { KnowledgeBase } from '../kb/knowledge-base';
import type { KbSchema } from '../kb/schema';
import type { EntityLinker, LinkedEntity } from '../link/linking';
import { entitiesNamed } from '../repair/context/entities-named';
import { relevance } from '../repair/search/closeness';
import { questionOf } from '../repair/search/question';
import type { RankedName, SchemaRetriever } from '../retrieve/retrieval';
import type { EntityDirectory } from '../run/entity-directory';
import type { Ranker } from './ask-ports';

/** By exact names. */
export function plainLinker(kb: KnowledgeBase, schema: KbSchema, directory: EntityDirectory): EntityLinker {
  const limits = { timeoutMs: 10_000, maxRows: 200 };
  const linked = async (
    iris: readonly string[],
    match: LinkedEntity['match'],
    signal: AbortSignal,
  ): Promise<readonly LinkedEntity[]> => {
    const cards = await directory.lookUp(iris, signal);
    return iris.map((iri) => {
      const { name, types = [] } = cards.get(iri) ?? {};
      const id = schema.idOf(iri) ?? iri;
      return { iri, id, name: name ?? id, types, match, score: 1, popularity: 0, because: [] };
    });
  };
  const named = async (text: string, signal: AbortSignal): Promise<readonly LinkedEntity[]> =>
    linked(await entitiesNamed(text, kb, schema, limits, signal), 'exact', signal);
  return {
    async link(question, chosen, signal) {
      const entities = chosen
        ? await linked(
            chosen.map(({ iri }) => iri),
            'given',
            signal,
          )
        : await named(question, signal);
      return { entities, literals: [], troubles: [] };
    },
    find: async (typed, most, signal) => (await named(typed, signal)).slice(0, most),
  };
}

/** By words alone. */
export function plainRetriever(schema: KbSchema): SchemaRetriever {
  const ranked = (ids: Iterable<string>, question: string, most: number): readonly RankedName[] => {
    const asked = questionOf(question);
    return [...ids]
      .map((id) => ({ id, score: relevance(id, asked, schema).asked }))
      .filter(({ score }) => score > 0)
      .sort((left, right) => right.score - left.score || (left.id < right.id ? -1 : 1))
      .slice(0, most)
      .map(({ id, score }) => ({ id, score, signals: { words: score, meaning: 0, usage: 0 } }));
  };
  return {
    relations: (question, { most, among }) => ranked(among ?? schema.usual, question, most),
    classes: (question, { most, among }) => ranked(among ?? [], question, most),
    similarity: (left, right) => {
      const words = new Set(left.toLowerCase().split(/\W+/));
      const others = right.toLowerCase().split(/\W+/);
      return others.filter((word) => words.has(word)).length / Math.max(1, words.size, others.length);
    },
  };
}

export const plainRanker: Ranker = { score: () => 0, confidence: () => 0.5 };
