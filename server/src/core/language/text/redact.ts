/** Removes secrets from the messages of servers, which may repeat the request. */

/** Shorter secrets may be common words. */
const MIN_SECRET_LENGTH = 6;

/** Replaces each secret in plain, JSON, percent-encoded and base64 form. */
export function redactSecrets(text: string, secrets: readonly string[]): string {
  return secrets
    .filter((secret) => secret.length >= MIN_SECRET_LENGTH)
    .flatMap(encodingsOf)
    .reduce((rest, encoding) => rest.replaceAll(encoding, '…'), text);
}

function encodingsOf(secret: string): readonly string[] {
  const bytes = String.fromCharCode(...new TextEncoder().encode(secret));
  const encoded = encodeURIComponent(secret);
  return [
    ...new Set([secret, JSON.stringify(secret).slice(1, -1), encoded, encoded.toLowerCase(), btoa(bytes)]),
  ];
}

/** Returns the password, the query string with its values, and the fragment of an address. */
export function secretsOfAddress(address: URL): readonly string[] {
  const { username, password, search, searchParams, hash } = address;
  const basic = password === '' ? [] : [`${decode(username)}:${decode(password)}`, decode(password)];
  return [...basic, search.slice(1), ...searchParams.values(), decode(hash.slice(1))];
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
