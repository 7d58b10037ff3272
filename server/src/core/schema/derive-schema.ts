/**
 * A schema worked out from the facts of a KB, in the form of docs/schema-format.md. It claims what holds for every fact, or for
 * nearly every one with the exceptions noted, so that a query that has an answer raises no alarm; the rest is left open.
 */
import { SchemaQueries, Unreachable } from './derive/schema-queries';
import { chooseSides } from './derive/choose-sides';
import { findMediators } from './derive/mediators';
import { profile } from './derive/profiles';
import { findReverses } from './derive/reverses';
import { survey } from './derive/survey';
import { orderTypes } from './derive/type-order';
import { writeSchema, type Derivation } from './derive/write-schema';
import type { KnowledgeBase, Limits, ProgressStep } from '../kb/knowledge-base';

export interface DeriveOptions {
  readonly limits?: Limits;
  /** Only so many of each are looked into, the most used first; the others are listed. */
  readonly mostTypes?: number;
  readonly mostRelations?: number;
  /** What the schema calls the KB; its own name by default. */
  readonly name?: string;
  /** The KB is a part of a larger one, whatever it says of itself. */
  readonly partial?: boolean;
}

export const DERIVE_LIMITS: Limits = { timeoutMs: 60_000, maxRows: 100_000 };
const MOST = 10_000;

/** Rejects only when `signal` is aborted. */
export async function deriveSchema(
  kb: KnowledgeBase,
  {
    limits = DERIVE_LIMITS,
    mostTypes = MOST,
    mostRelations = MOST,
    name = kb.name,
    partial = false,
  }: DeriveOptions,
  tell: (step: ProgressStep) => void,
  signal: AbortSignal,
): Promise<Derivation | { readonly problem: string }> {
  const asking = new SchemaQueries(kb, limits, signal);
  try {
    await kb.prepare?.(tell, signal);
    tell({ message: 'Listing types and relations' });
    const found = await survey(asking);
    if (![...found.relations.keys()].some((relation) => !found.typings.includes(relation)))
      return { problem: `The KB ${kb.name} returned no relations, so no schema can be derived from it.` };
    const profiles = await profile(
      asking,
      found,
      { types: mostTypes, relations: mostRelations },
      (what, share) => tell({ message: `Looking at ${what}`, share }),
    );
    tell({ message: 'Sorting types' });
    const nodes =
      (await asking.number(`SELECT (COUNT(DISTINCT ?s) AS ?n) { ?s <${found.typing}> ?t }`)) ??
      Math.max(0, ...found.types.values());
    const order = orderTypes(found, profiles, nodes);
    const mediators = await findMediators(asking, found, profiles, order);
    const reverses = await findReverses(asking, found, profiles);
    const sides = await chooseSides(asking, found, profiles, order, mediators, reverses, tell);
    return writeSchema(
      { name, complete: kb.complete && !partial },
      found,
      profiles,
      order,
      mediators,
      reverses,
      sides,
    );
  } catch (error) {
    if (error instanceof Unreachable) return { problem: error.message };
    throw error;
  }
}
