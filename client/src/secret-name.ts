/** Whose secret it is, where it is sent, and what it is: `password`, `token`, the name of a header, or of a model `key`. */
export interface SecretName {
  /** The name of the KB, or of the model. */
  readonly kb: string;
  readonly of?: 'model';
  readonly address: string;
  readonly what: string;
}

/** What it is kept under: not the whole address, for one server has many paths. Undefined where that is no address. */
export function keyOf({ kb, of, address, what }: SecretName): string | undefined {
  const origin = originOf(address);
  const parts = [kb, origin, what, ...(of === undefined ? [] : [of])];
  return origin === undefined ? undefined : `funfusic.secret:${JSON.stringify(parts)}`;
}

/** Says where it will go, so that nobody types a password for somebody else. */
export function promptFor(
  { kb, of, address, what }: SecretName,
  { rejected }: { readonly rejected: boolean },
): { readonly title: string; readonly prompt: string } {
  const called = isPlain(what) || of === 'model' ? what : `value of the header ${what}`;
  const origin = originOf(address) ?? address;
  return {
    title: `${rejected ? `${origin} does not accept the ${called}. Enter it anew` : `Enter the ${called}`} for the ${of ?? 'KB'} ${kb}`,
    prompt: `It is sent to ${origin} only, and kept by the editor, not in the settings.${isOpen(address) ? ' It travels there unencrypted: this is http, not https.' : ''}`,
  };
}

function isPlain(what: string): boolean {
  return what === 'password' || what === 'token';
}

function originOf(address: string): string | undefined {
  if (!URL.canParse(address)) return undefined;
  const { protocol, origin } = new URL(address);
  return /^https?:$/.test(protocol) ? origin : undefined;
}

/** Can others on the way read it? */
function isOpen(address: string): boolean {
  const { protocol, hostname } = new URL(address);
  return protocol === 'http:' && !/^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
}
