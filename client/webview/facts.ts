/** The name, types and facts of an entity. */
import { t } from '../shared/l10n';
import type { EntityFacts, FactGroup, FactPart, FactValue, RdfTerm } from '../../server/src/protocol/index';
import { isLong, shortIri, displayText } from '../shared/terms';
import { actionLink, iconButton } from './controls';
import { element, isolatedText } from './dom';
import './facts.css';

export interface FactsCallbacks {
  /** Shows the facts about another entity. */
  readonly open: (iri: string) => void;
  readonly copy?: (text: string) => void;
  /** Goes back, if there is a previous entity. */
  readonly back?: () => void;
  readonly forward?: () => void;
  readonly close?: () => void;
  /** Shows a long text in full. */
  readonly showText?: (term: RdfTerm) => void;
  /** Opens the schema page of a relation or class. */
  readonly openSchema?: (id: string) => void;
}

export function mountFacts(container: HTMLElement, facts: EntityFacts, callbacks: FactsCallbacks): void {
  container.classList.add('facts');
  const { card, groups, truncated, problem } = facts;
  const page = element(
    'article',
    { class: 'facts-page' },
    drawBar(facts, callbacks),
    drawHeading(facts),
    drawId(facts, callbacks),
    ...(card.types.length ? [drawTypes(card.types, callbacks)] : []),
    ...(problem === undefined ? [] : [element('p', { class: 'facts-note', text: problem })]),
    element('dl', { class: 'fact-groups' }, ...groups.flatMap((group) => drawGroup(group, callbacks))),
    ...(truncated
      ? [
          element('p', {
            class: 'facts-note',
            text: t('Not all facts are shown.'),
          }),
        ]
      : []),
  );
  page.addEventListener('keydown', (event) => onKey(event, page));
  container.replaceChildren(page);
  container.scrollTop = 0;
}

function drawBar({ iri }: EntityFacts, { back, forward, close, copy }: FactsCallbacks): HTMLElement {
  const navigationButton = (
    name: 'back' | 'forward',
    label: string,
    run: (() => void) | undefined,
  ): HTMLButtonElement => {
    const button = iconButton(name, label, () => run?.());
    button.disabled = !run;
    return button;
  };
  return element(
    'div',
    { class: 'facts-bar' },
    navigationButton('back', t('Back (Alt+Left)'), back),
    navigationButton('forward', t('Forward (Alt+Right)'), forward),
    element('span', { class: 'facts-space' }),
    ...(copy ? [iconButton('copy', t('Copy IRI'), () => copy(iri))] : []),
    ...(close ? [iconButton('close', t('Close (Escape)'), () => close())] : []),
  );
}

function drawHeading({ iri, card }: EntityFacts): HTMLElement {
  const title = element('h1', { class: 'facts-title', attributes: { tabindex: '-1' } });
  title.append(card.name === undefined ? isolatedText(lastPart(iri)) : isolatedText(card.name));
  if (card.mediator) title.append(element('span', { class: 'facts-badge', text: t('mediator') }));
  return title;
}

function drawId({ iri }: EntityFacts, { copy }: FactsCallbacks): HTMLElement {
  const id = shortIri(iri);
  return element(
    'p',
    { class: 'facts-id', title: iri },
    element('code', { text: id }),
    ...(copy ? [actionLink(t('Copy ID'), () => copy(id))] : []),
  );
}

const MAX_TYPES = 8;

function drawTypes(all: readonly string[], { openSchema }: FactsCallbacks): HTMLElement {
  const chip = (id: string): HTMLElement =>
    openSchema
      ? element('button', {
          class: 'fact-type',
          text: typeLabel(id),
          title: id,
          attributes: { type: 'button' },
          on: { click: () => openSchema(id) },
        })
      : element('span', { class: 'fact-type', text: typeLabel(id), title: id });
  const sorted = [...all].sort((left, right) => Number(isGeneralType(left)) - Number(isGeneralType(right)));
  const rest = sorted.slice(MAX_TYPES);
  const list = element(
    'div',
    { class: 'fact-types', attributes: { 'aria-label': t('Types') } },
    ...sorted.slice(0, MAX_TYPES).map(chip),
  );
  if (rest.length) {
    const more = actionLink(t('{0} more', rest.length), () => more.replaceWith(...rest.map(chip)));
    list.append(more);
  }
  return list;
}

/** Types of Freebase itself and of users say little about an entity. */
function isGeneralType(type: string): boolean {
  return /^(?:common\.|type\.|base\.|user\.|freebase\.)/.test(type);
}

const MAX_VALUES = 8;

