import { t } from '../../shared/l10n';
import { shownLines } from '../../shared/terms';
import { actionLink } from '../controls';
import { host } from '../host';

/** A sentence in which the settings that it names can be pressed. */
export const withSettings = (text: string): readonly (Node | string)[] =>
  shownLines(text)
    .split(SETTING)
    .map((part, at) => (at % 2 === 0 ? part : linkTo(part)));

/** In brackets, so that splitting a text keeps it, at every second place. */
const SETTING = /(\bfunfusic(?:\.[A-Za-z]+)+)/;

function linkTo(setting: string): HTMLElement {
  const link = actionLink(setting, () => host.tell({ type: 'changeSetting', setting }));
  link.title = t('Change this setting');
  return link;
}
