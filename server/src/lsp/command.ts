/** A command that the server runs for a client (`workspace/executeCommand`). commands.ts lists them. */
import type { CancellationToken, Connection, Range, TextEdit, WorkspaceEdit } from 'vscode-languageserver';
import * as z from 'zod/mini';
import type { ClientAbilities } from './client-abilities';
import type { Workspace } from './workspace';

export interface ServerCommand {
  readonly name: string;
  /** Its arguments, for an error message. */
  readonly needs: string;
  /** Whether the client needs it. All do if this is missing. */
  readonly isNeeded?: (client: ClientAbilities) => boolean;
  readonly isLong?: boolean;
  /** Returns undefined if the arguments are invalid. */
  prepare(given: readonly unknown[]): ((context: CommandContext) => Promise<void>) | undefined;
}

export interface CommandContext {
  readonly connection: Connection;
  readonly workspace: Workspace;
  readonly token: CancellationToken;
}

/** Validates the arguments of a command before it runs. */
export function prepareWith<Arguments>(
  schema: z.ZodMiniType<Arguments>,
  run: (given: Arguments, context: CommandContext) => Promise<void>,
): ServerCommand['prepare'] {
  return (given) => {
    const parsed = schema.safeParse(given);
    return parsed.success ? (context) => run(parsed.data, context) : undefined;
  };
}

const position = z.object({ line: z.int(), character: z.int() });
export const rangeArgument: z.ZodMiniType<Range> = z.object({ start: position, end: position });
export const editArgument: z.ZodMiniType<TextEdit> = z.object({ range: rangeArgument, newText: z.string() });
/** The URI of a document and a range in it. */
export const placeArguments = z.tuple([z.string(), rangeArgument]);

/** Asks the client to change a document. Returns why it did not. */
export async function applyEdits(
  connection: Connection,
  label: string,
  edit: WorkspaceEdit,
): Promise<string | undefined> {
  const { applied, failureReason } = await connection.workspace.applyEdit({ label, edit });
  return applied ? undefined : (failureReason ?? 'The editor did not apply the change.');
}

interface CommandProgress {
  readonly title: string;
  readonly message?: string;
  /** Cancels the command too. */
  readonly token?: CancellationToken;
}

/** Shows progress while a command works. Returns undefined if the user cancels it. */
export async function withProgress<Result>(
  connection: Connection,
  { title, message, token }: CommandProgress,
  work: (signal: AbortSignal, report: (message: string) => void) => Promise<Result>,
): Promise<Result | undefined> {
  const progress = await connection.window.createWorkDoneProgress();
  progress.begin(title, undefined, message, true);
  const stop = new AbortController();
  for (const source of [token, progress.token]) source?.onCancellationRequested(() => stop.abort());
  try {
    return await work(stop.signal, (step) => progress.report(step));
  } catch (error) {
    if (stop.signal.aborted) return undefined;
    throw error;
  } finally {
    progress.done();
  }
}
