/** Where reports go that must not be written into the folder of their run. */
import { createHash } from 'node:crypto';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';

const UNUSED_MS = 7 * 86_400_000;

/** A folder below `parent`, the same for the same run. Those that nobody has opened for a week are deleted. */
export async function reportFolder(parent: string, run: string): Promise<string> {
  const reports = join(parent, 'reports');
  const own = createHash('sha256').update(run).digest('hex').slice(0, 16);
  await mkdir(reports, { recursive: true, mode: 0o700 });
  for (const name of await readdir(reports)) {
    const { mtimeMs } = await stat(join(reports, name, '.')).catch(() => ({ mtimeMs: Date.now() }));
    if (name !== own && Date.now() - mtimeMs > UNUSED_MS)
      await rm(join(reports, name), { recursive: true, force: true });
  }
  const folder = join(reports, own, basename(run));
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return folder;
}
