import { t } from '../../shared/l10n';
import { shownLines } from '../../shared/terms';
import { actionLink } from '../controls';
import { host } from '../host';

/** A text in which setting names are links. */
export const withSettings = (text: string): readonly (Node | string)[] =>
  shownLines(text)
    .split(SETTING)
    .map((part, at) => (at % 2 === 0 ? part : linkTo(part)));

/** The group makes `split` return the setting at every odd index. */
const SETTING = /(\bfunfusic(?:\.[A-Za-z]+)+)/;

function linkTo(setting: string): HTMLElement {
  const link = actionLink(setting, () => host.send({ type: 'changeSetting', setting }));
  link.title = t('Change this setting');
  return link;
}
