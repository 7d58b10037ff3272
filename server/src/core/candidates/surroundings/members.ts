/** Finds the hops from nodes to members of a class: of the thousands of places in a country, the tourist attractions. */
import type { AnswerRow } from '../../kb/knowledge-base';
import type { KbRows } from './kb-rows';
import { hopKey, type Hop, type HopToMembers } from './surroundings';
import { isSystem } from '../../schema/domain-index';

export async function findMembers(
  nodes: readonly string[],
  /** The pattern that `?x` is a member. */
  isMember: string,
  limit: number,
  kb: KbRows,
  signal: AbortSignal,
): Promise<readonly HopToMembers[]> {
  if (!nodes.length) return [];
  const rowsBy = (pattern: string): Promise<readonly AnswerRow[]> =>
    kb.rows(
      `SELECT DISTINCT ?e ?p ?x WHERE { ${kb.values('?e', nodes)} ${pattern} ${isMember} }`,
      signal,
      limit + 1,
    );
  const [to, from] = await Promise.all([rowsBy('?e ?p ?x .'), rowsBy('?x ?p ?e .')]);
  if (to.length > limit || from.length > limit) return [];
  const found = new Map<string, { readonly node: string; readonly hop: Hop; readonly members: string[] }>();
  const add = ([e, p, x]: AnswerRow, reverse: boolean): void => {
    const [node, relation, member] = [kb.nodeOf(e), kb.idOf(p), kb.nodeOf(x)];
    if (node === undefined || member === undefined || node === member) return;
    if (!relation || isSystem(relation)) return;
    const inverse = kb.inverseOf(relation);
    if (reverse && inverse !== undefined && found.has(`${node} ${inverse}`)) return;
    const hop = { relation, reverse };
    const key = `${node} ${hopKey(hop)}`;
    const entry = found.get(key) ?? { node, hop, members: [] };
    found.set(key, entry);
    entry.members.push(member);
  };
  for (const row of to) add(row, false);
  for (const row of from) add(row, true);
  return [...found.values()].map(({ node, hop, members }) => ({ node, ...hop, members }));
}
