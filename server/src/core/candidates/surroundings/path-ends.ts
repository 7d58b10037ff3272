/** Finds the ends of paths. Several paths are followed by one query, because each query costs a round trip. */
import type { AnswerRow } from '../../kb/knowledge-base';
import type { KbRows } from './kb-rows';
import type { NodePath, PathEnds } from './surroundings';

/** Rows of one query: endpoints often send no more than 10,000. */
const MAX_ROWS_PER_QUERY = 6000;
const MAX_PATHS_PER_QUERY = 20;
/** A path of `LONG_PATH` steps may reach the same ends in millions of ways, of which `MAX_WAYS` are followed. */
const LONG_PATH = 3;
const MAX_WAYS = 50_000;

export const NO_ENDS: PathEnds = { ends: [], more: false };

/** The ends of each path except its start, in the order of the paths. */
export async function findPathEnds(
  paths: readonly NodePath[],
  limit: number,
  kb: KbRows,
  signal: AbortSignal,
): Promise<readonly PathEnds[]> {
  const size = Math.max(1, Math.min(MAX_PATHS_PER_QUERY, Math.floor(MAX_ROWS_PER_QUERY / (limit + 1))));
  const groups = Array.from({ length: Math.ceil(paths.length / size) }, (_, at) =>
    paths.slice(at * size, (at + 1) * size),
  );
  return (await Promise.all(groups.map((group) => follow(group, limit, kb, signal)))).flat();
}

async function follow(
  paths: readonly NodePath[],
  limit: number,
  kb: KbRows,
  signal: AbortSignal,
): Promise<readonly PathEnds[]> {
  const branches = paths.flatMap((path, at) => endsBranch(path, at, limit, kb) ?? []);
  if (!branches.length) return paths.map(() => NO_ENDS);
  const rows = await kb.allRows(`SELECT ?at ?last ?before WHERE { ${branches.join(' UNION ')} }`, signal);
  // A path with very many facts must not hide the ends of the others.
  if (!rows && paths.length > 1)
    return (await Promise.all(paths.map((path) => follow([path], limit, kb, signal)))).flat();
  const rowsByPath = paths.map((): AnswerRow[] => []);
  for (const row of rows ?? []) rowsByPath[Number(row[0]?.value)]?.push(row);
  return rowsByPath.map((own) => toEnds(own, limit, kb));
}

/** Undefined if the path cannot be written. */
function endsBranch(path: NodePath, at: number, limit: number, kb: KbRows): string | undefined {
  const pattern = kb.pathFrom(path);
  if (pattern === undefined) return undefined;
  const { length } = path.hops;
  const before = length > 1 ? ` (?n${length - 1} AS ?before)` : '';
  const ways =
    length < LONG_PATH
      ? pattern
      : `{ SELECT ?n${length} ?n${length - 1} WHERE { ${pattern} } LIMIT ${MAX_WAYS} }`;
  return `{ SELECT DISTINCT (${at} AS ?at) (?n${length} AS ?last)${before} WHERE { ${ways} } LIMIT ${limit + 1} }`;
}

function toEnds(rows: readonly AnswerRow[], limit: number, kb: KbRows): PathEnds {
  const ends = rows.slice(0, limit).flatMap(([, last, before]) => {
    const literal = last?.type === 'literal';
    const [end, middle] = [literal ? last.value : kb.nodeOf(last), kb.nodeOf(before)];
    return end === undefined ? [] : [{ end, literal, ...(middle !== undefined && { middle }) }];
  });
  return { ends, more: rows.length > limit };
}
