/** The facts that support an answer, one per line. */
import type { GraphNode, GraphResult } from '../../../server/src/protocol/index';

export interface EvidenceFact {
  readonly subject: GraphNode;
  readonly relation: string;
  /** The ID of the relation. */
  readonly detail?: string;
  readonly object: GraphNode;
}

/** The facts of one mediator, or a single fact. */
export interface EvidenceGroup {
  readonly facts: readonly EvidenceFact[];
  readonly mediator?: GraphNode;
}

export function groupEvidence({ nodes, edges }: GraphResult): readonly EvidenceGroup[] {
  const nodeOf = new Map(nodes.map((node) => [node.id, node]));
  const groups = new Map<string, { facts: EvidenceFact[]; mediator?: GraphNode }>();
  edges.forEach((edge, at) => {
    const [subject, object] = [nodeOf.get(edge.from), nodeOf.get(edge.to)];
    if (!subject || !object || edge.manner === 'negated') return;
    const mediator = [object, subject].find(({ kind }) => kind === 'mediator');
    const key = mediator ? `through ${mediator.id}` : `fact ${at}`;
    const group = groups.get(key) ?? { facts: [], ...(mediator && { mediator }) };
    groups.set(key, group);
    group.facts.push({
      subject,
      relation: edge.label,
      ...(edge.detail !== undefined && { detail: edge.detail }),
      object,
    });
  });
  // The fact that leads to a mediator comes first.
  for (const { facts, mediator } of groups.values())
    if (mediator)
      facts.sort((a, b) => Number(a.subject.id === mediator.id) - Number(b.subject.id === mediator.id));
  return [...groups.values()];
}
