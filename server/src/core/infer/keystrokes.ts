/** What a name was meant to be when a single keystroke went wrong, or it was written as other tools write names. */

const KEYS = 'abcdefghijklmnopqrstuvwxyz0123456789_.';

/** The names that exist one letter left out, put in, exchanged or swapped away. */
export function oneKeystrokeAway(name: string, exists: (name: string) => boolean): readonly string[] {
  const found = new Set<string>();
  const add = (candidate: string): void => {
    if (candidate !== name && exists(candidate)) found.add(candidate);
  };
  for (let at = 0; at <= name.length; at++) {
    const before = name.slice(0, at);
    const after = name.slice(at);
    const rest = name.slice(at + 1);
    if (rest) add(before + rest.charAt(0) + after.charAt(0) + rest.slice(1));
    if (after) add(before + rest);
    for (const key of KEYS) {
      add(before + key + after);
      if (after) add(before + key + rest);
    }
  }
  return [...found];
}

/** `/people/person/place_of_birth` and `People.Person.Place_Of_Birth` say which name is meant, though not how RDF writes it. */
export function asWrittenInRdf(name: string): string {
  return name
    .trim()
    .replace(/^\/+|\/+$/g, '')
    .replace(/\/+/g, '.')
    .toLowerCase();
}
