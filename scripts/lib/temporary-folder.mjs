import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onExit } from './processes.mjs';

/** A folder that is gone when the script ends. Its name is short because sockets in it have short paths. */
export function temporaryFolder() {
  const path = realpathSync(mkdtempSync(join(tmpdir(), 'ff-')));
  const remove = onExit(() =>
    rmSync(path, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 }),
  );
  return { path, remove };
}
