import { secretFromEnvironment } from '../compose/index';
import { printError } from './terminal';

/** Reads a secret from the environment, and reports one that must not be sent to this address. */
export function secretFor(
  name: string,
  address: string,
  what: string,
  typedAddress?: string,
): string | undefined {
  const { secret, problem } = secretFromEnvironment(name, address, what, typedAddress);
  if (problem !== undefined) printError(problem);
  return secret;
}
