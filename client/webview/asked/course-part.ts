import type { AskedHead } from '../../shared/asked/asked-messages';
import { literalWords, sentence, strategyWords, typesInShort } from '../../shared/asked/asked-words';
import { shownLines, shownText } from '../../shared/terms';
import { usageWords } from '../../shared/trace/trace-words';
import { actionLink, textButton } from '../controls';
import { count, element, foreign } from '../dom';
import { host } from '../host';
import { RoundCards } from '../trace/round-cards';

/** How it went, for who wants to know: linking, what a model thought, each round, and what did not work. */
export function drawCourse(asked: AskedHead, open: (iri: string) => void): readonly Node[] {
  const { strategy, fellBackFrom, thoughts, repair, troubles, usage } = asked;
  return [
    element('p', {
      text: `${strategyWords[strategy]} (${strategy}${fellBackFrom === undefined ? '' : `, instead of ${fellBackFrom}`}).`,
    }),
    ...part('What the question was found to name', linkingTable(asked, open)),
    ...(thoughts.length > 0
      ? part('What the model thought', element('div', {}, ...thoughts.map(thoughtOf)))
      : []),
    ...(repair && repair.attempts.length > 0
      ? part('Rounds', element('div', {}, ...new RoundCards(repair, open).elements))
      : []),
    ...(troubles.length > 0 ? part('What did not work', listOf(troubles)) : []),
    element('p', { class: 'dim', text: `${sentence(usageWords(usage))}.` }),
    element(
      'div',
      { class: 'actions' },
      textButton('Copy All as JSON', () => host.tell({ type: 'copyTrace', as: 'json' })),
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
    return element('p', { class: 'dim', text: 'Nothing.' });
  const named = new Set(used.map(({ iri }) => iri));
  const words = (mention: { readonly start: number; readonly end: number } | undefined): string =>
    mention ? shownText(question.slice(mention.start, mention.end), 60) : 'added';
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
            [named.has(entity.iri) && 'in the query', ...entity.because].filter(Boolean).join('; '),
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
      { attributes: { 'aria-label': 'What the question was found to name' } },
      element(
        'thead',
        {},
        element(
          'tr',
          {},
          ...['Words', 'Stands for', 'Type', 'Score', 'Because'].map((title) =>
            element('th', { text: title, attributes: { scope: 'col' } }),
          ),
        ),
      ),
      element('tbody', {}, ...rows),
    ),
    ...(entities.length > MOST_ENTITIES
      ? [element('p', { class: 'dim', text: `And ${count(entities.length - MOST_ENTITIES)} less likely.` })]
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
