/** Corrections of names with one wrong keystroke, and of names in the notation of other tools. */
import { editDistance } from '../../language/text/distance';
import { addToList } from '../../language/text/multimap';
import { strip } from '../../language/text/strip';

/** No name of a KB is longer. */
const MAX_NAME_LENGTH = 200;

/** Finds names at an edit distance of one: a letter is missing, extra, wrong or swapped with the next. */
export class KeystrokeIndex {
  private readonly byOwner = new Map<string, string[]>();
  private readonly byLastSegment = new Map<string, string[]>();

  constructor(private readonly names: readonly string[]) {
    for (const name of names) {
      const dot = name.lastIndexOf('.');
      addToList(this.byOwner, name.slice(0, Math.max(0, dot)), name);
      addToList(this.byLastSegment, name.slice(dot + 1), name);
    }
  }

  findNames(name: string): readonly string[] {
    if (name.length > MAX_NAME_LENGTH) return [];
    return [...new Set(this.candidates(name))].filter((candidate) => editDistance(name, candidate, 1) === 1);
  }

  /** One wrong keystroke leaves one side of the last dot intact, unless it changes the dot itself. */
  private candidates(name: string): readonly string[] {
    const dot = name.lastIndexOf('.');
    const siblings = this.byOwner.get(name.slice(0, Math.max(0, dot)));
    const sameLastSegment = this.byLastSegment.get(name.slice(dot + 1));
    if (siblings || sameLastSegment) return [...(siblings ?? []), ...(sameLastSegment ?? [])];
    const [head, tail] = [name.slice(0, 3), name.slice(-3)];
    return this.names.filter(
      (other) =>
        Math.abs(other.length - name.length) <= 1 && (other.startsWith(head) || other.endsWith(tail)),
    );
  }
}

/** Converts `/people/person/place_of_birth` and `People.Person.Place_Of_Birth` to the id in RDF. */
export function toRdfName(name: string): string {
  return strip(name.trim(), '/').replace(/\/+/g, '.').toLowerCase();
}
