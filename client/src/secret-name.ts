import { t } from '../shared/l10n';

/** Identifies a secret: its owner, its server, and `what`: `password`, `token`, the name of a header, or `key` of a model. */
export interface SecretName {
  /** The name of the KB, or of the model. */
  readonly kb: string;
  readonly of?: 'model';
  readonly address: string;
  readonly what: string;
}

/** The storage key, which uses the origin because one server has many paths. Undefined for an invalid address. */
export function secretKey({ kb, of, address, what }: SecretName): string | undefined {
  const origin = originOf(address);
  const parts = [kb, origin, what, ...(of === undefined ? [] : [of])];
  return origin === undefined ? undefined : `funfusic.secret:${JSON.stringify(parts)}`;
}

/** The prompt names the server, so that the user does not enter the secret of another one. */
export function secretPrompt(
  { kb, of, address, what }: SecretName,
  { rejected }: { readonly rejected: boolean },
): { readonly title: string; readonly prompt: string } {
  const secret = secretLabel(what, of);
  const origin = originOf(address) ?? address;
  return {
    title: titleOf({ secret, origin, name: kb, of, rejected }),
    prompt: isUnencrypted(address)
      ? t(
          'Sent only to {0}, unencrypted because the address is http, not https. Stored as a secret, not in the settings.',
          origin,
        )
      : t('Sent only to {0}. Stored as a secret, not in the settings.', origin),
  };
}

function secretLabel(what: string, of: SecretName['of']): string {
  if (of === 'model') return t('key');
  if (what === 'password') return t('password');
  return what === 'token' ? t('token') : t('value of the header {0}', what);
}

function titleOf(options: {
  readonly secret: string;
  readonly origin: string;
  readonly name: string;
  readonly of: SecretName['of'];
  readonly rejected: boolean;
}): string {
  const { secret, origin, name, of, rejected } = options;
  if (of === 'model')
    return rejected
      ? t('{0} rejected the {1}. Enter it again for the model {2}', origin, secret, name)
      : t('Enter the {0} for the model {1}', secret, name);
  return rejected
    ? t('{0} rejected the {1}. Enter it again for the KB {2}', origin, secret, name)
    : t('Enter the {0} for the KB {1}', secret, name);
}

function originOf(address: string): string | undefined {
  if (!URL.canParse(address)) return undefined;
  const { protocol, origin } = new URL(address);
  return /^https?:$/.test(protocol) ? origin : undefined;
}

/** Whether others on the network can read the secret. */
function isUnencrypted(address: string): boolean {
  const { protocol, hostname } = new URL(address);
  return protocol === 'http:' && !/^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
}
