import * as vscode from 'vscode';
import { eventually } from './eventually';

const pause = (): Promise<boolean> => new Promise((resolve) => setTimeout(resolve, 25, false));

/** Runs a command on the open input box until the promise is settled. */
export async function untilEnded(running: Promise<unknown>, command: string): Promise<void> {
  const ended = running.then(() => true);
  await eventually(
    'the box is closed',
    async () => {
      await vscode.commands.executeCommand(command);
      return Promise.race([ended, pause()]);
    },
    (hasEnded) => hasEnded,
  );
}
