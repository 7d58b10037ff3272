import { t } from '../../shared/l10n';
import type { ModelInfo } from '../../../server/src/protocol/index';

/** The notice shown once before anything is sent to a remote model. Keep it equal to docs/models.md, and true for all settings. */
export function modelNoticeText({ name, kind, where }: ModelInfo): string {
  return [
    t('The model {0} does not run on this computer.', name),
    t(
      'Sent to {0}: the question, the query with its comments, related names, facts and schema parts of the KB, the findings, and a few answers.',
      kind === 'editor' ? t('the editor model {0}', where) : where,
    ),
    t(
      'If you have set them, your prompts (funfusic.prompts.folder) and the most similar questions and queries of your exemplar file (funfusic.exemplars.file) are sent too.',
    ),
    kind === 'editor'
      ? t('Nothing else is sent.')
      : t('Nothing else is sent, except the key and headers that you have set for this model.'),
  ].join(' ');
}
