import type { QueryModel } from '../language/sparql/model';

/** What a query asks for that no file can give: it is told, because an engine would only find nothing. */
export function whatNoFileHas({ tokens, text }: QueryModel): readonly string[] {
  const notes: string[] = [];
  if (tokens.some(({ type, value }) => type === 'keyword' && value === 'GRAPH'))
    notes.push(
      'The facts of a file are in no named graph, so GRAPH finds nothing here. Remove it, or run the query on an endpoint.',
    );
  if (tokens.some(({ start, end }) => /^<?bif:contains>?$/i.test(text.slice(start, end))))
    notes.push(
      'bif:contains needs the text index of Virtuoso. A file has none, so nothing is found. Use FILTER(CONTAINS(LCASE(?name), "word")) instead.',
    );
  return notes;
}
