import { formatNumber, t } from '../../shared/l10n';
import type { AskedHead } from '../../shared/asked/asked-messages';
import { literalWords, sentence, strategyWords, typesInShort } from '../../shared/asked/asked-words';
import { shownLines, shownText } from '../../shared/terms';
import { usageWords } from '../../shared/trace/trace-words';
import { actionLink, textButton } from '../controls';
import { element, foreign } from '../dom';
import { host } from '../host';
import { RoundCards } from '../trace/round-cards';

/** How it went, for who wants to know: linking, what a model thought, each round, and what did not work. */
export function drawCourse(asked: AskedHead, open: (iri: string) => void): readonly Node[] {
  const { strategy, fellBackFrom, thoughts, repair, troubles, usage } = asked;
  return [
    element('p', {
      text: `${strategyWords()[strategy]} (${fellBackFrom === undefined ? strategy : t('{0}, instead of {1}', strategy, fellBackFrom)}).`,
    }),
    ...part(t('Entities and values in the question'), linkingTable(asked, open)),
    ...(thoughts.length > 0 ? part(t('Model replies'), element('div', {}, ...thoughts.map(thoughtOf))) : []),
    ...(repair && repair.attempts.length > 0
      ? part(t('Rounds'), element('div', {}, ...new RoundCards(repair, open).elements))
      : []),
    ...(troubles.length > 0 ? part(t('Problems'), listOf(troubles)) : []),
    element('p', { class: 'dim', text: `${sentence(usageWords(usage))}.` }),
    element(
      'div',
      { class: 'actions' },
      textButton(t('Copy All as JSON'), () => host.tell({ type: 'copyTrace', as: 'json' })),
    ),
  ];
}

const part = (title: string, content: HTMLElement): readonly HTMLElement[] => [
  element('section', { class: 'course-part' }, element('h3', { text: title }), content),
];

const listOf = (lines: readonly string[]): HTMLElement =>
  element('ul', {}, ...lines.map((line) => element('li', { text: shownLines(line) })));

function linkingTable({ question, linking, used }: AskedHead, open: (iri: string) => void): HTMLElement {
  const { entities, literals, troubles } = linking;
  if (entities.length + literals.length + troubles.length === 0)
    return element('p', { class: 'dim', text: t('None.') });
  const named = new Set(used.map(({ iri }) => iri));
  const words = (mention: { readonly start: number; readonly end: number } | undefined): string =>
    mention ? shownText(question.slice(mention.start, mention.end), 60) : t('added');
  const row = (...cells: readonly Node[]): HTMLElement =>
    element('tr', {}, ...cells.map((cell) => element('td', {}, cell)));
  const rows = [
    ...entities.slice(0, MOST_ENTITIES).map((entity) => {
      const link = actionLink('', () => open(entity.iri));
      link.title = shownText(entity.id);
      link.append(foreign(shownText(entity.name || entity.id, 80)));
      return row(
        foreign(words(entity.mention)),
        link,
        document.createTextNode(typesInShort(entity.types, 1)),
        document.createTextNode(entity.score.toFixed(2)),
        document.createTextNode(
          shownText(
            [named.has(entity.iri) && t('in the query'), ...entity.because].filter(Boolean).join('; '),
            200,
          ),
        ),
      );
    }),
    ...literals.map((literal) =>
      row(
        foreign(words(literal.mention)),
        foreign(shownText(literalWords(literal), 80)),
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
    ...(entities.length > MOST_ENTITIES
      ? [
          element('p', {
            class: 'dim',
            text: t('{0} less likely entities are not shown.', formatNumber(entities.length - MOST_ENTITIES)),
          }),
        ]
      : []),
    ...(troubles.length > 0 ? [listOf(troubles)] : []),
  );
}

const MOST_ENTITIES = 8;

const thoughtOf = ({ purpose, text }: AskedHead['thoughts'][number]): HTMLElement =>
  element(
    'details',
    { class: 'words' },
    element('summary', {}, element('h3', { text: shownText(sentence(purpose.replaceAll('-', ' ')), 80) })),
    element('pre', { class: 'value', text: shownLines(text), attributes: { dir: 'auto', tabindex: 0 } }),
  );
