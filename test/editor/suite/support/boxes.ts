import * as vscode from 'vscode';
import { eventually } from './eventually';

const pause = (): Promise<boolean> => new Promise((resolve) => setTimeout(resolve, 25, false));

/** Runs the command on the open input box until the promise is settled. */
export async function untilEnded(going: Promise<unknown>, answer: string): Promise<void> {
  const ended = going.then(() => true);
  await eventually(
    'the box is answered',
    async () => {
      await vscode.commands.executeCommand(answer);
      return Promise.race([ended, pause()]);
    },
    (has) => has,
  );
}
