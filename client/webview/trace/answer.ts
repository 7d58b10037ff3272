import { formatNumber, t } from '../../shared/l10n';
import type { RdfTerm } from '../../../server/src/protocol/index';
import type { AttemptHead } from '../../shared/messages';
import { isEntity, displayLines, displayText } from '../../shared/terms';
import { answerText } from '../../shared/trace/repair-texts';
import { actionLink } from '../controls';
import { element } from '../dom';
import { drawCell } from '../grid/cell';
import { host } from '../host';
import type { EntityNameCache } from '../entity-names';
import { showValue } from '../value-dialog';

export interface AnswerContext {
  readonly names: EntityNameCache | undefined;
  /** Opens the facts of an entity. */
  readonly open: (iri: string) => void;
  /** Registers a function that redraws cells when names arrive. */
  readonly onNames: (redraw: () => void) => void;
}

/** The first rows of the answer of an attempt. `index` is that of the attempt. */
export function drawAnswer(attempt: AttemptHead, index: number, context: AnswerContext): readonly Node[] {
  const { execution, rows } = attempt;
  const outcome = capitalize(answerText(attempt));
  if (!execution)
    return [
      element('p', {
        class: 'dim',
        text: attempt.findings.some(({ strength }) => strength === 'strong')
          ? t('Not run because of the errors above.')
          : t('Not run.'),
      }),
    ];
  if (execution.status !== 'answered')
    return [element('p', { class: 'failed-answer', text: `${outcome}. ${displayLines(execution.message)}` })];
  const notes = [execution.incomplete?.message, execution.note]
    .filter((note) => note !== undefined)
    .map((note) => element('p', { class: 'dim', text: displayLines(note) }));
  if (!('columns' in execution.answer) || rows.length === 0)
    return [element('p', { text: `${outcome}.` }), ...notes];
  const { columns, total } = execution.answer;
  return [
    drawTable(columns, attempt, context),
    element(
      'p',
      { class: 'dim' },
      total > rows.length
        ? `${t('{0} of {1} rows.', formatNumber(rows.length), formatNumber(total))} `
        : `${outcome}. `,
      actionLink(t('Open as Results'), () => host.send({ type: 'showAnswer', attempt: index })),
    ),
    ...notes,
  ];
}

function drawTable(
  columns: readonly string[],
  { rows }: AttemptHead,
  { names, open, onNames }: AnswerContext,
): HTMLElement {
  const nameOf = names?.nameOf ?? (() => undefined);
  const openTerm = (term: RdfTerm): void => (isEntity(term) ? open(term.value) : showValue(term));
  const cells = rows.map((row) =>
    columns.map((_, column) => {
      const cell = element('td', { class: 'cell' });
      const term = row[column];
      const draw = (): void => {
        drawCell(cell, term, nameOf);
        const link = cell.querySelector<HTMLElement>('.link, .more');
        if (!link || !term) return;
        link.tabIndex = 0;
        link.setAttribute('role', 'button');
        link.addEventListener('click', () => openTerm(term));
        link.addEventListener('keydown', (event) => {
          if (event.key === 'Enter') openTerm(term);
        });
      };
      draw();
      if (isEntity(term)) onNames(draw);
      return cell;
    }),
  );
  names?.requestNow(rows.flatMap((row) => row.flatMap((term) => (isEntity(term) ? [term.value] : []))));
  return element(
    'div',
    { class: 'small-table' },
    element(
      'table',
      { attributes: { 'aria-label': t('Answer') } },
      element(
        'thead',
        {},
        element(
          'tr',
          {},
          ...columns.map((name) => element('th', { text: displayText(name), attributes: { scope: 'col' } })),
        ),
      ),
      element('tbody', {}, ...cells.map((row) => element('tr', {}, ...row))),
    ),
  );
}

const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
