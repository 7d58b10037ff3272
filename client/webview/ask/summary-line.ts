import { t } from '../../shared/l10n';
import type { AskTraceHead } from '../../shared/ask/ask-messages';
import { costTexts, strategyDescriptions } from '../../shared/ask/ask-texts';
import { displayText } from '../../shared/terms';
import { element } from '../dom';
import { icon } from '../icons';
import { withSettings } from './setting-links';

/** KB, strategy and cost on one line, with notes below. */
export function drawSummaryLine(trace: AskTraceHead): readonly HTMLElement[] {
  const { kb, strategy, fellBackFrom, fellBackWhy = '', began, result, troubles, advice } = trace;
  const when = new Date(began);
  const parts: readonly Node[] = [
    element('span', { text: displayText(kb, 60), title: t('Knowledge base') }),
    element('span', {
      text: fellBackFrom === undefined ? strategy : t('{0}, instead of {1}', strategy, fellBackFrom),
      title: `${displayText(fellBackWhy)} ${strategyDescriptions()[strategy]}.`.trim(),
    }),
    ...costTexts(trace).map((text) => element('span', { text: displayText(text, 80) })),
  ];
  const failed = result.kind === 'failed';
  return [
    element(
      'p',
      {
        class: 'about-line',
        ...(!Number.isNaN(when.getTime()) && { title: when.toLocaleString() }),
      },
      ...parts,
    ),
    // For a failed question, they are part of the answer.
    ...(failed ? [] : notes('warning', troubles)),
    ...(failed ? [] : notes('info', advice)),
  ];
}

function notes(sign: 'warning' | 'info', lines: readonly string[]): readonly HTMLElement[] {
  return lines
    .slice(0, MAX_NOTES)
    .map((line) =>
      element('p', { class: `asked-note ${sign}` }, icon(sign), element('span', {}, ...withSettings(line))),
    );
}

/** All problems are in the Details section. */
const MAX_NOTES = 2;
