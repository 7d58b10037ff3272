/** The graph as a list, for screen readers and as an alternative. */
import { t } from '../../shared/l10n';
import type { GraphEdge, GraphNode, GraphResult } from '../../../server/src/protocol/index';
import { element, isolatedText } from '../dom';

interface NodeEvents {
  readonly open: (iri: string) => void;
  readonly menu: (iri: string, event: MouseEvent) => void;
}

export function graphList(graph: GraphResult, events: NodeEvents): HTMLElement {
  const nodes = new Map(graph.nodes.map((node) => [node.id, node]));
  const isolated = graph.nodes.filter(
    ({ id }) => !graph.edges.some(({ from, to }) => from === id || to === id),
  );
  return element(
    'ul',
    { class: 'graph-list', attributes: { 'aria-label': t('Graph as a list') } },
    ...graph.edges.map((edge) => drawEdge(edge, nodes, events)),
    ...isolated.map((node) => element('li', {}, drawNode(node, events))),
  );
}

function drawEdge(
  { from, to, label, manner }: GraphEdge,
  nodes: ReadonlyMap<string, GraphNode>,
  events: NodeEvents,
): HTMLElement {
  return element(
    'li',
    {},
    drawNode(nodes.get(from), events),
    element('span', { class: 'dim', text: ` → ${label} → ` }),
    drawNode(nodes.get(to), events),
    ...(manner ? [element('span', { class: 'graph-manner', text: ` ${edgeTexts()[manner]}` })] : []),
  );
}

export const edgeTexts = (): Readonly<Record<NonNullable<GraphEdge['manner']>, string>> => ({
  optional: t('optional'),
  union: t('alternative'),
  negated: t('must not exist'),
});

function drawNode(node: GraphNode | undefined, events: NodeEvents): Node {
  if (!node) return element('span', { text: '?' });
  const { label, iri, answer } = node;
  const text = isolatedText(label, answer ? 'answer' : '');
  if (iri === undefined) return text;
  return element(
    'button',
    {
      class: 'action-link',
      attributes: { type: 'button' },
      on: { click: () => events.open(iri), contextmenu: (event) => events.menu(iri, event) },
    },
    text,
  );
}
