/** Plain versions of what asking needs, for as long as the real ones are not there. */
import type { KnowledgeBase } from '../kb/knowledge-base';
import type { KbSchema } from '../kb/schema';
import type { EntityLinker, LinkedEntity } from '../link/linking';
import { entitiesNamed } from '../repair/context/entities-named';
import type { EntityDirectory } from '../run/entity-directory';

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
