import { t } from '../../shared/l10n';

/** The problem with a KB name; undefined if it is valid. */
export function nameProblem(name: string, taken: readonly string[]): string | undefined {
  const trimmed = name.trim();
  if (trimmed === '') return t('Enter a name for the KB.');
  if (/^https?:/.test(trimmed)) return t('Enter a name, not an address.');
  if (/[\n\r]/.test(trimmed)) return t('The name must be on one line.');
  if (['Sample', ...taken].includes(trimmed)) return t('A KB called {0} already exists.', trimmed);
  return undefined;
}

/** The problem with an endpoint address; undefined if it is valid. */
export function addressProblem(address: string): string | undefined {
  const trimmed = address.trim();
  if (trimmed === '') return t('Enter an address, for example http://localhost:8890/sparql.');
  if (!/^https?:\/\//.test(trimmed)) return t('The address must start with http:// or https://.');
  if (!URL.canParse(trimmed)) return t('This is not a valid address.');
  const { username, password } = new URL(trimmed);
  if (username !== '' || password !== '')
    return t(
      'Leave the user name and password out of the address. You are asked for them, and the password is stored as a secret.',
    );
  return undefined;
}

/** Suggests an unused name after the host or the file. */
export function suggestedName(source: string, taken: readonly string[]): string {
  const base = /^https?:/.test(source) ? new URL(source).hostname : baseName(source);
  for (let count = 1; ; count += 1) {
    const name = count === 1 ? base : `${base} ${count}`;
    if (nameProblem(name, taken) === undefined) return name;
  }
}

/** Returns `mini-freebase` for /data/mini-freebase.nt.gz. */
function baseName(path: string): string {
  const file = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
  return file.replace(/\.(?:gz|nt|ttl|turtle|n3)$/i, '').replace(/\.(?:nt|ttl|turtle|n3)$/i, '') || 'KB';
}
