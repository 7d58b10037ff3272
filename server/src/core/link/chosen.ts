/** The entities that the user has picked, as they are known to the KB. */
import type { KbSchema } from '../kb/schema';
import type { EntityDirectory } from '../run/entity-directory';
import type { EntityChoice, LinkedEntity } from './linking';

/** In their order, each once; those that the KB does not know stay, for whoever picked them knows why. */
export async function chosenEntities(
  question: string,
  chosen: readonly EntityChoice[],
  schema: KbSchema,
  directory: EntityDirectory,
  signal: AbortSignal,
): Promise<readonly LinkedEntity[]> {
  const known = await directory.lookUp(
    chosen.map(({ iri }) => iri),
    signal,
  );
  const found = new Map<string, LinkedEntity>();
  for (const { iri, mention } of chosen) {
    if (found.has(iri)) continue;
    const id = schema.idOf(iri) ?? iri;
    const { name = id, types = [], exists = true } = known.get(iri) ?? {};
    const inside =
      mention && mention.start >= 0 && mention.start < mention.end && mention.end <= question.length;
    found.set(iri, {
      iri,
      id,
      name,
      types,
      ...(inside && { mention }),
      match: 'given',
      score: 1,
      popularity: 0,
      because: [exists ? 'picked by you' : 'picked by you; the KB has no such entity'],
    });
  }
  return [...found.values()];
}
