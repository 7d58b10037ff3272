import { formatNumber, t } from '../../shared/l10n';
import type { AskTraceHead } from '../../shared/ask/ask-messages';
import { literalText, startSentence, strategyDescriptions, typeNames } from '../../shared/ask/ask-texts';
import { displayLines, displayText } from '../../shared/terms';
import { usageText } from '../../shared/trace/repair-texts';
import { actionLink, collapsedText, textButton } from '../controls';
import { element, isolatedText } from '../dom';
import { host } from '../host';
import { RoundCards } from '../trace/round-cards';

/** Details: linking, model replies, rounds and problems. */
export function drawDetails(trace: AskTraceHead, open: (iri: string) => void): readonly Node[] {
  const { strategy, fellBackFrom, thoughts, repair, troubles, usage } = trace;
  return [
    element('p', {
      text: `${strategyDescriptions()[strategy]} (${fellBackFrom === undefined ? strategy : t('{0}, instead of {1}', strategy, fellBackFrom)}).`,
    }),
    ...part(t('Entities and values in the question'), linkingTable(trace, open)),
    ...(thoughts.length > 0
      ? part(t('Model replies'), element('div', {}, ...thoughts.map(drawThought)))
      : []),
    ...(repair && repair.attempts.length > 0
      ? part(t('Rounds'), element('div', {}, ...new RoundCards(repair, open).elements))
      : []),
    ...(troubles.length > 0 ? part(t('Problems'), listOf(troubles)) : []),
    element('p', { class: 'dim', text: `${startSentence(usageText(usage))}.` }),
    element(
      'div',
      { class: 'actions' },
      textButton(t('Copy All as JSON'), () => host.send({ type: 'copyTrace', as: 'json' })),
    ),
  ];
}

const part = (title: string, content: HTMLElement): readonly HTMLElement[] => [
  element('section', { class: 'course-part' }, element('h3', { text: title }), content),
];

const listOf = (lines: readonly string[]): HTMLElement =>
  element('ul', {}, ...lines.map((line) => element('li', { text: displayLines(line) })));

function linkingTable({ question, linking, used }: AskTraceHead, open: (iri: string) => void): HTMLElement {
  const { entities, literals, troubles } = linking;
  if (entities.length + literals.length + troubles.length === 0)
    return element('p', { class: 'dim', text: t('None.') });
  const usedIris = new Set(used.map(({ iri }) => iri));
  const mentionText = (mention: { readonly start: number; readonly end: number } | undefined): string =>
    mention ? displayText(question.slice(mention.start, mention.end), 60) : t('added');
  const row = (...cells: readonly Node[]): HTMLElement =>
    element('tr', {}, ...cells.map((cell) => element('td', {}, cell)));
  const rows = [
    ...entities.slice(0, MAX_ENTITIES).map((entity) => {
      const link = actionLink('', () => open(entity.iri));
      link.title = displayText(entity.id);
      link.append(isolatedText(displayText(entity.name || entity.id, 80)));
      return row(
        isolatedText(mentionText(entity.mention)),
        link,
        document.createTextNode(typeNames(entity.types, 1)),
        document.createTextNode(entity.score.toFixed(2)),
        document.createTextNode(
          displayText(
            [usedIris.has(entity.iri) && t('in the query'), ...entity.because].filter(Boolean).join('; '),
            200,
          ),
        ),
      );
    }),
    ...literals.map((literal) =>
      row(
        isolatedText(mentionText(literal.mention)),
        isolatedText(displayText(literalText(literal), 80)),
        document.createTextNode(literal.kind),
        document.createTextNode(''),
        document.createTextNode(''),
      ),
    ),
  ];
  return element(
    'div',
    { class: 'small-table' },
    element(
      'table',
      { attributes: { 'aria-label': t('Entities and values in the question') } },
      element(
        'thead',
        {},
        element(
          'tr',
          {},
          ...[t('Words'), t('Entity'), t('Type'), t('Score'), t('Reason')].map((title) =>
            element('th', { text: title, attributes: { scope: 'col' } }),
          ),
        ),
      ),
      element('tbody', {}, ...rows),
    ),
    ...(entities.length > MAX_ENTITIES
      ? [
          element('p', {
            class: 'dim',
            text: t('{0} less likely entities are not shown.', formatNumber(entities.length - MAX_ENTITIES)),
          }),
        ]
      : []),
    ...(troubles.length > 0 ? [listOf(troubles)] : []),
  );
}

const MAX_ENTITIES = 8;

const drawThought = ({ purpose, text }: AskTraceHead['thoughts'][number]): HTMLElement =>
  collapsedText(displayText(startSentence(purpose.replaceAll('-', ' ')), 80), text);
