import type { KbSchema } from '../../core/schema/schema';
import { fromSparql } from '../../core/logical-form/from-sparql';
import { parseSExpr } from '../../core/logical-form/parse-sexpr';
import type { SExpr } from '../../core/logical-form/sexpr';
import { parseQuery } from '../../core/language/sparql/parse';
import { LAST_DUMP } from '../run-gold';

/** Parses the s-expression, or else converts the query. Undefined if it is invalid or has no logical form. */
export function toLogicalForm(
  { sparql, sexpr }: { readonly sparql?: string | undefined; readonly sexpr?: string | undefined },
  schema: KbSchema,
): SExpr | undefined {
  const expr = sexpr === undefined ? undefined : parseSExpr(sexpr, schema).expr;
  if (expr || sparql === undefined) return expr;
  const query = parseQuery(sparql, 'virtuoso');
  if (query.problems.length) return undefined;
  const converted = fromSparql(query, schema, LAST_DUMP);
  return 'problem' in converted ? undefined : converted.expr;
}
