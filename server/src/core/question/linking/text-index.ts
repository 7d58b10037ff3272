/**
 * Detects whether a Virtuoso has a full-text index, by a search for a word of a known name. A new Virtuoso has none: it accepts
 * `bif:contains` but finds nothing.
 */
import type { KnowledgeBase } from '../../kb/knowledge-base';
import { INDEX_COMMANDS } from '../../kb/virtuoso-setup';
import { queryRows } from '../../query/query-rows';
import { quoteString } from '../../language/rdf/escapes';

export interface TextIndexState {
  readonly exists: boolean;
  /** Without an index: whether there are few enough names to test a regular expression on all of them. */
  readonly fewNames: boolean;
}

export function noIndexNote(kb: string): string {
  return `The KB ${kb} has no full-text index, so names are recognized only if they are written as in the KB. To build the index, run in isql: ${INDEX_COMMANDS.join(' ')}`;
}

const NAMES_SAMPLED = 30;
const WORDS_SEARCHED = 5;
const MAX_FEW_NAMES = 500_000;

/** Undefined if the KB does not respond or has no names to search for. */
export async function probeTextIndex(
  kb: KnowledgeBase,
  relations: readonly string[],
  timeoutMs: number,
  signal: AbortSignal,
): Promise<TextIndexState | undefined> {
  const query = (text: string): ReturnType<typeof queryRows> =>
    queryRows(kb, text, { timeoutMs, maxRows: NAMES_SAMPLED * relations.length }, signal);
  const branches = (variable: string, limit: number): string =>
    relations
      .map((relation) => `{ SELECT ${variable} WHERE { ?e <${relation}> ?name . } LIMIT ${limit} }`)
      .join(' UNION ');
  const sample = await query(`SELECT ?name WHERE { ${branches('?name', NAMES_SAMPLED)} }`);
  if ('problem' in sample) return undefined;
  const words = longWords(sample.rows.map(([name]) => name?.value ?? ''));
  if (!words.length) return undefined;
  const search = quoteString(words.map((word) => `'${word}'`).join(' OR '));
  const found = await query(`SELECT ?name WHERE { ?e ?p ?name . ?name <bif:contains> ${search} . } LIMIT 1`);
  if ('problem' in found) return undefined;
  if (found.rows.length) return { exists: true, fewNames: false };
  const count = await query(`SELECT (COUNT(?e) AS ?names) WHERE { ${branches('?e', MAX_FEW_NAMES + 1)} }`);
  const names = 'problem' in count ? Infinity : Number(count.rows[0]?.[0]?.value ?? Infinity);
  return { exists: false, fewNames: names <= MAX_FEW_NAMES };
}

/** The longest words, because an index omits the most frequent ones. */
function longWords(names: readonly string[]): readonly string[] {
  const words = names.flatMap((name) => name.match(/[A-Za-z]{4,20}/g) ?? []);
  return [...new Set(words)].sort((left, right) => right.length - left.length).slice(0, WORDS_SEARCHED);
}
