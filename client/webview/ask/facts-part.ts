import { formatNumber, t } from '../../shared/l10n';
import type { GraphNode, GraphResult } from '../../../server/src/protocol/index';
import { evidenceOf, type EvidenceFact, type EvidenceGroup } from '../../shared/ask/evidence';
import { shownText } from '../../shared/terms';
import { copyText } from '../clipboard';
import { actionLink, textButton } from '../controls';
import { element, foreign } from '../dom';
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
export function drawFactsPart(
  evidence: GraphResult | undefined,
  surroundings: FactsContext,
): readonly Node[] {
  const facts = evidence && evidence.nodes.length > 0 ? evidence : undefined;
  return [new Pictures(facts, surroundings).element, ...(facts ? inWords(facts, surroundings.open) : [])];
}

type Picture = 'facts' | 'pattern';

class Pictures {
  readonly element: HTMLElement;
  private readonly place = element('div', { class: 'asked-graph' });
  private readonly buttons: readonly (readonly [Picture, HTMLButtonElement])[];
  private mounted: { destroy(): void } | undefined;
  private asking = new AbortController();

  constructor(
    private readonly facts: GraphResult | undefined,
    private readonly surroundings: FactsContext,
  ) {
    this.buttons = (
      [
        ['facts', t('Facts')],
        ['pattern', t('Query pattern')],
      ] as const
    ).map(([picture, label]) => [picture, this.button(picture, label)] as const);
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
    surroundings.onDestroy(() => {
      this.asking.abort();
      this.mounted?.destroy();
    });
    this.show(facts ? 'facts' : 'pattern');
  }

  private button(picture: Picture, label: string): HTMLButtonElement {
    return element('button', {
      class: 'chip',
      text: label,
      attributes: { type: 'button' },
      on: { click: () => this.show(picture) },
    });
  }

  private show(picture: Picture): void {
    for (const [each, button] of this.buttons) button.setAttribute('aria-pressed', String(each === picture));
    this.asking.abort();
    this.asking = new AbortController();
    if (picture === 'facts' && this.facts) this.mount(this.facts);
    else this.askForPattern();
  }

  private askForPattern(): void {
    const { kb, query } = this.surroundings;
    this.say(t('Drawing the pattern…'));
    host.ask('pattern', { kb, query }, this.asking.signal).then(
      (graph) => this.mount(graph),
      (error: unknown) =>
        this.say(
          error instanceof Error ? error.message : String(error),
          textButton(t('Try Again'), () => this.askForPattern()),
        ),
    );
  }

  /** The graph measures its texts, so it is mounted once it is on the page. */
  private mount(graph: GraphResult): void {
    const { signal } = this.asking;
    requestAnimationFrame(() => {
      if (signal.aborted) return;
      this.mounted?.destroy();
      const stand = element('div');
      this.place.classList.toggle('small', graph.nodes.length <= FEW_NODES);
      this.place.replaceChildren(stand);
      this.mounted = mountGraph(stand, graph, {
        open: this.surroundings.open,
        copy: (text) => void copyText(text),
        withinPage: true,
      });
    });
  }

  private say(text: string, ...more: readonly Node[]): void {
    this.mounted?.destroy();
    this.mounted = undefined;
    this.place.replaceChildren(
      element('div', { class: 'placeholder' }, element('p', { text: shownText(text, 400) }), ...more),
    );
  }
}

/** Small graphs get less height. */
const FEW_NODES = 3;

/** Shows names; IDs are in tooltips. */
function inWords(evidence: GraphResult, open: (iri: string) => void): readonly HTMLElement[] {
  const groups = evidenceOf(evidence);
  if (groups.length === 0) return [];
  const list = element(
    'ul',
    { class: 'evidence', attributes: { 'aria-label': t('Facts') } },
    ...groups.slice(0, FIRST).map((group) => groupOf(group, open)),
  );
  const left = groups.length - FIRST;
  if (left <= 0) return [list];
  const more = actionLink(t('Show all {0} facts', formatNumber(groups.length)), () => {
    more.remove();
    list.append(...groups.slice(FIRST).map((group) => groupOf(group, open)));
  });
  return [list, more];
}

const FIRST = 8;

/** The facts of a mediator as one entry: its subject, then its parts. */
function groupOf({ facts, mediator }: EvidenceGroup, open: (iri: string) => void): HTMLElement {
  if (!mediator) return element('li', {}, ...facts.map((fact) => lineOf(fact, open)));
  const into = facts.filter(({ object }) => object.id === mediator.id);
  const held = facts.filter(({ object }) => object.id !== mediator.id);
  const [first, second] = [into[0], held[0]];
  // One fact in and one fact out are two steps of a path.
  if (first && second && facts.length === 2)
    return element(
      'li',
      { class: 'evidence-fact' },
      nodeOf(first.subject, open),
      relationOf(first),
      relationOf(second),
      nodeOf(second.object, open),
    );
  return element(
    'li',
    {},
    ...into.map((fact) =>
      element(
        'div',
        { class: 'evidence-fact' },
        nodeOf(fact.subject, open),
        relationOf(fact),
        mediatorOf(mediator, open),
      ),
    ),
    element(
      'ul',
      {},
      ...held.map((fact) =>
        element('li', { class: 'evidence-fact' }, relationOf(fact), nodeOf(fact.object, open)),
      ),
    ),
  );
}

const lineOf = (fact: EvidenceFact, open: (iri: string) => void): HTMLElement =>
  element(
    'div',
    { class: 'evidence-fact' },
    nodeOf(fact.subject, open),
    relationOf(fact),
    nodeOf(fact.object, open),
  );

const relationOf = ({ relation, detail }: EvidenceFact): HTMLElement =>
  element('span', {
    class: 'evidence-relation',
    text: shownText(relation, 120),
    ...(detail !== undefined && { title: shownText(detail, 240) }),
  });

function nodeOf({ label, iri, detail, answer }: GraphNode, open: (iri: string) => void): HTMLElement {
  const className = answer ? 'evidence-node answer' : 'evidence-node';
  const text = foreign(shownText(label));
  const title = shownText(detail ?? iri ?? '', 240);
  if (iri === undefined) return element('span', { class: className, title }, text);
  const link = actionLink('', () => open(iri));
  link.className = `action-link ${className}`;
  link.title = title;
  link.append(text);
  return link;
}

/** A node without a name. */
function mediatorOf(node: GraphNode, open: (iri: string) => void): HTMLElement {
  const made = nodeOf(node, open);
  made.classList.add('mediator');
  return made;
}
