import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Windows allows symbolic links only to some users. */
export const canLink = ((): boolean => {
  const folder = mkdtempSync(join(tmpdir(), 'ff-link-'));
  try {
    symlinkSync('nowhere', join(folder, 'link'));
    return true;
  } catch {
    return false;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
})();
