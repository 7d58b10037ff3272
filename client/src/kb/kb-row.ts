import { formatNumber, plural, t } from '../../shared/l10n';
import type { KbInfo, TestResult } from '../../../server/src/protocol/index';

/** The texts of a row of the Knowledge Bases view. This file does not import the editor, so that they can be tested. */
export interface KbRow {
  readonly description: string;
  readonly tooltip: string;
  readonly icon: string;
  /** The context value, by which menus select their commands. */
  readonly context: string;
  readonly spoken: string;
}

export function kbRow(
  { name, kind, where, writable, schema, facts }: KbInfo,
  { chosen, tested }: { readonly chosen: string; readonly tested?: TestResult | undefined },
): KbRow {
  const isUsed = name === chosen;
  const state =
    tested === undefined
      ? facts === undefined
        ? t('not tested')
        : t('loaded')
      : tested.works
        ? t('works')
        : t('does not work');
  const parts = [
    ...(isUsed ? [t('in use')] : []),
    state,
    ...(facts === undefined ? [] : [plural(facts, '{0} fact', '{0} facts')]),
    ...(schema === undefined ? [] : [t('schema {0}', schema)]),
    ...(writable ? [t('writable')] : []),
  ];
  return {
    description: parts.join(' · '),
    tooltip: [
      name,
      where,
      schema === undefined ? t('Schema: default') : t('Schema: {0}', schema),
      facts === undefined ? t('Facts: unknown until it is loaded') : t('Facts: {0}', formatNumber(facts)),
      ...(tested?.lines ?? []),
    ].join('\n'),
    icon: tested?.works === false ? 'warning' : isUsed ? 'check' : KB_ICONS[kind],
    context: [kind === 'sample' ? 'sample' : 'kb', ...(isUsed ? ['used'] : [])].join(' '),
    spoken: [name, ...parts].join(', '),
  };
}

/** The icons of KBs, by their kind. */
export const KB_ICONS: Readonly<Record<KbInfo['kind'], string>> = {
  sample: 'beaker',
  file: 'file',
  endpoint: 'globe',
};
