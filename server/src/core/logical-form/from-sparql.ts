/** A query → a logical form, with what the form does not say; or why there is none. */
import type { KbSchema } from '../schema/schema';
import type { QueryModel } from '../language/sparql/model';
import { formGraphOf, NoCounterpart } from './form-graph';
import { formTreeOf } from './form-tree';
import type { SExpr } from './sexpr';
import type { AsOf } from './time-relations';

type FromSparql =
  | {
      readonly expr: SExpr;
      /** What of the query the form does not say, a sentence each. */
      readonly losses: readonly string[];
    }
  | { readonly problem: string };

/** Without `asOf` every day is told as that day, and none as NOW. */
export function fromSparql(query: QueryModel, schema: KbSchema, asOf?: AsOf): FromSparql {
  try {
    return formTreeOf(formGraphOf(query, schema), schema, asOf);
  } catch (error) {
    if (error instanceof NoCounterpart) return { problem: error.message };
    throw error;
  }
}
