import { t } from '../../shared/l10n';
import { choicesOf, type Chip } from '../../shared/asked/chips';
import type { AskedHead } from '../../shared/asked/asked-messages';
import { textButton } from '../controls';
import { element } from '../dom';
import { host } from '../host';

/** What can be done next. */
export function drawFollowUps(
  { question, result }: AskedHead,
  chips: readonly Chip[],
  refine: () => void,
): HTMLElement {
  const hasQuery = result.query !== undefined;
  const answered = result.kind === 'answer';
  const failed = result.kind === 'failed';
  const given = chips.some(({ entity }) => entity.match === 'given');
  const again = (more: { readonly elsewhere?: true }): void =>
    host.tell({
      type: 'askQuestion',
      question,
      // Ids of one KB mean nothing in another.
      ...(given && !more.elsewhere && { entities: choicesOf(chips) }),
      ...more,
    });
  const askAgain = textButton(t('Ask Again'), () => again({}), { main: failed });
  return element(
    'div',
    { class: 'actions follow-ups', attributes: { role: 'group', 'aria-label': t('Next steps') } },
    ...(failed ? [askAgain] : []),
    ...(hasQuery && answered
      ? [textButton(t('Open Query'), () => host.tell({ type: 'openQuery' }), { main: true })]
      : []),
    textButton(t('Edit Question'), refine, { main: !answered && !failed }),
    ...(hasQuery ? [textButton(t('Repair'), () => host.tell({ type: 'repair' }))] : []),
    ...(hasQuery && answered
      ? [textButton(t('Run on Another KB…'), () => host.tell({ type: 'runOn' }))]
      : []),
    ...(answered ? [] : [textButton(t('Ask Another KB…'), () => again({ elsewhere: true }))]),
    textButton(t('Copy as Markdown'), () => host.tell({ type: 'copyTrace', as: 'markdown' })),
    ...(failed ? [] : [askAgain]),
  );
}
