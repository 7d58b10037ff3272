import { t } from '../../shared/l10n';
import type { Linking } from '../../../server/src/protocol/index';
import type { EntityChip } from '../../shared/ask/entity-chips';
import { passagesOf } from '../../shared/ask/entity-chips';
import { entityDetails, literalText, typeNames } from '../../shared/ask/ask-texts';
import { displayLines, displayText } from '../../shared/terms';
import { splitIntoSegments } from '../../shared/trace/segments';
import { element, isolatedText } from '../dom';
import { icon } from '../icons';
import { LinkedHighlights } from '../trace/linked-highlights';

export interface QuestionEvents {
  /** Opens the menu of an entity. */
  readonly correct: (chip: EntityChip, button: HTMLElement) => void;
  readonly add: (button: HTMLElement) => void;
}

/** The question with its linked entities. Without `events`, they cannot be corrected. Ignored words are struck through. */
export function drawQuestion(
  question: string,
  linking: Linking | undefined,
  chips: readonly EntityChip[],
  events: QuestionEvents | undefined,
  ignored: readonly string[] = [],
): readonly HTMLElement[] {
  const highlights = new LinkedHighlights();
  const literals = linking?.literals ?? [];
  const pieces = splitIntoSegments(question.length, passagesOf(question, chips, literals, ignored)).map(
    ({ start, end, marks: [passage] }) => {
      const text = displayLines(question.slice(start, end));
      if (!passage) return document.createTextNode(text);
      if (passage.kind === 'literal')
        return element('mark', { class: 'passage literal', text, title: literalText(passage.literal) });
      if (passage.kind === 'ignored')
        return element('del', { class: 'ignored-word', text, title: t('Not used in the query') });
      const mark = element('mark', {
        class: `passage ${classOf(passage.chip)}`,
        text,
        title: detailsOf(passage.chip),
      });
      highlights.add(keyOf(passage.chip), mark);
      highlights.follow(mark, [keyOf(passage.chip)]);
      if (events) mark.addEventListener('click', () => events.correct(passage.chip, mark));
      return mark;
    },
  );
  const title = element('h1', { class: 'asked-question', attributes: { dir: 'auto' } }, ...pieces);
  if (!linking) return [title];
  return [
    title,
    element(
      'div',
      {
        class: 'entity-chips',
        attributes: { role: 'group', 'aria-label': t('Entities and values in the question') },
      },
      ...chips.map((chip) => entityChip(chip, highlights, events)),
      ...literals.map((literal) =>
        element(
          'span',
          { class: 'entity-chip literal' },
          isolatedText(displayText(literalText(literal), 60)),
        ),
      ),
      ...(events ? [addButton(events)] : []),
    ),
  ];
}

function entityChip(
  chip: EntityChip,
  highlights: LinkedHighlights,
  events: QuestionEvents | undefined,
): HTMLElement {
  const { name, id, types } = chip.entity;
  const type = typeNames(types, 1);
  const content = [
    isolatedText(displayText(name || id, 80), 'entity-name'),
    ...(type === '' ? [] : [element('span', { class: 'entity-type', text: displayText(type, 40) })]),
  ];
  const className = classOf(chip);
  const node: HTMLElement = events
    ? element(
        'button',
        {
          class: `entity-chip ${className}`,
          title: detailsOf(chip),
          attributes: {
            type: 'button',
            'aria-haspopup': 'menu',
            'aria-description':
              chip.used === false ? t('Not used in the query') : t('ID {0}', displayText(id, 60)),
          },
          on: { click: () => events.correct(chip, node) },
        },
        ...content,
        icon('menu'),
      )
    : element('span', { class: `entity-chip ${className}`, title: detailsOf(chip) }, ...content);
  highlights.add(keyOf(chip), node);
  highlights.follow(node, [keyOf(chip)]);
  return node;
}

function addButton({ add }: QuestionEvents): HTMLElement {
  const button = element(
    'button',
    {
      class: 'entity-chip add',
      attributes: { type: 'button', 'aria-haspopup': 'menu' },
      on: { click: () => add(button) },
    },
    icon('add'),
    t('Add Entity'),
  );
  return button;
}

const classOf = ({ used }: EntityChip): string => (used === false ? 'entity unused' : 'entity');

const detailsOf = ({ entity, used }: EntityChip): string =>
  [entity.name, entityDetails(entity), used === false && t('Not used in the query')]
    .filter((line) => line !== false && line !== '')
    .map((line) => displayLines(String(line)))
    .join('\n')
    .slice(0, 600);

const keyOf = ({ entity }: EntityChip): string => `entity ${entity.iri}`;
