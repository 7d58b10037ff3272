import type { RunHead, ShownTable } from '../shared/messages';
import { textButton } from './controls';
import { element } from './dom';
import { host } from './host';
import { icon } from './icons';
import { whyEmpty } from './why-empty';

/** What is shown where there is no table. */
export function drawOutcome(shown: ShownTable): Node {
  if (shown.kind === 'comparison') return outcome('Both results are empty', 'There is nothing to compare.');
  const { execution } = shown.run;
  switch (execution.status) {
    case 'answered':
      return drawAnswer(shown.run, execution.answer, execution.incomplete !== undefined);
    case 'refused':
      return failure('The query was refused', execution.message, execution.place);
    case 'timed-out':
      return failure('The query took too long', execution.message);
    case 'unreachable':
      return failure(`${shown.run.kb} cannot be reached`, execution.message);
  }
}

type Answered = Extract<RunHead['execution'], { readonly status: 'answered' }>['answer'];

function drawAnswer(run: RunHead, answer: Answered, incomplete: boolean): Node {
  switch (answer.kind) {
    case 'boolean':
      return element(
        'div',
        { class: `outcome verdict ${answer.value ? 'yes' : 'no'}` },
        element('p', { class: 'large', text: answer.value ? 'Yes' : 'No' }),
        element('p', {
          text: answer.value
            ? `${run.kb} has what the pattern describes.`
            : `${run.kb} has nothing like the pattern.`,
        }),
        ...(answer.value || incomplete ? [] : [whyEmpty(run)]),
      );
    case 'done':
      return outcome('Done', `The update was carried out on ${run.kb}.`);
    case 'table':
    case 'graph':
      // What is not whole is never called empty.
      return incomplete
        ? outcome(
            'No rows so far',
            'The answer was broken off, so it is not known whether there are any.',
            retry(),
          )
        : outcome('The answer is empty', `${run.kb} has nothing that fits the whole query.`, whyEmpty(run));
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
              'Show in Query',
              () => host.tell({ type: 'reveal', start: place.start, end: place.end }),
              { main: true },
            ),
          ]
        : []),
      retry(),
    ),
  );
}

const retry = (): HTMLElement => textButton('Run Again', () => host.tell({ type: 'runAgain' }));

const outcome = (title: string, text: string, ...more: readonly Node[]): Node =>
  element('div', { class: 'outcome' }, element('h2', { text: title }), element('p', { text }), ...more);
