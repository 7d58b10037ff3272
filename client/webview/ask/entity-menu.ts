import { t } from '../../shared/l10n';
import type { LinkedEntity, Linking } from '../../../server/src/protocol/index';
import { typeNames } from '../../shared/ask/ask-texts';
import {
  choiceOf,
  choicesOf,
  otherEntities,
  alternativesFor,
  type EntityChip,
} from '../../shared/ask/entity-chips';
import { displayText } from '../../shared/terms';
import { copyText } from '../clipboard';
import { host } from '../host';
import { openMenuBelow, type PopupMenuItem } from '../menu';

interface LinkedQuestion {
  readonly question: string;
  readonly linking: Linking;
  readonly chips: readonly EntityChip[];
}

/** The menu of an entity. Every choice asks the question again. */
export function openEntityMenu(
  { question, linking, chips }: LinkedQuestion,
  chip: EntityChip,
  button: HTMLElement,
  openFacts: (iri: string) => void,
): void {
  const { entity } = chip;
  const others = alternativesFor(chip, linking);
  const rest = chips.filter((other) => other !== chip);
  const replaceBy = (other: LinkedEntity): void =>
    ask(
      question,
      chips.map((each) => (each === chip ? { ...chip, entity: other } : each)),
    );
  openMenuBelow(
    button,
    [
      { label: labelOf(entity), checked: true, run: () => undefined },
      ...others.map((other) => ({ label: labelOf(other), checked: false, run: () => replaceBy(other) })),
      'line',
      {
        label: t('Find Another…'),
        run: () => host.send({ type: 'pickEntity', question, instead: entity, others: choicesOf(rest) }),
      },
      { label: t('Remove'), run: () => ask(question, rest) },
      'line',
      { label: t('Facts'), run: () => openFacts(entity.iri) },
      { label: t('Copy ID'), run: () => void copyText(entity.id) },
    ],
    t('Actions for {0}', displayText(entity.name || entity.id, 80)),
  );
}

/** The menu of entities that can be added to the question. */
export function openAddMenu({ question, linking, chips }: LinkedQuestion, button: HTMLElement): void {
  const find = (): void => host.send({ type: 'pickEntity', question, others: choicesOf(chips) });
  const others = otherEntities(chips, linking);
  if (others.length === 0) {
    find();
    return;
  }
  const items: readonly PopupMenuItem[] = [
    ...others.map((entity) => ({
      label: labelOf(entity),
      run: () =>
        host.send({
          type: 'askQuestion',
          question,
          entities: [...choicesOf(chips), choiceOf(entity)],
        }),
    })),
    'line',
    { label: t('Find Another…'), run: find },
  ];
  openMenuBelow(button, items, t('Add Entity'));
}

const ask = (question: string, chips: readonly EntityChip[]): void =>
  host.send({ type: 'askQuestion', question, entities: choicesOf(chips) });

function labelOf({ name, id, types }: LinkedEntity): string {
  const details = [typeNames(types, 1), id].filter(Boolean).join(', ');
  return displayText(`${name || id} (${details})`, 90);
}
