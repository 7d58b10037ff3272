import { t } from '../../shared/l10n';
import type { LinkedEntity, Linking } from '../../../server/src/protocol/index';
import { typesInShort } from '../../shared/asked/asked-words';
import { choiceOf, choicesOf, notYet, othersFor, type Chip } from '../../shared/asked/chips';
import { shownText } from '../../shared/terms';
import { copyText } from '../clipboard';
import { host } from '../host';
import { openMenuBelow, type MenuItem } from '../menu';

interface Asked {
  readonly question: string;
  readonly linking: Linking;
  readonly chips: readonly Chip[];
}

/** What else an entity may be, and what can be done about it; whatever is chosen, the question is asked again with it. */
export function openEntityMenu(
  { question, linking, chips }: Asked,
  chip: Chip,
  button: HTMLElement,
  openFacts: (iri: string) => void,
): void {
  const { entity } = chip;
  const others = othersFor(chip, linking);
  const rest = chips.filter((other) => other !== chip);
  const instead = (other: LinkedEntity): void =>
    ask(
      question,
      chips.map((each) => (each === chip ? { ...chip, entity: other } : each)),
    );
  openMenuBelow(
    button,
    [
      { label: labelOf(entity), checked: true, run: () => undefined },
      ...others.map((other) => ({ label: labelOf(other), checked: false, run: () => instead(other) })),
      'line',
      {
        label: t('Find Another…'),
        run: () => host.tell({ type: 'pickEntity', question, instead: entity, others: choicesOf(rest) }),
      },
      { label: t('Remove'), run: () => ask(question, rest) },
      'line',
      { label: t('Facts'), run: () => openFacts(entity.iri) },
      { label: t('Copy ID'), run: () => void copyText(entity.id) },
    ],
    t('Actions for {0}', shownText(entity.name || entity.id, 80)),
  );
}

/** What else the question may name, and a way to find what it does not. */
export function openAddMenu({ question, linking, chips }: Asked, button: HTMLElement): void {
  const find = (): void => host.tell({ type: 'pickEntity', question, others: choicesOf(chips) });
  const found = notYet(chips, linking);
  if (found.length === 0) {
    find();
    return;
  }
  const items: readonly MenuItem[] = [
    ...found.map((entity) => ({
      label: labelOf(entity),
      run: () =>
        host.tell({
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

const ask = (question: string, chips: readonly Chip[]): void =>
  host.tell({ type: 'askQuestion', question, entities: choicesOf(chips) });

function labelOf({ name, id, types }: LinkedEntity): string {
  const about = [typesInShort(types, 1), id].filter(Boolean).join(', ');
  return shownText(`${name || id} (${about})`, 90);
}
