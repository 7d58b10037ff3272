/** An interactive graph, which can also be shown as a list. */
import { plural, t } from '../shared/l10n';
import type { GraphEdge, GraphResult } from '../../server/src/protocol/index';
import { iconButton } from './controls';
import { element } from './dom';
import { asPng } from './graph/as-png';
import { asSvg } from './graph/as-svg';
import { Drawing } from './graph/drawing';
import { graphList, edgeTexts } from './graph/list';
import { GraphStage } from './graph/stage';
import { openMenu, openMenuBelow, type PopupMenuItem } from './menu';
import './graph.css';

export interface GraphCallbacks {
  /** Shows the facts about an entity. */
  readonly open: (iri: string) => void;
  /** Inserts an entity into the last query. */
  readonly insert: (iri: string) => void;
  /** Copies a text. */
  readonly copy: (text: string) => void;
  /** Saves the graph as a file. A PNG is in Base64. */
  readonly save: (format: 'svg' | 'png', data: string) => void;
  /** The graph is in a page that scrolls: the wheel zooms only with Ctrl. */
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
      element('p', { class: 'placeholder', text: graph.problem ?? t('There is nothing to draw.') }),
    );
    return { destroy: () => undefined };
  }
  const meter = new TextMeter(container);
  const drawing = new Drawing(graph, meter.measure);
  meter.remove();
  const size = [
    plural(graph.nodes.length, '{0} node', '{0} nodes'),
    plural(graph.edges.length, '{0} edge', '{0} edges'),
  ].join(', ');
  const stage = new GraphStage(
    drawing,
    callbacks,
    t(
      'Graph with {0}. Use the arrow keys to move between nodes, Enter to open facts, Shift+F10 for more actions, + and - to zoom, 0 to fit.',
      size,
    ),
  );
  // Shift+F10 and the menu key send this event too.
  const menu = (iri: string, event: MouseEvent): void => {
    event.preventDefault();
    event.stopPropagation();
    const { left, bottom } = (event.target as Element).getBoundingClientRect();
    openMenu(left, bottom, nodeMenu(iri, callbacks), t('Node'));
  };
  stage.element.addEventListener('contextmenu', (event) => {
    const drawn = drawing.nodes.find(({ element: own }) => own.contains(event.target as Node));
    if (drawn?.node.iri !== undefined) menu(drawn.node.iri, event);
  });
  const list = graphList(graph, { open: callbacks.open, menu });
  list.hidden = true;
  const toggle = iconButton('list', t('Show as list'), () => {
    list.hidden = !list.hidden;
    stage.element.classList.toggle('away', !list.hidden);
    toggle.classList.toggle('on', !list.hidden);
    toggle.setAttribute('aria-pressed', String(!list.hidden));
  });
  toggle.setAttribute('aria-pressed', 'false');
  const { copy, save } = callbacks;
  const svg = (): string => asSvg(stage.element, drawing.bounds);
  const controls = element(
    'div',
    { class: 'graph-controls' },
    iconButton('zoomIn', t('Zoom in (+)'), () => stage.zoom(1.25)),
    iconButton('zoomOut', t('Zoom out (-)'), () => stage.zoom(0.8)),
    iconButton('fit', t('Fit to view (0)'), () => stage.fit()),
    toggle,
    iconButton('save', t('Export graph'), (button) =>
      openMenuBelow(
        button,
        [
          { label: t('Export as SVG…'), run: () => save('svg', svg()) },
          { label: t('Export as PNG…'), run: () => save('png', asPng(drawing.element, drawing.bounds)) },
          { label: t('Copy as SVG'), run: () => copy(svg()) },
        ],
        t('Export graph'),
      ),
    ),
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

function nodeMenu(iri: string, { open, insert, copy }: GraphCallbacks): readonly PopupMenuItem[] {
  return [
    { label: t('Open Facts'), keys: 'Enter', run: () => open(iri) },
    { label: t('Insert into Query'), run: () => insert(iri) },
    { label: t('Copy IRI'), run: () => copy(iri) },
  ];
}

/** Explains the styles that occur in the graph and are not obvious. */
function legend({ nodes, edges }: GraphResult): readonly HTMLElement[] {
  const manners = new Set(edges.flatMap(({ manner }) => (manner ? [manner] : [])));
  const key = (className: string, text: string): HTMLElement =>
    element('span', { class: `graph-key ${className}`, text });
  return [
    ...(nodes.some(({ answer }) => answer) ? [key('answer', t('answer'))] : []),
    ...(nodes.some(({ kind }) => kind === 'mediator') ? [key('mediator', t('mediator'))] : []),
    ...(['optional', 'union', 'negated'] satisfies NonNullable<GraphEdge['manner']>[])
      .filter((manner) => manners.has(manner))
      .map((manner) => key(manner, edgeTexts()[manner])),
  ];
}

function notes({ truncated, problem }: GraphResult): readonly HTMLElement[] {
  return [
    ...(truncated ? [element('span', { class: 'graph-note', text: t('The graph is not complete.') })] : []),
    ...(problem === undefined ? [] : [element('span', { class: 'graph-note', text: problem })]),
  ];
}

/** Measures the width of texts in the fonts of the page. */
class TextMeter {
  private readonly text = document.createElementNS('http://www.w3.org/2000/svg', 'text');
  private readonly group = document.createElementNS('http://www.w3.org/2000/svg', 'g');
  private readonly svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  private readonly context = document.createElement('canvas').getContext('2d');
  private readonly fonts = new Map<string, string>();

  constructor(container: HTMLElement) {
    this.svg.setAttribute('class', 'graph-stage');
    this.group.append(this.text);
    this.svg.append(this.group);
    container.append(this.svg);
  }

  readonly measure = (text: string, className: string): number => {
    if (!this.context) return text.length * 7;
    this.context.font = this.fontOf(className);
    return Math.ceil(this.context.measureText(text).width);
  };

  remove(): void {
    this.svg.remove();
  }

  /** The font of the current theme; the font of the body if the page is not visible yet. */
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
