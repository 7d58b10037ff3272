/** The similarity of two names, and the candidates to compare with a name that the KB does not have. */
import { editDistance } from '../../language/text/distance';
import { HashIndex } from '../../language/text/hash-index';
import { synonymSetOf } from '../synonyms';
import { KeystrokeIndex } from './keystroke-index';
import { isPrefixPair, wordOverlap, nameWords } from './name-words';

/** An id split into its parts. */
interface ParsedName {
  readonly id: string;
  readonly domain: string;
  readonly owner: string;
  readonly last: string;
  readonly words: readonly string[];
  readonly ownerWords: readonly string[];
}

export function parseName(id: string): ParsedName {
  const segments = id.split(/[./]/);
  const last = segments.at(-1) ?? '';
  const owner = segments.slice(0, -1).join('.');
  return {
    id,
    domain: firstSegment(id),
    owner,
    last,
    words: nameWords(last),
    ownerWords: nameWords(segments.at(-2) ?? ''),
  };
}

/** Returns a score from 0 to about 1.5. The last segment counts most, then the owner. */
export function nameSimilarity(name: ParsedName, candidate: ParsedName, ownerExists: boolean): number {
  const length = Math.max(name.last.length, candidate.last.length);
  // Spelling is compared only within a domain; in other domains a similar spelling is a coincidence.
  const sameDomain = name.domain === candidate.domain;
  const distance = sameDomain ? editDistance(name.last, candidate.last, Math.ceil(length * 0.4)) : Infinity;
  const spelling = distance === Infinity ? 0 : 1 - distance / length;
  const words = scoreWords(name, candidate);
  if (spelling < 0.3 && words < 0.3) return 0;
  let owner = 0;
  if (name.owner === candidate.owner) owner = 0.5;
  else if (name.owner && candidate.owner) {
    const near = editDistance(name.owner, candidate.owner, 2);
    if (near <= 2) owner = 0.35;
    else owner = (sameDomain ? 0.15 : 0) + 0.15 * wordOverlap(name.ownerWords, candidate.ownerWords);
  }
  // If the owner exists, one of its own relations is probably meant; otherwise the same last segment counts most.
  const sameLast = sameDomain && !ownerExists && name.last === candidate.last ? 0.2 : 0;
  const penalty = !sameDomain && /^(base|user|freebase)$/.test(candidate.domain) ? -0.3 : 0;
  return Math.max(spelling, words) + sameLast + owner + penalty;
}

function scoreWords(name: ParsedName, candidate: ParsedName): number {
  const plain = wordOverlap(name.words, candidate.words);
  if (name.owner === name.domain) {
    // A class may repeat the name of its domain, as in `education.educational_institution`.
    const others = candidate.words.filter(
      (word) => !name.ownerWords.some((own) => own === word || isPrefixPair(own, word)),
    );
    return Math.max(plain, 0.95 * wordOverlap(name.words, others));
  }
  // The candidate has all words of the name and more: `currency_used` for `currency`.
  const hasAllWords =
    name.owner === candidate.owner &&
    name.words.length > 0 &&
    name.words.every((word) => candidate.words.includes(word));
  return hasAllWords ? 0.5 + plain / 2 : plain;
}

/** A word in more names than this is not used to find names in other domains. */
const MAX_NAMES_PER_WORD = 150;
/** Names of single users are not suggested for names of other domains. */
const PRIVATE_DOMAIN = 'user';

/** Finds candidates for a name: similar names of the same domain, and names of other domains that share a word. */
export class NearNames {
  private readonly ids: readonly string[];
  private readonly byWord: HashIndex;
  private readonly byDomain: HashIndex;
  private readonly names = new Map<string, ParsedName>();
  private readonly namesByDomain = new Map<string, readonly ParsedName[]>();
  private readonly keystrokes: KeystrokeIndex;

  constructor(all: Iterable<string>) {
    const ids = [...all].filter((id) => !id.startsWith('http'));
    this.ids = ids;
    this.keystrokes = new KeystrokeIndex(ids);
    this.byDomain = new HashIndex(ids.length, (number) => [firstSegment(ids[number] ?? '')]);
    this.byWord = new HashIndex(ids.length, (number) => {
      const id = ids[number] ?? '';
      return new Set(nameWords(id.slice(id.lastIndexOf('.') + 1)));
    });
  }

  candidates(name: ParsedName): readonly ParsedName[] {
    const { words, last, owner } = name;
    const synonymSets = words.map(synonymSetOf);
    const inDomain = this.namesIn(name.domain).filter(
      (other) =>
        Math.abs(other.last.length - last.length) <= 2 ||
        other.owner === owner ||
        sharesWord(other.words, words, synonymSets),
    );
    const elsewhere = new Set<ParsedName>();
    for (const word of name.words) {
      const numbers = this.byWord.find(word);
      if (numbers.length > MAX_NAMES_PER_WORD) continue;
      for (const number of numbers) {
        const other = this.nameAt(number);
        if (other.domain !== name.domain && other.domain !== PRIVATE_DOMAIN) elsewhere.add(other);
      }
    }
    return [...inDomain, ...elsewhere];
  }

  hasOwner(owner: string): boolean {
    return this.keystrokes.namesOf(owner).length > 0;
  }

  findTypingErrors(id: string): readonly string[] {
    return this.keystrokes.findNames(id);
  }

  private namesIn(domain: string): readonly ParsedName[] {
    let names = this.namesByDomain.get(domain);
    if (!names) {
      names = this.byDomain
        .find(domain)
        .map((number) => this.nameAt(number))
        .filter((name) => name.domain === domain);
      if (names.length) this.namesByDomain.set(domain, names);
    }
    return names;
  }

  /** Cached, because splitting an id costs more than comparing it. */
  private nameAt(number: number): ParsedName {
    const id = this.ids[number] ?? '';
    let name = this.names.get(id);
    if (!name) this.names.set(id, (name = parseName(id)));
    return name;
  }
}

/** The text before the first dot. All names without a dot are in one domain. */
function firstSegment(id: string): string {
  return id.slice(0, Math.max(0, id.indexOf('.')));
}

function sharesWord(
  words: readonly string[],
  others: readonly string[],
  synonymSets: readonly (number | undefined)[],
): boolean {
  for (const word of words) {
    for (const other of others) if (other === word || isPrefixPair(other, word)) return true;
    const synonymSet = synonymSetOf(word);
    if (synonymSet !== undefined && synonymSets.includes(synonymSet)) return true;
  }
  return false;
}
