/** The secrets of KBs and models: from the client if it stores them, otherwise from the environment. */
import type { Connection } from 'vscode-languageserver';
import { secretFromEnvironment } from '../compose/secrets';
import { SECRET_REQUEST, type SecretParams } from '../protocol/index';
import type { ClientAbilities } from './client-abilities';
import { request } from './requests';

export async function readSecret(
  connection: Connection,
  { storesSecrets }: Pick<ClientAbilities, 'storesSecrets'>,
  params: SecretParams,
): Promise<string | undefined> {
  if (storesSecrets) return (await request(connection, SECRET_REQUEST, params)) ?? undefined;
  const { kb, address, what } = params;
  const { secret, problem } = secretFromEnvironment(kb, address, what);
  if (problem !== undefined) connection.console.warn(problem);
  return secret;
}
