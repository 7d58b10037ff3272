import type { GraphEdge, GraphNode, GraphResult, RdfTerm, AnswerRow } from '../../server/src/protocol/index';
import { termKey, plainText, shortIri, displayText, type NameLookup } from './terms';

/** The triples of a CONSTRUCT as a graph, up to a limit. */
export function triplesToGraph(
  rows: readonly AnswerRow[],
  nameOf: NameLookup,
  isMediator: (iri: string) => boolean,
): GraphResult {
  const nodes = new Map<string, GraphNode>();
  const edges: GraphEdge[] = [];
  // Each occurrence of a literal is a node of its own.
  const add = (term: RdfTerm, literalId: string): string => {
    const id = term.type === 'literal' ? literalId : termKey(term);
    if (!nodes.has(id)) nodes.set(id, toNode(id, term, nameOf, isMediator));
    return id;
  };
  for (const [subject, predicate, object] of rows.slice(0, MAX_TRIPLES))
    if (subject && predicate && object) {
      const label = shortIri(predicate.value);
      edges.push({
        from: add(subject, ''),
        to: add(object, `literal ${edges.length}`),
        label: label.split('.').at(-1) ?? label,
        detail: label,
      });
    }
  return { nodes: [...nodes.values()], edges, truncated: rows.length > MAX_TRIPLES };
}

const MAX_TRIPLES = 200;

function toNode(
  id: string,
  term: RdfTerm,
  nameOf: NameLookup,
  isMediator: (iri: string) => boolean,
): GraphNode {
  const text = displayText(plainText(term), 60);
  if (term.type !== 'uri') {
    const kind = term.type === 'literal' ? 'literal' : 'entity';
    return { id, label: text, kind, answer: false };
  }
  const kind = isMediator(term.value) ? 'mediator' : 'entity';
  return { id, label: nameOf(term.value) ?? text, kind, answer: false, iri: term.value, detail: term.value };
}
