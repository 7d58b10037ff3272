/** Converts a query to a logical form. */
import type { KbSchema } from '../schema/schema';
import type { QueryModel } from '../language/sparql/model';
import { toFormGraph, InexpressibleError } from './form-graph';
import { toFormTree } from './form-tree';
import type { SExpr } from './sexpr';
import type { ReferenceDay } from './time-relations';

type FromSparqlResult =
  | {
      readonly expr: SExpr;
      /** Sentences about the parts of the query that the logical form does not express. */
      readonly losses: readonly string[];
    }
  | { readonly problem: string };

/** Without `asOf`, no day becomes NOW. */
export function fromSparql(query: QueryModel, schema: KbSchema, asOf?: ReferenceDay): FromSparqlResult {
  try {
    return toFormTree(toFormGraph(query, schema), schema, asOf);
  } catch (error) {
    if (error instanceof InexpressibleError) return { problem: error.message };
    throw error;
  }
}
