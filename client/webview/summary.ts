import { formatNumber, plural, t } from '../shared/l10n';
import type { RunHead, ShownTable } from '../shared/messages';
import { queryTitle } from '../shared/heads';
import { durationText } from '../shared/trace/repair-texts';
import { element, isolatedText } from './dom';
import type { ResultsTab } from './results-tab';

/** Draws a line with title, size, duration, KB and time of a run. */
export function drawSummary(line: HTMLElement, shown: ShownTable, results: ResultsTab): void {
  line.replaceChildren(...(shown.kind === 'run' ? runSummary(shown.run) : comparisonSummary(shown, results)));
}

function runSummary(run: RunHead): readonly Node[] {
  const [amount, time] = [amountOf(run), durationText(run.milliseconds)];
  return [
    element('span', { class: 'title', title: queryTitle(run) }, isolatedText(queryTitle(run))),
    element('span', {
      class: 'facts-of-run',
      text: amount === '' ? time : t('{0} in {1}', amount, time),
    }),
    element('span', {
      class: 'dim',
      text: `${run.kb}, ${dayAndTime(run.began)}`,
      title: new Date(run.began).toString(),
    }),
  ];
}

function amountOf({ execution }: RunHead): string {
  if (execution.status !== 'answered') return '';
  const { answer } = execution;
  if (!('total' in answer)) return '';
  const amount =
    answer.kind === 'table'
      ? plural(answer.total, '{0} row', '{0} rows')
      : plural(answer.total, '{0} triple', '{0} triples');
  return execution.incomplete ? t('{0}, incomplete,', amount) : amount;
}

function comparisonSummary(
  shown: ShownTable & { readonly kind: 'comparison' },
  results: ResultsTab,
): readonly Node[] {
  const { counts, a, b, note } = shown;
  const choice = (label: string, amount: number, value: string): Node => {
    const button = element('button', {
      class: 'chip',
      text: `${label} ${formatNumber(amount)}`,
      attributes: { type: 'button', 'aria-pressed': false },
      on: {
        click: () => {
          const on = results.toggleOnly(value);
          for (const other of button.parentElement?.querySelectorAll('.chip') ?? [])
            other.setAttribute('aria-pressed', String(other === button && on));
        },
      },
    });
    return button;
  };
  const side = (letter: string, run: RunHead): Node =>
    element(
      'div',
      { class: 'side' },
      element('b', { text: letter }),
      isolatedText(queryTitle(run), 'title'),
      element('span', { class: 'dim', text: `${amountOf(run)}, ${run.kb}, ${dayAndTime(run.began)}` }),
    );
  return [
    element('div', { class: 'sides' }, side('A', a), side('B', b)),
    element(
      'div',
      { class: 'chips' },
      choice(t('Only in A'), counts.onlyA, 'only A'),
      choice(t('Only in B'), counts.onlyB, 'only B'),
      choice(t('In both'), counts.both, 'both'),
    ),
    ...(note === undefined ? [] : [element('div', { class: 'dim', text: note })]),
  ];
}

function dayAndTime(iso: string): string {
  const date = new Date(iso);
  const sameDay = date.toDateString() === new Date().toDateString();
  const time = date.toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' });
  return sameDay ? time : `${date.toLocaleDateString()} ${time}`;
}
