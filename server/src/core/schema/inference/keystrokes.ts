/** What a name was meant to be when a single keystroke went wrong, or it was written as other tools write names. */
import { editDistance } from '../../language/text/distance';
import { strip } from '../../language/text/strip';

/** Finds the names one letter left out, put in, exchanged or swapped away. */
export class Keystrokes {
  private readonly byOwner = new Map<string, string[]>();
  private readonly byLast = new Map<string, string[]>();

  constructor(private readonly names: readonly string[]) {
    for (const name of names) {
      const dot = name.lastIndexOf('.');
      add(this.byOwner, name.slice(0, Math.max(0, dot)), name);
      add(this.byLast, name.slice(dot + 1), name);
    }
  }

  awayFrom(name: string): readonly string[] {
    if (name.length > LONGEST) return [];
    return [...new Set(this.candidates(name))].filter((candidate) => editDistance(name, candidate, 1) === 1);
  }

  /** One slip leaves one side of the last dot as it was, unless it hits the dot itself. */
  private candidates(name: string): readonly string[] {
    const dot = name.lastIndexOf('.');
    const siblings = this.byOwner.get(name.slice(0, Math.max(0, dot)));
    const namesakes = this.byLast.get(name.slice(dot + 1));
    if (siblings || namesakes) return [...(siblings ?? []), ...(namesakes ?? [])];
    const [head, tail] = [name.slice(0, 3), name.slice(-3)];
    return this.names.filter(
      (other) =>
        Math.abs(other.length - name.length) <= 1 && (other.startsWith(head) || other.endsWith(tail)),
    );
  }
}

/** No name of a KB is nearly as long. */
const LONGEST = 200;

function add(map: Map<string, string[]>, key: string, name: string): void {
  const list = map.get(key);
  if (list) list.push(name);
  else map.set(key, [name]);
}

/** `/people/person/place_of_birth` and `People.Person.Place_Of_Birth` say which name is meant, though not how RDF writes it. */
export function asWrittenInRdf(name: string): string {
  return strip(name.trim(), '/').replace(/\/+/g, '.').toLowerCase();
}
