/** The steps from nodes to members of a class: of the thousands of places in a country, the tourist attractions. */
import type { KbRows } from './kb-rows';
import { hopKey, type Hop, type MembersAround } from './surroundings';
import { isSystem } from '../../schema/domains';

export async function findMembers(
  nodes: readonly string[],
  /** That `?x` is of the class. */
  isMember: string,
  most: number,
  asking: KbRows,
  signal: AbortSignal,
): Promise<readonly MembersAround[]> {
  if (!nodes.length) return [];
  const from = asking.values('?e', nodes);
  const asked = (pattern: string): string =>
    `SELECT DISTINCT ?e ?p ?x WHERE { ${from} ${pattern} ${isMember} } LIMIT ${most + 1}`;
  const [to, back] = await Promise.all([
    asking.rows(asked('?e ?p ?x .'), signal),
    asking.rows(asked('?x ?p ?e .'), signal),
  ]);
  if (to.length > most || back.length > most) return [];
  const found = new Map<string, { readonly node: string; readonly hop: Hop; readonly members: string[] }>();
  const add = (row: (typeof to)[number], reverse: boolean): void => {
    const [node, relation, member] = [asking.nodeOf(row[0]), asking.idOf(row[1]), asking.nodeOf(row[2])];
    if (node === undefined || member === undefined || node === member) return;
    if (!relation || isSystem(relation)) return;
    const inverse = asking.inverseOf(relation);
    if (reverse && inverse !== undefined && found.has(`${node} ${inverse}`)) return;
    const hop = { relation, reverse };
    const key = `${node} ${hopKey(hop)}`;
    const those = found.get(key) ?? { node, hop, members: [] };
    found.set(key, those);
    those.members.push(member);
  };
  for (const row of to) add(row, false);
  for (const row of back) add(row, true);
  return [...found.values()].map(({ node, hop, members }) => ({ node, ...hop, members }));
}
