import { t } from '../../shared/l10n';
import type { Run } from '../../../server/src/protocol/index';

/** A message with actions. */
export interface RunAdvice {
  readonly level: 'error' | 'warning';
  readonly message: string;
  readonly actions: readonly {
    readonly title: string;
    readonly command: string;
    readonly arguments?: readonly unknown[];
  }[];
}

/** The message for a run without an answer. */
export function adviceForRun({ kb, execution }: Run): RunAdvice | undefined {
  switch (execution.status) {
    case 'answered':
    // The error is shown in the query and in the results.
    case 'refused':
      return undefined;
    case 'timed-out':
      return {
        level: 'warning',
        message: execution.message,
        actions: [
          {
            title: t('Change Time Limit'),
            command: 'workbench.action.openSettings',
            arguments: ['funfusic.run.timeoutSeconds'],
          },
        ],
      };
    case 'unreachable':
      return {
        level: 'error',
        message: `${kb}: ${execution.message}`,
        actions: [
          { title: t('Test Connection'), command: 'funfusic.testKnowledgeBase', arguments: [kb] },
          { title: t('Choose Another KB…'), command: 'funfusic.chooseKnowledgeBase' },
        ],
      };
  }
}
