/** Links a question to the entities that the user has chosen. */
import type { KbSchema } from '../../schema/schema';
import { isQueryableIri, type EntityDirectory } from '../../query/entity-directory';
import { onOneLine } from '../../language/text/control-characters';
import { linkLiterals } from './literals';
import type { EntityChoice, LinkedEntity, Linking } from './linking';

export async function linkChosen(
  question: string,
  chosen: readonly EntityChoice[],
  { schema, today }: { readonly schema: KbSchema; readonly today: () => Date },
  directory: EntityDirectory,
  signal: AbortSignal,
): Promise<Linking> {
  const { entities, troubles } = await chosenEntities(question, chosen, schema, directory, signal);
  return { entities, literals: linkLiterals(question, entities, today()), troubles };
}

/** Returns each entity once, in the order of the choices. An entity that the KB does not have is a problem. */
export async function chosenEntities(
  question: string,
  chosen: readonly EntityChoice[],
  schema: KbSchema,
  directory: EntityDirectory,
  signal: AbortSignal,
): Promise<Pick<Linking, 'entities' | 'troubles'>> {
  const known = await directory.lookUp(
    chosen.map(({ iri }) => iri),
    signal,
  );
  const found = new Map<string, LinkedEntity>();
  const troubles = new Set<string>();
  for (const { iri, mention } of chosen) {
    if (found.has(iri)) continue;
    const id = schema.idOf(iri) ?? iri;
    const { name = id, types = [], exists = isQueryableIri(iri) } = known.get(iri) ?? {};
    if (!exists) {
      troubles.add(
        `The KB has nothing with the ID ${onOneLine(id)}. Check the ID, or omit it to link the question automatically.`,
      );
      continue;
    }
    const isInQuestion =
      mention && mention.start >= 0 && mention.start < mention.end && mention.end <= question.length;
    found.set(iri, {
      iri,
      id,
      name,
      types,
      ...(isInQuestion && { mention }),
      match: 'given',
      score: 1,
      popularity: 0,
      because: ['chosen by you'],
    });
  }
  return { entities: [...found.values()], troubles: [...troubles] };
}
