/** Corrections of names with one wrong keystroke, and of names in the notation of other tools. */
import { editDistance } from '../../language/text/distance';
import { HashIndex } from '../../language/text/hash-index';
import { strip } from '../../language/text/strip';

/** No name of a KB is longer. */
const MAX_NAME_LENGTH = 200;

/** Finds names at an edit distance of one: a letter is missing, extra, wrong or swapped with the next. */
export class KeystrokeIndex {
  private readonly byOwner: HashIndex;
  private readonly byLastSegment: HashIndex;

  constructor(private readonly names: readonly string[]) {
    this.byOwner = new HashIndex(names.length, (number) => [ownerOf(names[number] ?? '')]);
    this.byLastSegment = new HashIndex(names.length, (number) => [lastSegmentOf(names[number] ?? '')]);
  }

  findNames(name: string): readonly string[] {
    if (name.length > MAX_NAME_LENGTH) return [];
    return [...new Set(this.candidates(name))].filter((candidate) => editDistance(name, candidate, 1) === 1);
  }

  /** The names of an owner, as `film.film` in `film.film.genre`. */
  namesOf(owner: string): readonly string[] {
    return this.at(this.byOwner.find(owner)).filter((name) => ownerOf(name) === owner);
  }

  /** One wrong keystroke leaves one side of the last dot intact, unless it changes the dot itself. */
  private candidates(name: string): readonly string[] {
    const last = lastSegmentOf(name);
    const sameLast = this.at(this.byLastSegment.find(last)).filter((other) => lastSegmentOf(other) === last);
    const near = [...this.namesOf(ownerOf(name)), ...sameLast];
    if (near.length) return near;
    const [head, tail] = [name.slice(0, 3), name.slice(-3)];
    return this.names.filter(
      (other) =>
        Math.abs(other.length - name.length) <= 1 && (other.startsWith(head) || other.endsWith(tail)),
    );
  }

  private at(numbers: readonly number[]): readonly string[] {
    return numbers.map((number) => this.names[number] ?? '');
  }
}

/** `film.film` in `film.film.genre`; empty for a name without dots. */
export function ownerOf(name: string): string {
  return name.slice(0, Math.max(0, name.lastIndexOf('.')));
}

function lastSegmentOf(name: string): string {
  return name.slice(name.lastIndexOf('.') + 1);
}

/** Converts `/people/person/place_of_birth` and `People.Person.Place_Of_Birth` to the id in RDF. */
export function toRdfName(name: string): string {
  return strip(name.trim(), '/').replace(/\/+/g, '.').toLowerCase();
}
