/** Servers repeat what they were sent, and what they say is shown and saved: their words without the secrets. */

/** Shorter ones are words. */
const SHORTEST_SECRET = 6;

/** Each in the forms in which it may have been sent: as it is, percent-encoded, and in base64. */
export function redacted(text: string, secrets: readonly string[]): string {
  return secrets
    .filter((secret) => secret.length >= SHORTEST_SECRET)
    .flatMap(formsOf)
    .reduce((rest, form) => rest.replaceAll(form, '…'), text);
}

function formsOf(secret: string): readonly string[] {
  const bytes = String.fromCharCode(...new TextEncoder().encode(secret));
  const encoded = encodeURIComponent(secret);
  return [
    ...new Set([secret, JSON.stringify(secret).slice(1, -1), encoded, encoded.toLowerCase(), btoa(bytes)]),
  ];
}

/** What may be secret in an address: its password, and the values of its query string. */
export function secretsOfAddress(address: URL): readonly string[] {
  const { username, password, search, searchParams, hash } = address;
  const basic = password === '' ? [] : [`${decoded(username)}:${decoded(password)}`, decoded(password)];
  return [...basic, search.slice(1), ...searchParams.values(), decoded(hash.slice(1))];
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
