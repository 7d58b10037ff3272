import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onExit } from './processes.mjs';

/** Creates a folder that is removed when the script ends. Its name is short, because paths of sockets have a length limit. */
export function temporaryFolder() {
  const path = realpathSync(mkdtempSync(join(tmpdir(), 'ff-')));
  const remove = onExit(() =>
    rmSync(path, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 }),
  );
  return { path, remove };
}
