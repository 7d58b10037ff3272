/** The facts that an answer rests on, a line each: Barack Obama — place of birth → Honolulu. */
import type { GraphResult } from '../query/graph';

/** `say` writes what the KB says, such as in quotation marks. The last line tells what is left out. */
export function evidenceLines(
  evidence: GraphResult | undefined,
  most: number,
  say: (text: string) => string,
): readonly string[] {
  if (!evidence) return [];
  const { nodes, edges, truncated } = evidence;
  const labels = new Map(nodes.map(({ id, label, kind }) => [id, kind === 'mediator' ? '[…]' : say(label)]));
  const lines = edges
    .slice(0, most)
    .map(({ from, to, label }) => `${labels.get(from) ?? '?'} — ${label} → ${labels.get(to) ?? '?'}`);
  const left = edges.length - lines.length;
  if (left > 0) return [...lines, `and ${left} more facts`];
  return truncated ? [...lines, 'and more facts'] : lines;
}
