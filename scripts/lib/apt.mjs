import { downloadAdvice } from './failure.mjs';
import { onPath } from './on-path.mjs';
import { run } from './processes.mjs';

/** Only one process can install packages at a time. */
let installing = Promise.resolve();
let isUpdated = false;

/**
 * Installs Debian packages if possible, after those of earlier calls.
 * @param {readonly string[]} packages
 * @returns {Promise<string | undefined>} why they could not be installed; undefined if they were
 */
export function aptInstall(packages) {
  const result = installing.then(() => install(packages));
  installing = result.catch(() => undefined);
  return result;
}

async function install(packages) {
  if (!onPath('apt-get')) return 'apt-get is not available to install it.';
  if (process.getuid?.() !== 0) return 'apt-get needs root, and this user is not root.';
  console.log(`Installing ${packages.join(', ')} with apt-get …`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  // An old package list names files that no longer exist. If the update fails, the install reports it.
  if (!isUpdated) await run('apt-get', ['update', '-qq'], { env, seconds: 120 });
  isUpdated = true;
  const result = await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], {
    env,
    seconds: 300,
  });
  if (result.code === 0) return undefined;
  const last = result.output.trim().split('\n').at(-1) ?? '';
  return `apt-get failed: ${last} ${downloadAdvice(result.output)}`;
}
