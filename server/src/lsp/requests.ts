/** Typed handlers and senders for the messages in protocol/messages.ts. */
import {
  LSPErrorCodes,
  ResponseError,
  ShowMessageNotification,
  type CancellationToken,
  type Connection,
  type MessageType,
} from 'vscode-languageserver';
import type { TaskProgress } from '../core/kb/knowledge-base';
import { RUN_PROGRESS_NOTIFICATION, type NotificationType, type RequestType } from '../protocol/index';
import type { Workspace } from './workspace';

/** Aborts the signal when the request is cancelled. An error that follows is reported as the cancellation. */
export function onRequest<Params, Result>(
  connection: Connection,
  type: RequestType<Params, Result>,
  handle: (params: Params, signal: AbortSignal) => Result | Promise<Result>,
): void {
  // A request without parameters arrives with the token alone.
  connection.onRequest<unknown, unknown>(type, async (...received: readonly unknown[]) => {
    const signal = toSignal(received.at(-1) as CancellationToken);
    try {
      return await handle((received.length > 1 ? received[0] : undefined) as Params, signal);
    } catch (error) {
      if (signal.aborted) return new ResponseError(LSPErrorCodes.RequestCancelled, 'cancelled');
      throw error;
    }
  });
}

/** Handles a request of the user, who may be asked for a secret. */
export function onUserRequest<Params, Result>(
  connection: Connection,
  { knowledgeBases }: Workspace,
  type: RequestType<Params, Result>,
  handle: (params: Params, signal: AbortSignal) => Promise<Result>,
): void {
  onRequest(connection, type, (params, signal) =>
    knowledgeBases.onBehalfOfUser(() => handle(params, signal)),
  );
}

export function onNotification<Params>(
  connection: Connection,
  type: NotificationType<Params>,
  handle: (params: Params) => void,
): void {
  connection.onNotification(type, handle);
}

/** Sends a request to the client. */
export function request<Params, Result>(
  connection: Connection,
  type: RequestType<Params, Result>,
  params: Params,
  token?: CancellationToken,
): Promise<Result> {
  return token
    ? connection.sendRequest<Result>(type, params, token)
    : connection.sendRequest<Result>(type, params);
}

export function notify<Params>(connection: Connection, type: NotificationType<Params>, params: Params): void {
  void connection.sendNotification(type, params);
}

/** Shows a message without waiting for the user. */
export function showMessage(connection: Connection, type: MessageType, message: string): void {
  void connection.sendNotification(ShowMessageNotification.type, { type, message });
}

/** Returns a function that reports the steps of a request, if the request has a `progress` key. */
export function stepReporter(
  connection: Connection,
  progress: string | undefined,
): (step: TaskProgress) => void {
  return (step) => {
    if (progress !== undefined) notify(connection, RUN_PROGRESS_NOTIFICATION, { progress, ...step });
  };
}

/** Returns a function that reports the events of a request, if the request has a `progress` key. */
export function eventReporter<Event>(
  connection: Connection,
  type: NotificationType<{ readonly progress: string; readonly event: Event }>,
  progress: string | undefined,
): (event: Event) => void {
  return (event) => {
    if (progress !== undefined) notify(connection, type, { progress, event });
  };
}

/** Aborts the signal when a request is cancelled. */
export function toSignal(token: CancellationToken): AbortSignal {
  const controller = new AbortController();
  // A token that was cancelled earlier does not fire again.
  if (token.isCancellationRequested) controller.abort();
  else token.onCancellationRequested(() => controller.abort());
  return controller.signal;
}
