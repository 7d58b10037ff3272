import { formatNumber, t } from '../../shared/l10n';
import type { RdfTerm } from '../../../server/src/protocol/index';
import { isLong, describeTermKind, plainText, displayText, type NameLookup } from '../../shared/terms';
import { amountOf } from '../../shared/values';
import { element, isolatedText } from '../dom';

/** Draws a term: its name, if known, and its ID. */
export function drawCell(cell: HTMLElement, term: RdfTerm | null | undefined, nameOf: NameLookup): void {
  cell.classList.toggle('number', amountOf(term)?.kind === 'number');
  cell.classList.toggle('cut', term?.type === 'literal' && isLong(term.value));
  if (!term) {
    cell.title = t('This variable is unbound in this row.');
    cell.replaceChildren(element('span', { class: 'unbound', text: t('unbound') }));
    return;
  }
  const text = plainText(term);
  const shown = displayText(text);
  cell.title = tooltipOf(term, text);
  if (term.type === 'literal') {
    const parts: Node[] = [isolatedText(shown, 'literal')];
    if (isLong(text))
      parts.push(
        element('button', {
          class: 'more',
          text: '…',
          attributes: { tabindex: -1, 'aria-label': t('Show full value') },
        }),
      );
    if (term['xml:lang'] !== undefined)
      parts.push(element('span', { class: 'lang', text: displayText(term['xml:lang'], 20) }));
    cell.replaceChildren(...parts);
    return;
  }
  const name = term.type === 'uri' ? nameOf(term.value) : undefined;
  const link = term.type === 'uri' ? 'id link' : 'id';
  if (name === undefined) cell.replaceChildren(isolatedText(shown, link));
  else cell.replaceChildren(isolatedText(displayText(name), 'name link'), isolatedText(shown, 'id'));
}

function tooltipOf(term: RdfTerm, text: string): string {
  const whole = term.type === 'uri' ? term.value : text;
  const size = isLong(text) ? `\n${t('{0} characters', formatNumber(text.length))}` : '';
  return `${displayText(whole, 400)}${isLong(whole, 400) ? '…' : ''}\n${describeTermKind(term)}${size}`;
}
