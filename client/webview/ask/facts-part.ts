import { formatNumber, t } from '../../shared/l10n';
import type { GraphNode, GraphResult } from '../../../server/src/protocol/index';
import { groupEvidence, type EvidenceFact, type EvidenceGroup } from '../../shared/ask/evidence';
import { displayText } from '../../shared/terms';
import { copyText } from '../clipboard';
import { actionLink, textButton } from '../controls';
import { element, isolatedText } from '../dom';
import { mountGraph } from '../graph';
import { host } from '../host';

export interface FactsContext {
  readonly kb: string;
  readonly query: string;
  readonly open: (iri: string) => void;
  /** Registers a function that runs when the page is destroyed. */
  readonly onDestroy: (destroy: () => void) => void;
}

/** The supporting facts as a graph and as text. The graph can also show the query pattern. */
export function drawFactsPart(evidence: GraphResult | undefined, context: FactsContext): readonly Node[] {
  const facts = evidence && evidence.nodes.length > 0 ? evidence : undefined;
  return [new GraphSwitch(facts, context).element, ...(facts ? drawEvidence(facts, context.open) : [])];
}

type GraphKind = 'facts' | 'pattern';

/** Shows the graph of the facts or of the query pattern. */
class GraphSwitch {
  readonly element: HTMLElement;
  private readonly place = element('div', { class: 'asked-graph' });
  private readonly buttons: readonly (readonly [GraphKind, HTMLButtonElement])[];
  private mounted: { destroy(): void } | undefined;
  private request = new AbortController();

  constructor(
    private readonly facts: GraphResult | undefined,
    private readonly context: FactsContext,
  ) {
    this.buttons = (
      [
        ['facts', t('Facts')],
        ['pattern', t('Query pattern')],
      ] as const
    ).map(([kind, label]) => [kind, this.button(kind, label)] as const);
    this.element = element(
      'div',
      { class: 'pictures' },
      ...(facts
        ? [
            element(
              'div',
              { class: 'picture-choice', attributes: { role: 'group', 'aria-label': t('Graph of') } },
              ...this.buttons.map(([, button]) => button),
            ),
          ]
        : []),
      this.place,
    );
    context.onDestroy(() => {
      this.request.abort();
      this.mounted?.destroy();
    });
    this.show(facts ? 'facts' : 'pattern');
  }

  private button(kind: GraphKind, label: string): HTMLButtonElement {
    return element('button', {
      class: 'chip',
      text: label,
      attributes: { type: 'button' },
      on: { click: () => this.show(kind) },
    });
  }

  private show(kind: GraphKind): void {
    for (const [other, button] of this.buttons) button.setAttribute('aria-pressed', String(other === kind));
    this.request.abort();
    this.request = new AbortController();
    if (kind === 'facts' && this.facts) this.mount(this.facts);
    else this.requestPattern();
  }

  private requestPattern(): void {
    const { kb, query } = this.context;
    this.showMessage(t('Drawing the pattern…'));
    host.request('pattern', { kb, query }, this.request.signal).then(
      (graph) => this.mount(graph),
      (error: unknown) =>
        this.showMessage(
          error instanceof Error ? error.message : String(error),
          textButton(t('Try Again'), () => this.requestPattern()),
        ),
    );
  }

  /** The graph measures its texts, so it is mounted once it is on the page. */
  private mount(graph: GraphResult): void {
    const { signal } = this.request;
    requestAnimationFrame(() => {
      if (signal.aborted) return;
      this.mounted?.destroy();
      const container = element('div');
      this.place.classList.toggle('small', graph.nodes.length <= SMALL_GRAPH_NODES);
      this.place.replaceChildren(container);
      this.mounted = mountGraph(container, graph, {
        open: this.context.open,
        insert: (iri) => host.send({ type: 'insertTerm', term: { type: 'uri', value: iri } }),
        copy: (text) => void copyText(text),
        save: (format, data) => host.send({ type: 'exportGraph', format, data }),
        withinPage: true,
      });
    });
  }

  private showMessage(text: string, ...more: readonly Node[]): void {
    this.mounted?.destroy();
    this.mounted = undefined;
    this.place.replaceChildren(
      element('div', { class: 'placeholder' }, element('p', { text: displayText(text, 400) }), ...more),
    );
  }
}

/** A graph with up to this number of nodes gets less height. */
const SMALL_GRAPH_NODES = 3;

/** The facts as a list of names; IDs are in tooltips. */
function drawEvidence(evidence: GraphResult, open: (iri: string) => void): readonly HTMLElement[] {
  const groups = groupEvidence(evidence);
  if (groups.length === 0) return [];
  const list = element(
    'ul',
    { class: 'evidence', attributes: { 'aria-label': t('Facts') } },
    ...groups.slice(0, MAX_COLLAPSED).map((group) => drawGroup(group, open)),
  );
  const left = groups.length - MAX_COLLAPSED;
  if (left <= 0) return [list];
  const more = actionLink(t('Show all {0} facts', formatNumber(groups.length)), () => {
    more.remove();
    list.append(...groups.slice(MAX_COLLAPSED).map((group) => drawGroup(group, open)));
  });
  return [list, more];
}

const MAX_COLLAPSED = 8;

/** Draws the facts of a mediator as one entry: the incoming facts, then the outgoing ones. */
function drawGroup({ facts, mediator }: EvidenceGroup, open: (iri: string) => void): HTMLElement {
  if (!mediator) return element('li', {}, ...facts.map((fact) => drawFact(fact, open)));
  const incoming = facts.filter(({ object }) => object.id === mediator.id);
  const outgoing = facts.filter(({ object }) => object.id !== mediator.id);
  const [first, second] = [incoming[0], outgoing[0]];
  // An incoming and an outgoing fact are two steps of a path.
  if (first && second && facts.length === 2)
    return element(
      'li',
      { class: 'evidence-fact' },
      drawNode(first.subject, open),
      drawRelation(first),
      drawRelation(second),
      drawNode(second.object, open),
    );
  return element(
    'li',
    {},
    ...incoming.map((fact) =>
      element(
        'div',
        { class: 'evidence-fact' },
        drawNode(fact.subject, open),
        drawRelation(fact),
        drawMediator(mediator, open),
      ),
    ),
    element(
      'ul',
      {},
      ...outgoing.map((fact) =>
        element('li', { class: 'evidence-fact' }, drawRelation(fact), drawNode(fact.object, open)),
      ),
    ),
  );
}

const drawFact = (fact: EvidenceFact, open: (iri: string) => void): HTMLElement =>
  element(
    'div',
    { class: 'evidence-fact' },
    drawNode(fact.subject, open),
    drawRelation(fact),
    drawNode(fact.object, open),
  );

const drawRelation = ({ relation, detail }: EvidenceFact): HTMLElement =>
  element('span', {
    class: 'evidence-relation',
    text: displayText(relation, 120),
    ...(detail !== undefined && { title: displayText(detail, 240) }),
  });

function drawNode({ label, iri, detail, answer }: GraphNode, open: (iri: string) => void): HTMLElement {
  const className = answer ? 'evidence-node answer' : 'evidence-node';
  const text = isolatedText(displayText(label));
  const title = displayText(detail ?? iri ?? '', 240);
  if (iri === undefined) return element('span', { class: className, title }, text);
  const link = actionLink('', () => open(iri));
  link.className = `action-link ${className}`;
  link.title = title;
  link.append(text);
  return link;
}

/** A node without a name. */
function drawMediator(node: GraphNode, open: (iri: string) => void): HTMLElement {
  const drawn = drawNode(node, open);
  drawn.classList.add('mediator');
  return drawn;
}
