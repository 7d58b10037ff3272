/** How whoever waits is told what happens. */
import type { Connection } from 'vscode-languageserver';
import type { ProgressStep } from '../core/kb/knowledge-base';
import { RUN_PROGRESS_NOTIFICATION, type RunProgress } from '../protocol/index';

/** Tells those who asked with a key, and nobody else: the steps of a KB that is made ready, and events by `notification`. */
export function teller(
  progress: string | undefined,
  connection: Connection,
  notification: string,
): { readonly step: (step: ProgressStep) => void; readonly event: (event: object) => void } {
  if (progress === undefined) return { step: () => undefined, event: () => undefined };
  return {
    step: (step) => {
      const message: RunProgress = { progress, ...step };
      void connection.sendNotification(RUN_PROGRESS_NOTIFICATION, message);
    },
    event: (event) => void connection.sendNotification(notification, { progress, event }),
  };
}
