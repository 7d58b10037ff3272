/** A graph to look at, to move about in, and to read in words. */
import type { GraphEdge, GraphResult } from '../../server/src/protocol/index';
import { iconButton } from './controls';
import { counted, element } from './dom';
import { asSvg } from './graph/as-svg';
import { Drawing } from './graph/drawing';
import { graphList, MANNERS } from './graph/list';
import { Stage } from './graph/stage';
import './graph.css';

export interface GraphCallbacks {
  /** Shows the facts about an entity. */
  readonly open: (iri: string) => void;
  /** Puts a text where it can be pasted from; without it, no picture can be taken along. */
  readonly copy?: (text: string) => void;
  /** It stands in a page that scrolls: the wheel belongs to the page, and zooms only with Ctrl. */
  readonly withinPage?: boolean;
}

export function mountGraph(
  container: HTMLElement,
  graph: GraphResult,
  callbacks: GraphCallbacks,
): { destroy(): void } {
  container.classList.add('graph');
  if (!graph.nodes.length) {
    container.replaceChildren(
      element('p', { class: 'placeholder', text: graph.problem ?? 'There is nothing to draw.' }),
    );
    return { destroy: () => undefined };
  }
  const measuring = new Measuring(container);
  const drawing = new Drawing(graph, measuring.measure);
  measuring.end();
  const what = `${counted(graph.nodes.length, 'node')}, ${counted(graph.edges.length, 'edge')}`;
  const stage = new Stage(
    drawing,
    callbacks,
    `Graph of ${what}. Arrow keys go from node to node, Enter opens the facts, plus and minus zoom, 0 shows all.`,
  );
  const list = graphList(graph, (iri) => callbacks.open(iri));
  list.hidden = true;
  const toggle = iconButton('list', 'In words', () => {
    list.hidden = !list.hidden;
    stage.element.classList.toggle('away', !list.hidden);
    toggle.classList.toggle('on', !list.hidden);
    toggle.setAttribute('aria-pressed', String(!list.hidden));
  });
  toggle.setAttribute('aria-pressed', 'false');
  const { copy } = callbacks;
  const controls = element(
    'div',
    { class: 'graph-controls' },
    iconButton('zoomIn', 'Nearer (+)', () => stage.zoom(1.25)),
    iconButton('zoomOut', 'Farther (-)', () => stage.zoom(0.8)),
    iconButton('fit', 'Show all (0)', () => stage.fit()),
    toggle,
    ...(copy ? [iconButton('copy', 'Copy as SVG', () => copy(asSvg(stage.element, drawing.bounds)))] : []),
  );
  container.replaceChildren(
    stage.element,
    list,
    controls,
    element('div', { class: 'graph-notes' }, ...legend(graph), ...notes(graph)),
  );
  stage.fit();
  return { destroy: () => stage.destroy() };
}

/** Only what occurs, and is not plain to see. */
function legend({ nodes, edges }: GraphResult): readonly HTMLElement[] {
  const manners = new Set(edges.flatMap(({ manner }) => (manner ? [manner] : [])));
  const key = (className: string, text: string): HTMLElement =>
    element('span', { class: `graph-key ${className}`, text });
  return [
    ...(nodes.some(({ answer }) => answer) ? [key('answer', 'answer')] : []),
    ...(nodes.some(({ kind }) => kind === 'mediator') ? [key('mediator', 'mediator')] : []),
    ...(['optional', 'union', 'negated'] satisfies NonNullable<GraphEdge['manner']>[])
      .filter((manner) => manners.has(manner))
      .map((manner) => key(manner, MANNERS[manner])),
  ];
}

function notes({ truncated, problem }: GraphResult): readonly HTMLElement[] {
  return [
    ...(truncated
      ? [element('span', { class: 'graph-note', text: 'Not everything is drawn: there is more.' })]
      : []),
    ...(problem === undefined ? [] : [element('span', { class: 'graph-note', text: problem })]),
  ];
}

/** How wide texts will be in the fonts of the page. */
class Measuring {
  private readonly text = document.createElementNS('http://www.w3.org/2000/svg', 'text');
  private readonly group = document.createElementNS('http://www.w3.org/2000/svg', 'g');
  private readonly svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  private readonly pen = document.createElement('canvas').getContext('2d');
  private readonly fonts = new Map<string, string>();

  constructor(container: HTMLElement) {
    this.svg.setAttribute('class', 'graph-stage');
    this.group.append(this.text);
    this.svg.append(this.group);
    container.append(this.svg);
  }

  readonly measure = (text: string, className: string): number => {
    if (!this.pen) return text.length * 7;
    this.pen.font = this.fontOf(className);
    return Math.ceil(this.pen.measureText(text).width);
  };

  end(): void {
    this.svg.remove();
  }

  /** Of the page as it is themed now; where the page is not shown yet, of its body. */
  private fontOf(className: string): string {
    let font = this.fonts.get(className);
    if (font === undefined) {
      this.group.setAttribute('class', className);
      this.text.setAttribute('class', className === 'graph-edge-label' ? className : 'graph-node-label');
      const style = getComputedStyle(this.text.isConnected ? this.text : document.body);
      font = `${style.fontStyle} ${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
      this.fonts.set(className, font);
    }
    return font;
  }
}
