import type { CancellationToken } from 'vscode-languageserver';

/** A signal that is aborted when a request is cancelled. */
export function signalOf(token: CancellationToken): AbortSignal {
  const cancelled = new AbortController();
  // A token that was cancelled before anybody looked at it tells no one.
  if (token.isCancellationRequested) cancelled.abort();
  else token.onCancellationRequested(() => cancelled.abort());
  return cancelled.signal;
}
