import { t } from '../../shared/l10n';
import type { AskedHead } from '../../shared/asked/asked-messages';
import { costWords, strategyWords } from '../../shared/asked/asked-words';
import { shownText } from '../../shared/terms';
import { element } from '../dom';
import { icon } from '../icons';
import { withSettings } from './setting-links';

/** How it was found and what it took, on one line; below it what the user should know besides. */
export function drawAbout(asked: AskedHead): readonly HTMLElement[] {
  const { kb, strategy, fellBackFrom, fellBackWhy = '', began, result, troubles, advice } = asked;
  const when = new Date(began);
  const parts: readonly Node[] = [
    element('span', { text: shownText(kb, 60), title: t('Knowledge base') }),
    element('span', {
      text: fellBackFrom === undefined ? strategy : t('{0}, instead of {1}', strategy, fellBackFrom),
      title: `${shownText(fellBackWhy)} ${strategyWords()[strategy]}.`.trim(),
    }),
    ...costWords(asked).map((words) => element('span', { text: shownText(words, 80) })),
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
    // What failed has said these already.
    ...(failed ? [] : notes('warning', troubles)),
    ...(failed ? [] : notes('info', advice)),
  ];
}

function notes(sign: 'warning' | 'info', lines: readonly string[]): readonly HTMLElement[] {
  return lines
    .slice(0, MOST)
    .map((line) =>
      element('p', { class: `asked-note ${sign}` }, icon(sign), element('span', {}, ...withSettings(line))),
    );
}

/** The rest stands where it is told how it went. */
const MOST = 2;
