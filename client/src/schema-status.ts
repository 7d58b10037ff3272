import { t } from '../shared/l10n';
import type { ServerSession } from './language-client';
import { settings } from './settings';
import { StatusBarItem } from './status-bar-item';
import { viewStatus } from './status-view';

/** The status bar item with the schema, or with the state of the server. */
export const schemaStatusItem = (server: ServerSession): StatusBarItem =>
  new StatusBarItem(
    { id: 'funfusic.status', name: 'FUn-FuSIC', priority: 100, watch: [server.onDidChangeState] },
    (document) => {
      if (!document) return undefined;
      const view = viewStatus(server.state, settings.dialect(document));
      return {
        ...view,
        details: [...view.details, t('Click to select the schema or the dialect.')],
        command: 'funfusic.showStatus',
      };
    },
  );
