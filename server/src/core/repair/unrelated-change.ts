import { scopesOf } from '../schema/inference/scopes';
import type { KbSchema } from '../schema/schema';
import type { QueryModel } from '../language/sparql/model';
import { relationCost } from '../schema/inference/relation-cost';

/** From here on two relations have nothing in common but whose they are. */
const STRANGERS = 2.8;

/**
 * Whether a change puts a relation in the place of one that it has nothing to do with. It may well have answers; but without a
 * question, nobody asked for them.
 */
export function isUnrelatedChange(given: QueryModel, proposal: QueryModel, schema: KbSchema): boolean {
  const [before, after] = [relationsOf(given, schema), relationsOf(proposal, schema)];
  const gone = [...before].filter((id) => !after.has(id));
  const come = [...after].filter((id) => !before.has(id));
  return (
    gone.length > 0 &&
    come.length > 0 &&
    come.every((id) =>
      gone.every(
        (other) => schema.relation(other)?.reverse !== id && relationCost(schema, other, id) >= STRANGERS,
      ),
    )
  );
}

function relationsOf({ query }: QueryModel, schema: KbSchema): ReadonlySet<string> {
  return new Set(scopesOf(query).relations.flatMap(({ iri }) => schema.idOf(iri.iri) ?? []));
}
