import type { KbSchema } from '../../core/schema/schema';
import { fromSparql } from '../../core/logical-form/from-sparql';
import { parseSExpr } from '../../core/logical-form/parse-sexpr';
import type { SExpr } from '../../core/logical-form/sexpr';
import { parseQuery } from '../../core/language/sparql/parse';
import { PUBLISHED } from '../run-gold';

/** From the s-expression, or else from the query. Undefined if it cannot be read or has no logical form. */
export function logicalFormOf(
  { sparql, sexpr }: { readonly sparql?: string | undefined; readonly sexpr?: string | undefined },
  schema: KbSchema,
): SExpr | undefined {
  const read = sexpr === undefined ? undefined : parseSExpr(sexpr, schema).expr;
  if (read || sparql === undefined) return read;
  const query = parseQuery(sparql, 'virtuoso');
  if (query.problems.length) return undefined;
  const converted = fromSparql(query, schema, PUBLISHED);
  return 'problem' in converted ? undefined : converted.expr;
}
