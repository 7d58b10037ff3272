import { t } from '../../shared/l10n';
import { ASK_COMMAND } from '../../../server/src/protocol/index';
import { StatusBarItem } from '../status-bar-item';
import type { Asks } from './asks';

/** The status bar item that asks a question, or stops the running one. */
export const askStatusItem = (asks: Asks): StatusBarItem =>
  new StatusBarItem(
    // This is left of the KB item.
    { id: 'funfusic.ask', name: 'FUn-FuSIC Ask', priority: 100.07, watch: [asks.onDidChange] },
    (document) => {
      if (asks.running)
        return {
          icon: 'sync~spin',
          text: t('Asking'),
          details: [asks.running.question, t('Click to stop.')],
          command: 'funfusic.stopAsking',
        };
      return (
        document && {
          icon: 'comment-discussion',
          text: t('Ask'),
          details: [t('Ask the KB a question.')],
          command: ASK_COMMAND,
        }
      );
    },
  );
