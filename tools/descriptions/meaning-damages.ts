/** Changes the meaning of a query in one place, as a model might get it wrong. */

export interface MeaningDamage {
  readonly kind: string;
  readonly query: string;
}

export function* damageMeaning(query: string): Iterable<MeaningDamage> {
  const changed = function* (kind: string, text: string): Iterable<MeaningDamage> {
    if (text !== query) yield { kind, query: text };
  };
  yield* changed(
    'COUNT dropped',
    query.replace(/\(\s*COUNT\s*\(\s*(?:DISTINCT\s+)?(\?\w+)\s*\)\s*AS\s+\?value\s*\)/i, '($1 AS ?value)'),
  );
  yield* changed('COUNT added', addCount(query));
  yield* changed('ORDER BY … LIMIT dropped', query.replace(/ORDER\s+BY[^}]*$/i, ''));
  yield* changed('order turned round', reverseOrder(query));
  yield* changed(
    'MAX for MIN, MIN for MAX',
    query.replace(/\b(MAX|MIN)\b/g, (word) => (word === 'MAX' ? 'MIN' : 'MAX')),
  );
  yield* changed(
    'comparison turned round',
    query.replace(
      /(\?(?:num|x\d|y\d)\s*)([<>])(=?)(\s*["?])/,
      (_all, before: string, sign: string, equal: string, after: string) =>
        before + (sign === '<' ? '>' : '<') + equal + after,
    ),
  );
}

function addCount(query: string): string {
  if (/COUNT|ORDER|MAX|MIN/i.test(query)) return query;
  return query.replace(
    /SELECT\s+(?:DISTINCT\s+)?(?:\(\s*(\?\w+)\s+AS\s+\?value\s*\)|(\?\w+))/i,
    (_all, first: string | undefined, second: string | undefined) =>
      `SELECT (COUNT(DISTINCT ${first ?? second ?? ''}) AS ?value)`,
  );
}

function reverseOrder(query: string): string {
  if (!/ORDER\s+BY/i.test(query)) return query;
  return /ORDER\s+BY\s+DESC\s*\(/i.test(query)
    ? query.replace(/(ORDER\s+BY\s+)DESC(\s*\()/i, '$1ASC$2')
    : query.replace(/(ORDER\s+BY\s+)([\w:]+\s*\(\s*\?\w+\s*\)|\?\w+)/i, '$1DESC($2)');
}
