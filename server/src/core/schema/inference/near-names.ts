/** How alike two names of the KB are, and which names are worth comparing with one that it does not have. */
import { editDistance } from '../../language/text/distance';
import { meaningOf } from '../synonyms';
import { Keystrokes } from './keystrokes';
import { beginAlike, likenessOfWords, wordsOf } from './words';

/** An id, taken apart. */
interface Name {
  readonly id: string;
  readonly domain: string;
  readonly owner: string;
  readonly last: string;
  readonly words: readonly string[];
  readonly ownerWords: readonly string[];
}

export function nameOf(id: string): Name {
  const segments = id.split(/[./]/);
  const last = segments[segments.length - 1] ?? '';
  const owner = segments.slice(0, -1).join('.');
  return {
    id,
    domain: domainOf(id),
    owner,
    last,
    words: wordsOf(last),
    ownerWords: wordsOf(segments.slice(0, -1).slice(-1)[0] ?? ''),
  };
}

/** From 0 to about 1.5: the last part decides, the owner helps. */
export function nameLikeness(asked: Name, candidate: Name, ownerExists: boolean): number {
  const length = Math.max(asked.last.length, candidate.last.length);
  // Letters are compared within the domain only: elsewhere a name that looks alike is chance.
  const comparable = asked.domain === candidate.domain;
  const distance = comparable ? editDistance(asked.last, candidate.last, Math.ceil(length * 0.4)) : Infinity;
  const spelling = distance === Infinity ? 0 : 1 - distance / length;
  const words = wordLikeness(asked, candidate);
  if (spelling < 0.3 && words < 0.3) return 0;
  let owner = 0;
  if (asked.owner === candidate.owner) owner = 0.5;
  else if (asked.owner && candidate.owner) {
    const near = editDistance(asked.owner, candidate.owner, 2);
    if (near <= 2) owner = 0.35;
    else
      owner =
        (asked.domain === candidate.domain ? 0.15 : 0) +
        0.15 * likenessOfWords(asked.ownerWords, candidate.ownerWords);
  }
  // Of an owner that exists one of its own relations is meant; else the same last part tells most.
  const sameLast = comparable && !ownerExists && asked.last === candidate.last ? 0.2 : 0;
  const likeness = Math.max(spelling, words) + sameLast;
  // A domain of the community counts less than the commons.
  const remote = /^(base|user|freebase)\./.test(candidate.id) && asked.domain !== candidate.domain ? -0.3 : 0;
  return likeness + owner + remote;
}

function wordLikeness(asked: Name, candidate: Name): number {
  const plain = likenessOfWords(asked.words, candidate.words);
  if (asked.owner === asked.domain) {
    // A class may repeat the name of its domain: `education.educational_institution`.
    const others = candidate.words.filter(
      (word) => !asked.ownerWords.some((own) => own === word || beginAlike(own, word)),
    );
    return Math.max(plain, 0.95 * likenessOfWords(asked.words, others));
  }
  // What says all that was asked, and something more: `currency_used` for `currency`.
  const whole =
    asked.owner === candidate.owner &&
    asked.words.length > 0 &&
    asked.words.every((word) => candidate.words.includes(word));
  return whole ? 0.5 + plain / 2 : plain;
}

/** Words that stand in more names than this tell nothing outside their domain. */
const COMMON_WORD = 150;

/** Finds the names worth comparing: those of the same domain that may be alike, and those elsewhere that share a word. */
export class NearNames {
  private readonly byWord = new Map<string, string[]>();
  private readonly byDomain = new Map<string, string[]>();
  private readonly owners = new Set<string>();
  private readonly names = new Map<string, Name>();
  private readonly keystrokes: Keystrokes;

  constructor(all: Iterable<string>) {
    const ids = [...all].filter((id) => !id.startsWith('http'));
    this.keystrokes = new Keystrokes(ids);
    for (const id of ids) {
      add(this.byDomain, domainOf(id), id);
      this.owners.add(id.slice(0, Math.max(0, id.lastIndexOf('.'))));
      for (const word of new Set(wordsOf(id.slice(id.lastIndexOf('.') + 1)))) add(this.byWord, word, id);
    }
  }

  candidates(asked: Name): Iterable<Name> {
    const found = new Set<Name>();
    const groups = new Set(asked.words.map((word) => meaningOf(word)).filter((group) => group !== undefined));
    for (const id of this.byDomain.get(asked.domain) ?? []) {
      const name = this.nameOf(id);
      const near = Math.abs(name.last.length - asked.last.length) <= 2;
      if (near || name.owner === asked.owner || sharesWord(name.words, asked.words, groups)) found.add(name);
    }
    for (const word of asked.words) {
      const list = this.byWord.get(word) ?? [];
      if (list.length > COMMON_WORD) continue;
      for (const id of list) if (domainOf(id) !== asked.domain) found.add(this.nameOf(id));
    }
    return found;
  }

  hasOwner(owner: string): boolean {
    return this.owners.has(owner);
  }

  keystrokesAway(id: string): readonly string[] {
    return this.keystrokes.awayFrom(id);
  }

  /** Taking an id apart costs more than comparing it, so it is done once, for the domains that are asked about. */
  private nameOf(id: string): Name {
    let name = this.names.get(id);
    if (!name) this.names.set(id, (name = nameOf(id)));
    return name;
  }
}

/** What stands before the first dot; names without dots are all of one domain. */
function domainOf(id: string): string {
  return id.slice(0, Math.max(0, id.indexOf('.')));
}

function sharesWord(
  words: readonly string[],
  asked: readonly string[],
  groups: ReadonlySet<number>,
): boolean {
  return words.some((word) => {
    if (asked.some((other) => other === word || beginAlike(other, word))) return true;
    const group = meaningOf(word);
    return group !== undefined && groups.has(group);
  });
}

function add(map: Map<string, string[]>, key: string, id: string): void {
  const list = map.get(key);
  if (list) list.push(id);
  else map.set(key, [id]);
}
