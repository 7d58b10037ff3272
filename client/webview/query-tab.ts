import { t } from '../shared/l10n';
import type { ShownTable } from '../shared/messages';
import { copyText } from './clipboard';
import { textButton } from './controls';
import { element } from './dom';
import { host } from './host';

/** The query as it was when it was run. */
export function drawQuery(shown: ShownTable): HTMLElement {
  if (shown.kind === 'comparison')
    return element(
      'div',
      { class: 'query-tab' },
      element('h3', { text: 'A' }),
      queryText(shown.a.query),
      element('h3', { text: 'B' }),
      queryText(shown.b.query),
    );
  const { query } = shown.run;
  return element(
    'div',
    { class: 'query-tab' },
    element(
      'div',
      { class: 'actions' },
      textButton(t('Open in Editor'), () => host.send({ type: 'openQuery' }), { main: true }),
      textButton(t('Run Again'), () => host.send({ type: 'runAgain' })),
      textButton(t('Copy'), () => void copyText(query)),
    ),
    queryText(query),
  );
}

const queryText = (query: string): Node =>
  element('pre', { class: 'query', text: query, attributes: { tabindex: 0, 'aria-label': t('Query') } });
