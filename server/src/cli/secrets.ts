/** Secrets come from the environment: FUNFUSIC_WIKI_PASSWORD for the password of the KB called Wiki. */
import { variableOf } from '../core/language/text/command-variables';
import { printError } from './terminal';

/**
 * Where it belongs must be said there too (FUNFUSIC_WIKI_ADDRESS), for a folder that somebody else wrote can give the name to an
 * address of its own. `typed` is an address of the command line, which nobody else wrote.
 */
export function secretFor(name: string, address: string, what: string, typed?: string): string | undefined {
  const variable = variableOf(name, what);
  const secret = process.env[variable];
  const place = variableOf(name, 'address');
  if (secret === undefined || sameOrigin(process.env[place] ?? typed, address)) return secret;
  const { origin } = new URL(address);
  printError(`${variable} is not sent to ${origin}. Set ${place}=${origin} if it may be sent there.`);
  return undefined;
}

function sameOrigin(said: string | undefined, address: string): boolean {
  return said !== undefined && URL.canParse(said) && new URL(said).origin === new URL(address).origin;
}
