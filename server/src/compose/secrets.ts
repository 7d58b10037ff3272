/** Secrets from the environment, such as FUNFUSIC_WIKI_PASSWORD for the password of the KB Wiki. */
import { environmentVariable } from '../core/language/text/environment-variables';

/**
 * The environment must also name the address that may receive the secret (FUNFUSIC_WIKI_ADDRESS), because the settings of an
 * untrusted folder can assign the name to any address. `typedAddress` is an address of the command line, which is trusted.
 */
export function secretFromEnvironment(
  name: string,
  address: string,
  what: string,
  typedAddress?: string,
): { readonly secret?: string | undefined; readonly problem?: string } {
  const variable = environmentVariable(name, what);
  const secret = process.env[variable];
  const place = environmentVariable(name, 'address');
  if (secret === undefined || isSameOrigin(process.env[place] ?? typedAddress, address)) return { secret };
  const { origin } = new URL(address);
  return { problem: `${variable} is not sent to ${origin}. Set ${place}=${origin} if it may be sent there.` };
}

function isSameOrigin(allowed: string | undefined, address: string): boolean {
  return (
    allowed !== undefined && URL.canParse(allowed) && new URL(allowed).origin === new URL(address).origin
  );
}
