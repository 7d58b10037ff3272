/**
 * Derives a schema, in the format of docs/schema-format.md, from the facts of a KB. It contains only what holds for all
 * facts, or for nearly all with the exceptions listed, so that a query with an answer causes no finding.
 */
import { SchemaQueries, KbUnreachableError } from './derive/schema-queries';
import { chooseDomainsAndRanges } from './derive/domains-and-ranges';
import { findMediators } from './derive/mediators';
import { collectProfiles } from './derive/profiles';
import { findReverses } from './derive/reverses';
import { surveyKb } from './derive/survey';
import { orderTypes } from './derive/type-order';
import { writeSchema, type SchemaDerivation } from './derive/write-schema';
import type { KnowledgeBase, ExecutionLimits, TaskProgress } from '../kb/knowledge-base';

export interface DeriveOptions {
  readonly limits?: ExecutionLimits;
  /** How many types and relations are examined, the most used first. The others are only listed. */
  readonly maxTypes?: number;
  readonly maxRelations?: number;
  /** The name of the schema; by default that of the KB. */
  readonly name?: string;
  /** Treat the KB as a part of a larger one, even if its configuration says that it is complete. */
  readonly partial?: boolean;
}

export const DERIVE_LIMITS: ExecutionLimits = { timeoutMs: 60_000, maxRows: 100_000 };
const MAX_EXAMINED = 10_000;

/** Rejects only if `signal` is aborted. */
export async function deriveSchema(
  kb: KnowledgeBase,
  {
    limits = DERIVE_LIMITS,
    maxTypes = MAX_EXAMINED,
    maxRelations = MAX_EXAMINED,
    name = kb.name,
    partial = false,
  }: DeriveOptions,
  report: (step: TaskProgress) => void,
  signal: AbortSignal,
): Promise<SchemaDerivation | { readonly problem: string }> {
  const queries = new SchemaQueries(kb, limits, signal);
  try {
    await kb.prepare?.(report, signal);
    report({ message: 'Listing types and relations' });
    const survey = await surveyKb(queries);
    if (![...survey.relations.keys()].some((relation) => !survey.typings.includes(relation)))
      return {
        problem: survey.hasAllRelations
          ? `The KB ${kb.name} returned no relations, so no schema can be derived from it.`
          : `The relations of the KB ${kb.name} could not be listed. ${queries.failure}`,
      };
    const maxCounts = { types: maxTypes, relations: maxRelations };
    const profiles = await collectProfiles(queries, survey, maxCounts, (what, share) =>
      report({ message: `Examining ${what}`, share }),
    );
    report({ message: 'Sorting types' });
    const nodes =
      (await queries.number(`SELECT (COUNT(DISTINCT ?s) AS ?n) { ?s <${survey.typing}> ?t }`)) ??
      Math.max(0, ...survey.types.values());
    const order = orderTypes(survey, profiles, nodes);
    const mediators = await findMediators(queries, survey, profiles, order);
    const reverses = await findReverses(queries, survey, profiles);
    const examined = { survey, profiles, order, mediators, reverses };
    const endTypes = await chooseDomainsAndRanges(queries, examined, report);
    return writeSchema({ name, complete: kb.complete && !partial }, examined, endTypes);
  } catch (error) {
    if (error instanceof KbUnreachableError) return { problem: error.message };
    throw error;
  }
}
