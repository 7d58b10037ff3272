import { t } from '../shared/l10n';
import { CloseAction, ErrorAction, type ErrorHandler } from 'vscode-languageclient';

const MAX_RESTARTS = 3;
const WITHIN_MS = 3 * 60 * 1000;

interface CrashPolicyOptions {
  /** A server that has never run is not restarted, because it would fail again. Its failed start is reported elsewhere. */
  readonly hasRun: () => boolean;
  readonly onGivingUp: (reason: string) => void;
  readonly now?: () => number;
}

/** Restarts a crashed server silently, and stops after repeated crashes. */
export function crashPolicy({
  hasRun,
  onGivingUp,
  now = () => performance.now(),
}: CrashPolicyOptions): ErrorHandler {
  let crashes: readonly number[] = [];
  return {
    // Writing to a dead process fails several times; only its exit counts.
    error: () => ({ action: ErrorAction.Continue, handled: true }),
    closed: () => {
      if (!hasRun()) return { action: CloseAction.DoNotRestart, handled: true };
      const time = now();
      crashes = [...crashes.filter((crash) => time - crash < WITHIN_MS), time];
      if (crashes.length <= MAX_RESTARTS) {
        return {
          action: CloseAction.Restart,
          message: t('The language server stopped unexpectedly and is being restarted.'),
          handled: true,
        };
      }
      const reason = t(
        'The language server crashed {0} times within three minutes. Queries are not checked.',
        crashes.length,
      );
      onGivingUp(reason);
      return { action: CloseAction.DoNotRestart, message: reason, handled: true };
    },
  };
}
