import type * as vscode from 'vscode';
import { hidePasswords, SECRET_REQUEST } from '../../server/src/protocol/index';

/**
 * A log channel for the trace of the messages between client and server. Passwords and keys are removed, because users share their
 * logs.
 */
export function traceChannel(log: vscode.LogOutputChannel): vscode.LogOutputChannel {
  const hide = secretFilter();
  // The editor freezes its objects, so this one inherits from it.
  return Object.create(log, {
    trace: { value: (entry: string, ...more: unknown[]) => log.trace(hide(entry), ...more) },
  }) as vscode.LogOutputChannel;
}

/** The contents of these messages are never logged: secrets, and settings, which may contain headers and proxy credentials. */
const UNTRACED = [SECRET_REQUEST, 'workspace/configuration', 'workspace/didChangeConfiguration'];

const NOT_LOGGED = '(not logged)';

/** Filters the entries of one client in order: a JSON response does not name its method. */
export function secretFilter(): (entry: string) => string {
  const ids = new Set<unknown>();
  return (entry) => {
    const parsed = entry.startsWith('{') ? parseEntry(entry) : undefined;
    if (parsed) return hidePasswords(JSON.stringify(filterEntry(parsed, ids)));
    const [title = ''] = entry.split('\n', 1);
    // Example: Sending response 'funfusic/secret - (3)'. Processing request took 5ms.
    const untraced = UNTRACED.some(
      (method) => title.includes(`'${method}'`) || title.includes(`'${method} - (`),
    );
    return untraced ? `${title}\n${NOT_LOGGED}` : hidePasswords(entry);
  };
}

/** An entry in the JSON trace format of vscode-jsonrpc. */
interface TraceEntry {
  readonly type: string;
  readonly message: {
    readonly id?: unknown;
    readonly method?: string;
    readonly params?: unknown;
    readonly result?: unknown;
  };
}

function parseEntry(entry: string): TraceEntry | undefined {
  try {
    const value = JSON.parse(entry) as Partial<TraceEntry> | null;
    return typeof value?.type === 'string' && typeof value.message === 'object'
      ? (value as TraceEntry)
      : undefined;
  } catch {
    return undefined;
  }
}

function filterEntry(entry: TraceEntry, ids: Set<unknown>): TraceEntry {
  const { type, message } = entry;
  const isUntraced = message.method !== undefined && UNTRACED.includes(message.method);
  if (isUntraced && type === 'receive-request') ids.add(message.id);
  if (isUntraced) return { ...entry, message: { ...message, params: NOT_LOGGED } };
  if (type !== 'send-response' || !ids.delete(message.id)) return entry;
  return { ...entry, message: { ...message, result: NOT_LOGGED } };
}
