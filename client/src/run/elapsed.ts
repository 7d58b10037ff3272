import { t } from '../../shared/l10n';

/** How long it is since something began, as short as it can be read. */
export function elapsed(milliseconds: number): string {
  const seconds = Math.floor(milliseconds / 1000);
  if (seconds < 60) return t('{0} s', seconds);
  return t('{0}:{1} min', Math.floor(seconds / 60), String(seconds % 60).padStart(2, '0'));
}
