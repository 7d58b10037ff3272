import { watch } from 'node:fs';
import { basename, dirname } from 'node:path';

/**
 * Calls back when a file changes. Watches its folder, because editors save by renaming a new file over the old one. If the folder
 * cannot be watched, the file is read again with the next change of settings.
 */
export function watchFile(path: string, onChange: () => void): { close(): void } {
  let timer: NodeJS.Timeout | undefined;
  const schedule = (): void => {
    clearTimeout(timer);
    timer = setTimeout(onChange, 100);
  };
  try {
    const watcher = watch(dirname(path), { persistent: false }, (_event, name) => {
      if (name === null || name === basename(path)) schedule();
    });
    watcher.on('error', () => {
      watcher.close();
    });
    return {
      close() {
        clearTimeout(timer);
        watcher.close();
      },
    };
  } catch {
    return { close: () => undefined };
  }
}
