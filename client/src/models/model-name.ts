import { t } from '../../shared/l10n';

/** The problem with a model name; undefined if it is valid. */
export function nameProblem(name: string, taken: readonly string[]): string | undefined {
  const trimmed = name.trim();
  if (trimmed === '') return t('Enter a name for the model.');
  if (/^https?:/.test(trimmed)) return t('Enter a name, not an address.');
  if (/[\n\r]/.test(trimmed)) return t('The name must be on one line.');
  if (trimmed === 'none') return t('“none” is reserved for working without a model.');
  if (taken.includes(trimmed)) return t('A model called {0} already exists.', trimmed);
  return undefined;
}

/** The problem with the address of a model server; undefined if it is valid. */
export function addressProblem(address: string): string | undefined {
  const trimmed = address.trim();
  if (trimmed === '') return t('Enter an address, for example http://localhost:8000/v1.');
  if (!/^https?:\/\//.test(trimmed)) return t('The address must start with http:// or https://.');
  if (!URL.canParse(trimmed)) return t('This is not a valid address.');
  const { username, password, searchParams } = new URL(trimmed);
  if (username !== '' || password !== '' || [...searchParams.keys()].some((name) => /key|token/i.test(name)))
    return t('Leave the key out of the address. You are asked for it, and it is stored as a secret.');
  return undefined;
}

/** Suggests an unused name after the model. */
export function suggestedName(model: string, taken: readonly string[]): string {
  const base = model.slice(model.lastIndexOf('/') + 1) || 'Model';
  for (let count = 1; ; count += 1) {
    const name = count === 1 ? base : `${base} ${count}`;
    if (nameProblem(name, taken) === undefined) return name;
  }
}
