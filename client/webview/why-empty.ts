import { plural, t } from '../shared/l10n';
import type { WhyEmpty } from '../../server/src/protocol/index';
import type { RunHead } from '../shared/messages';
import { actionLink, textButton } from './controls';
import { element } from './dom';
import { host } from './host';
import { icon } from './icons';

/** A button that tests the pattern part by part and shows the result. */
export function whyEmpty(run: RunHead): HTMLElement {
  const place = element('div', { class: 'why', attributes: { 'aria-live': 'polite' } });
  const ask = (): void => {
    const stop = new AbortController();
    const cancel = textButton(t('Cancel'), () => {
      stop.abort();
      place.replaceChildren(button);
    });
    place.replaceChildren(
      element('p', { class: 'dim', text: t('Testing the pattern part by part…') }),
      cancel,
    );
    host.request('whyEmpty', { kb: run.kb, query: run.query }, stop.signal).then(
      (why) => place.replaceChildren(...draw(why)),
      (error: unknown) =>
        place.replaceChildren(
          element('p', { class: 'message', text: error instanceof Error ? error.message : String(error) }),
          button,
        ),
    );
  };
  const button = textButton(t('Why is it empty?'), ask, { main: true });
  place.append(button);
  return place;
}

const outcomeTexts = () =>
  ({
    matches: ['check', t('matches')],
    nothing: ['error', t('no matches')],
    unknown: ['help', t('not known')],
  }) as const;

function draw({ summary, probes, instead, fixes = [] }: WhyEmpty): readonly Node[] {
  return [
    element('p', { class: 'why-summary', text: summary }),
    element(
      'ol',
      { class: 'probes' },
      ...probes.map(({ added, start, end, outcome, matches }) => {
        const [sign, label] = outcomeTexts()[outcome];
        const amount =
          matches === undefined
            ? label
            : outcome === 'matches'
              ? plural(matches, '{0} match', '{0} matches')
              : label;
        return element(
          'li',
          { class: `probe-line ${outcome}` },
          icon(sign),
          actionLink(added, () => host.send({ type: 'reveal', start, end })),
          element('span', { class: 'dim', text: amount }),
        );
      }),
    ),
    ...(instead.length === 0
      ? []
      : [
          element('p', { text: t('What would match instead:') }),
          element('ul', { class: 'instead' }, ...instead.map((text) => element('li', { text }))),
        ]),
    ...(fixes.length === 0
      ? []
      : [
          element(
            'div',
            { class: 'why-fixes' },
            ...fixes.map(({ title, edits }, at) =>
              textButton(title, () => host.send({ type: 'changeQuery', edits }), { main: at === 0 }),
            ),
          ),
        ]),
  ];
}
