import { formatNumber, t } from '../shared/l10n';
import type { RdfTerm } from '../../server/src/protocol/index';
import { isLong, describeTermKind, displayText } from '../shared/terms';
import { copyText } from './clipboard';
import { textButton } from './controls';
import { openDialog } from './dialog';
import { element } from './dom';
import { host } from './host';

/** Shows a value, up to a limit. It can be copied or opened in an editor as a whole. */
export function showValue(term: RdfTerm): void {
  const { value } = term;
  const lines = value.split('\n').map((line) => displayText(line, MAX_SHOWN));
  const shown = lines.join('\n').slice(0, MAX_SHOWN);
  const size = t('{0}, {1} characters', describeTermKind(term), formatNumber(value.length));
  const note = isLong(value, MAX_SHOWN) ? [t('showing the first {0}', formatNumber(MAX_SHOWN))] : [];
  openDialog(
    t('Value'),
    element('pre', { class: 'value', text: shown, attributes: { dir: 'auto', tabindex: 0 } }),
    element(
      'footer',
      {},
      element('span', { class: 'dim', text: [size, ...note].join(', ') }),
      textButton(t('Copy'), () => void copyText(value), { main: true }),
      textButton(t('Open in Editor'), () => host.send({ type: 'openText', text: value })),
    ),
  );
}

const MAX_SHOWN = 20_000;
