import { t } from '../shared/l10n';
import type { RunHead, ShownTable } from '../shared/messages';
import { textButton } from './controls';
import { element } from './dom';
import { host } from './host';
import { icon } from './icons';
import { emptyRemark } from '../shared/run-notes';
import { whyEmpty } from './why-empty';

/** The content if there is no table. */
export function drawOutcome(shown: ShownTable): Node {
  if (shown.kind === 'comparison')
    return outcome(t('Both results are empty'), t('There is nothing to compare.'));
  const { execution } = shown.run;
  switch (execution.status) {
    case 'answered':
      return drawAnswer(shown.run, execution.answer, execution.incomplete?.message);
    case 'refused':
      return failure(t('The query was rejected'), execution.message, execution.place);
    case 'timed-out':
      return failure(t('The query timed out'), execution.message);
    case 'unreachable':
      return failure(t('No result from {0}', shown.run.kb), execution.message);
  }
}

type Answered = Extract<RunHead['execution'], { readonly status: 'answered' }>['answer'];

function drawAnswer(run: RunHead, answer: Answered, incomplete: string | undefined): Node {
  switch (answer.kind) {
    case 'boolean':
      return element(
        'div',
        { class: `outcome verdict ${answer.value ? 'yes' : 'no'}` },
        element('p', { class: 'large', text: answer.value ? t('Yes') : t('No') }),
        element('p', {
          text: answer.value
            ? t('{0} contains a match for the pattern.', run.kb)
            : t('{0} contains no match for the pattern.', run.kb),
        }),
        ...(answer.value || incomplete !== undefined ? [] : [whyEmpty(run)]),
      );
    case 'done':
      return outcome(t('Done'), t('The update was applied to {0}.', run.kb));
    case 'table':
    case 'graph':
      // An incomplete answer is never called empty.
      return incomplete === undefined
        ? outcome(
            t('The answer is empty'),
            emptyRemark(run)?.because ?? t('Nothing in {0} matches the whole query.', run.kb),
            whyEmpty(run),
          )
        : outcome(
            t('No rows received'),
            `${incomplete} ${t('The answer is incomplete, so there may be rows.')}`,
            retry(),
          );
  }
}

function failure(
  title: string,
  message: string,
  place?: { readonly start: number; readonly end: number },
): Node {
  return element(
    'div',
    { class: 'outcome failure', attributes: { role: 'alert' } },
    element('h2', {}, icon('error'), title),
    element('p', { class: 'message', text: message }),
    element(
      'div',
      { class: 'actions' },
      ...(place
        ? [
            textButton(
              t('Show in Query'),
              () => host.send({ type: 'reveal', start: place.start, end: place.end }),
              { main: true },
            ),
          ]
        : []),
      retry(),
    ),
  );
}

const retry = (): HTMLElement => textButton(t('Run Again'), () => host.send({ type: 'runAgain' }));

const outcome = (title: string, text: string, ...more: readonly Node[]): Node =>
  element('div', { class: 'outcome' }, element('h2', { text: title }), element('p', { text }), ...more);
