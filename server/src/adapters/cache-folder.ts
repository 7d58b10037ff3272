import { homedir } from 'node:os';
import { join } from 'node:path';
import { CACHE_VARIABLE } from '../core/language/text/environment-variables';

/** The cache folder of the system; undefined if the user disabled caching. */
export function cacheFolder(
  environment: NodeJS.ProcessEnv = process.env,
  platform: NodeJS.Platform = process.platform,
  home: string = homedir(),
): string | undefined {
  const chosen = environment[CACHE_VARIABLE];
  if (chosen === 'off') return undefined;
  if (chosen) return chosen;
  if (platform === 'win32')
    return join(environment['LOCALAPPDATA'] ?? join(home, 'AppData', 'Local'), 'funfusic', 'Cache');
  if (platform === 'darwin') return join(home, 'Library', 'Caches', 'funfusic');
  return join(environment['XDG_CACHE_HOME'] || join(home, '.cache'), 'funfusic');
}