function drawGroup(group: FactGroup, callbacks: FactsCallbacks): readonly HTMLElement[] {
  const { relation, label, direction, values, truncated } = group;
  const term = element('dt', { title: relation });
  // An incoming fact is described from the other entity.
  if (direction === 'in') term.append(element('span', { class: 'fact-from', text: `${t('is')} ` }));
  const { openSchema } = callbacks;
  const id = lastPart(relation);
  if (openSchema && id.includes('.')) {
    const link = actionLink(label, () => openSchema(id));
    link.classList.add('fact-relation');
    term.append(link);
  } else term.append(element('span', { class: 'fact-relation', text: label }));
  if (direction === 'in') term.append(element('span', { class: 'fact-from', text: ` ${t('of')}` }));

  const inline = values.length > 3 && values.every(({ term: { type }, parts }) => type === 'uri' && !parts);
  const limit = inline ? 2 * MAX_VALUES : MAX_VALUES;
  const list = element(
    'ul',
    { ...(inline && { class: 'inline' }) },
    ...values.slice(0, limit).map((value) => drawValue(value, callbacks)),
  );
  const rest = values.slice(limit);
  if (rest.length) {
    const item = element('li');
    item.append(
      actionLink(truncated ? t('{0} more, list incomplete', rest.length) : t('{0} more', rest.length), () => {
        const drawn = rest.map((value) => drawValue(value, callbacks));
        item.replaceWith(...drawn, ...(truncated ? [moreNote()] : []));
        drawn[0]?.querySelector<HTMLElement>('button')?.focus();
      }),
    );
    list.append(item);
  } else if (truncated) list.append(moreNote());
  return [term, element('dd', {}, list)];
}

function moreNote(): HTMLElement {
  return element('li', { class: 'dim', text: t('more exist; run a query to see all') });
}

function drawValue({ term, name, parts }: FactValue, callbacks: FactsCallbacks): HTMLElement {
  if (!parts) return element('li', {}, drawTerm(term, name, callbacks));
  const list = element('span', { class: 'fact-parts' });
  for (const part of parts) list.append(drawPart(part, callbacks));
  if (!parts.length) list.append(element('span', { class: 'dim', text: t('no other facts') }));
  return element('li', { class: 'fact-mediator' }, list, mediatorLink(term, callbacks));
}

function drawPart({ label, relation, term, name }: FactPart, callbacks: FactsCallbacks): HTMLElement {
  return element(
    'span',
    { class: 'fact-part' },
    element('span', { class: 'dim', text: `${label} `, title: relation }),
    drawTerm(term, name, callbacks),
  );
}

function mediatorLink({ type, value }: RdfTerm, { open }: FactsCallbacks): HTMLElement {
  if (type !== 'uri') return element('span');
  const link = actionLink('…', () => open(value));
  link.title = t('Open the mediator {0}', lastPart(value));
  link.setAttribute('aria-label', link.title);
  link.classList.add('fact-node');
  return link;
}

const MAX_TEXT = 300;

function drawTerm(term: RdfTerm, name: string | undefined, { open, showText }: FactsCallbacks): Node {
  if (term.type === 'uri') {
    const { value } = term;
    return element(
      'button',
      {
        class: 'action-link',
        title: value,
        attributes: { type: 'button' },
        on: { click: () => open(value) },
      },
      isolatedText(name ?? lastPart(value)),
    );
  }
  if (term.type === 'bnode') return element('span', { class: 'dim', text: `_:${term.value}` });
  const literal = element('span', { class: 'fact-literal' });
  const long = isLong(term.value, MAX_TEXT);
  literal.append(isolatedText(long ? `${displayText(term.value, MAX_TEXT)}… ` : term.value));
  if (long && showText) literal.append(actionLink(t('show all'), () => showText(term)));
  const language = term['xml:lang'];
  if (language !== undefined)
    literal.append(element('span', { class: 'dim fact-language', text: ` ${language}` }));
  else if (term.datatype !== undefined) literal.title = lastPart(term.datatype);
  return literal;
}

/** The arrow keys move between links. */
function onKey(event: KeyboardEvent, page: HTMLElement): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  if (step === 0 || event.altKey || event.ctrlKey || event.metaKey) return;
  const links = [...page.querySelectorAll<HTMLElement>('button:not(:disabled)')];
  const at = links.indexOf(document.activeElement as HTMLElement);
  links[Math.max(0, Math.min(links.length - 1, at + step))]?.focus();
  event.preventDefault();
}

function lastPart(iri: string): string {
  const cut = Math.max(iri.lastIndexOf('/'), iri.lastIndexOf('#'));
  return iri.slice(cut + 1) || iri;
}

function typeLabel(type: string): string {
  const last = type.slice(Math.max(type.lastIndexOf('.'), type.lastIndexOf('/'), type.lastIndexOf('#')) + 1);
  return last.replace(/_+/g, ' ').trim() || type;
}
