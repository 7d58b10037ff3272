import { t } from '../../shared/l10n';
import { choicesOf, type EntityChip } from '../../shared/ask/entity-chips';
import type { AskTraceHead } from '../../shared/ask/ask-messages';
import { textButton } from '../controls';
import { element } from '../dom';
import { host } from '../host';

/** The actions below the answer. */
export function drawFollowUps(
  { question, result }: AskTraceHead,
  chips: readonly EntityChip[],
  refine: () => void,
): HTMLElement {
  const hasQuery = result.query !== undefined;
  const answered = result.kind === 'answer';
  const failed = result.kind === 'failed';
  const given = chips.some(({ entity }) => entity.match === 'given');
  const sendAgain = (options: { readonly elsewhere?: true }): void =>
    host.send({
      type: 'askQuestion',
      question,
      // Entity IDs are valid in one KB only.
      ...(given && !options.elsewhere && { entities: choicesOf(chips) }),
      ...options,
    });
  const askAgain = textButton(t('Ask Again'), () => sendAgain({}), { main: failed });
  return element(
    'div',
    { class: 'actions follow-ups', attributes: { role: 'group', 'aria-label': t('Next steps') } },
    ...(failed ? [askAgain] : []),
    ...(hasQuery && answered
      ? [textButton(t('Open Query'), () => host.send({ type: 'openQuery' }), { main: true })]
      : []),
    textButton(t('Edit Question'), refine, { main: !answered && !failed }),
    ...(hasQuery ? [textButton(t('Repair'), () => host.send({ type: 'repair' }))] : []),
    ...(hasQuery && answered
      ? [textButton(t('Run on Another KB…'), () => host.send({ type: 'runOn' }))]
      : []),
    ...(answered ? [] : [textButton(t('Ask Another KB…'), () => sendAgain({ elsewhere: true }))]),
    textButton(t('Copy as Markdown'), () => host.send({ type: 'copyTrace', as: 'markdown' })),
    ...(failed ? [] : [askAgain]),
  );
}
