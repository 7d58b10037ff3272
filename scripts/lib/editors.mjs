// The other editors that the language server is tested in. Debian has them as packages.
import { spawnSync } from 'node:child_process';
import { aptInstall } from './apt.mjs';
import { Unavailable } from './failure.mjs';
import { onPath } from './on-path.mjs';

/** Installs Neovim and Emacs with apt-get if they are missing. */
export async function installEditors() {
  const refusals = [];
  if (!findNeovim()) refusals.push(await aptInstall(['neovim']));
  if (!onPath('emacs')) refusals.push(await aptInstall(['emacs-nox']));
  // Emacs 29 contains eglot; before, it is a package of its own.
  if (onPath('emacs') && !findEmacs()) refusals.push(await aptInstall(['elpa-eglot']));
  if (findNeovim() && findEmacs()) return;
  throw new Unavailable(
    `Neovim or Emacs with eglot was not found. ${refusals.filter(Boolean).join(' ')}`,
    'Install neovim, emacs-nox and elpa-eglot (Debian), and run the same command again.',
  );
}

/** @returns {string | undefined} */
export const findNeovim = () => onPath('nvim');

/** An Emacs that has eglot. @returns {string | undefined} */
export function findEmacs() {
  const emacs = onPath('emacs');
  if (!emacs) return undefined;
  const load = "(progn (require 'package) (package-initialize) (require 'eglot))";
  return spawnSync(emacs, ['--batch', '--eval', load], { stdio: 'ignore' }).status === 0 ? emacs : undefined;
}
