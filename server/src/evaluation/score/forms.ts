/** The logical forms of gold and of what was predicted, from forms or from queries. */
import type { KbSchema } from '../../core/schema/schema';
import { fromSparql } from '../../core/logical-form/from-sparql';
import { parseSExpr } from '../../core/logical-form/parse-sexpr';
import type { SExpr } from '../../core/logical-form/sexpr';
import { parseQuery } from '../../core/language/sparql/parse';

/** What NOW is in the datasets that have it. */
const NOW = '2015-08-10';

/** Undefined where there is none: it cannot be read, or says what no form says. */
export function formOf(
  { sparql, sexpr }: { readonly sparql?: string | undefined; readonly sexpr?: string | undefined },
  schema: KbSchema,
): SExpr | undefined {
  const read = sexpr === undefined ? undefined : parseSExpr(sexpr, schema).expr;
  if (read || sparql === undefined) return read;
  const query = parseQuery(sparql, 'virtuoso');
  if (query.problems.length) return undefined;
  const converted = fromSparql(query, schema, { now: NOW });
  return 'problem' in converted ? undefined : converted.expr;
}
