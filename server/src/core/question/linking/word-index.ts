/**
 * Whether a Virtuoso has a full-text index. A stock one has none: `bif:contains` is accepted there and finds nothing, so that names
 * seem to be missing. It is found out by searching for a word that some name has.
 */
import type { KnowledgeBase } from '../../kb/knowledge-base';
import { queryRows } from '../../query/query-rows';
import { literal } from './name-queries';

export interface WordIndex {
  readonly exists: boolean;
  /** Without an index: whether the names are few enough to compare each of them. */
  readonly fewNames: boolean;
}

/** To be run in isql, in this order. */
export const INDEX_COMMANDS = [
  "DB.DBA.RDF_OBJ_FT_RULE_ADD(null, null, 'All');",
  'DB.DBA.VT_INC_INDEX_DB_DBA_RDF_OBJ();',
] as const;

export function noIndexNote(kb: string): string {
  return `The KB ${kb} has no full-text index, so names are recognised only if they are written as in the KB. To build the index, run in isql: ${INDEX_COMMANDS.join(' ')}`;
}

const NAMES_SAMPLED = 30;
const WORDS_SEARCHED = 5;
const FEW_NAMES = 500_000;

/** Undefined where it cannot be found out: the KB does not answer, or has no names to search for. */
export async function probeWordIndex(
  kb: KnowledgeBase,
  relations: readonly string[],
  timeoutMs: number,
  signal: AbortSignal,
): Promise<WordIndex | undefined> {
  const ask = (query: string): ReturnType<typeof queryRows> =>
    queryRows(kb, query, { timeoutMs, maxRows: NAMES_SAMPLED * relations.length }, signal);
  const of = (variables: string, most: number): string =>
    relations
      .map((relation) => `{ SELECT ${variables} WHERE { ?e <${relation}> ?name . } LIMIT ${most} }`)
      .join(' UNION ');
  const sample = await ask(`SELECT ?name WHERE { ${of('?name', NAMES_SAMPLED)} }`);
  if ('problem' in sample) return undefined;
  const words = longWords(sample.rows.map(([name]) => name?.value ?? ''));
  if (!words.length) return undefined;
  const search = literal(words.map((word) => `'${word}'`).join(' OR '));
  const found = await ask(`SELECT ?name WHERE { ?e ?p ?name . ?name <bif:contains> ${search} . } LIMIT 1`);
  if ('problem' in found) return undefined;
  if (found.rows.length) return { exists: true, fewNames: false };
  const counted = await ask(`SELECT (COUNT(?e) AS ?names) WHERE { ${of('?e', FEW_NAMES + 1)} }`);
  const names = 'problem' in counted ? Infinity : Number(counted.rows[0]?.[0]?.value ?? Infinity);
  return { exists: false, fewNames: names <= FEW_NAMES };
}

/** Long ones, because an index leaves out words that every text has. */
function longWords(names: readonly string[]): readonly string[] {
  const words = names.flatMap((name) => name.match(/[A-Za-z]{4,20}/g) ?? []);
  return [...new Set(words)].sort((left, right) => right.length - left.length).slice(0, WORDS_SEARCHED);
}
