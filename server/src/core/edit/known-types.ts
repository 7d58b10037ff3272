import { memoizeWeak } from '../language/text/cache';
import type { Inference } from '../schema/inference/inference';
import type { PatternNode, Scope } from '../schema/inference/scopes';
import type { TypeEvidence } from '../schema/inference/type-evidence';
import type { Variable } from './variables';

/** The pattern nodes of variables, by the offset of the variable. */
type NodesByOffset = ReadonlyMap<number, { readonly scope: Scope; readonly node: PatternNode }>;

/**
 * The evidence for the types of a variable at an offset: that of its scope and the scopes around it. Outside patterns, as
 * in the projection, it is the evidence of all uses of the variable.
 */
export function typeEvidenceAt(
  inference: Inference,
  variable: Variable,
  offset: number,
): readonly TypeEvidence[] {
  const nodes = nodesByOffset(inference);
  const here = nodes.get(offset);
  if (here) return inference.typesIn(here.scope).evidenceFor(here.node.key);
  const all = variable.places.flatMap(({ range }) => {
    const place = nodes.get(range.start);
    return place ? inference.typesIn(place.scope).evidenceFor(place.node.key) : [];
  });
  return [...new Set(all)];
}

const nodesByOffset = memoizeWeak(({ scopes }: Inference): NodesByOffset => {
  const nodes = new Map<number, { readonly scope: Scope; readonly node: PatternNode }>();
  for (const scope of scopes.all) {
    for (const { subject, object } of scope.links) {
      for (const node of [subject, object])
        if (node.term?.kind === 'variable') nodes.set(node.term.range.start, { scope, node });
    }
  }
  return nodes;
});
