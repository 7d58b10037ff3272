import type * as vscode from 'vscode';
import { hidePasswords, SECRET_REQUEST } from '../../server/src/protocol/index';

/**
 * The log, for the trace of the messages between client and server. What may be a password or a key is left out of it:
 * people send their logs to others.
 */
export function traceChannel(log: vscode.LogOutputChannel): vscode.LogOutputChannel {
  const hide = secretFilter();
  // The editor freezes its objects, so this one inherits from it.
  return Object.create(log, {
    trace: { value: (entry: string, ...more: unknown[]) => log.trace(hide(entry), ...more) },
  }) as vscode.LogOutputChannel;
}

/** The contents of these are never logged: keys, and settings, which may hold headers and the authorization for a proxy. */
const UNTRACED = [SECRET_REQUEST, 'workspace/configuration', 'workspace/didChangeConfiguration'];

const NOT_LOGGED = '(not logged)';

/** Filters the entries of one client in order: a JSON response does not name its method. */
export function secretFilter(): (entry: string) => string {
  const ids = new Set<unknown>();
  return (entry) => {
    const traced = entry.startsWith('{') ? messageIn(entry) : undefined;
    if (traced) return hidePasswords(JSON.stringify(filtered(traced, ids)));
    const [title = ''] = entry.split('\n', 1);
    // Such as: Sending response 'funfusic/secret - (3)'. Processing request took 5ms.
    const untraced = UNTRACED.some(
      (method) => title.includes(`'${method}'`) || title.includes(`'${method} - (`),
    );
    return untraced ? `${title}\n${NOT_LOGGED}` : hidePasswords(entry);
  };
}

/** As vscode-jsonrpc has them in its format JSON. */
interface Traced {
  readonly type: string;
  readonly message: {
    readonly id?: unknown;
    readonly method?: string;
    readonly params?: unknown;
    readonly result?: unknown;
  };
}

function messageIn(entry: string): Traced | undefined {
  try {
    const value = JSON.parse(entry) as Partial<Traced> | null;
    return typeof value?.type === 'string' && typeof value.message === 'object'
      ? (value as Traced)
      : undefined;
  } catch {
    return undefined;
  }
}

function filtered(traced: Traced, ids: Set<unknown>): Traced {
  const { type, message } = traced;
  const isUntraced = message.method !== undefined && UNTRACED.includes(message.method);
  if (isUntraced && type === 'receive-request') ids.add(message.id);
  if (isUntraced) return { ...traced, message: { ...message, params: NOT_LOGGED } };
  if (type !== 'send-response' || !ids.delete(message.id)) return traced;
  return { ...traced, message: { ...message, result: NOT_LOGGED } };
}
