import { t } from '../../shared/l10n';
import { displayLines } from '../../shared/terms';
import { actionLink } from '../controls';
import { host } from '../host';

/** Replaces setting names in a text by links. */
export const withSettings = (text: string): readonly (Node | string)[] =>
  displayLines(text)
    .split(SETTING)
    .map((part, at) => (at % 2 === 0 ? part : settingLink(part)));

/** The group makes `split` return the setting at every odd index. */
const SETTING = /(\bfunfusic(?:\.[A-Za-z]+)+)/;

function settingLink(setting: string): HTMLElement {
  const link = actionLink(setting, () => host.send({ type: 'changeSetting', setting }));
  link.title = t('Change this setting');
  return link;
}
