/** The words in names of relations and classes, and their similarity to the words of a question. */
import type { KbSchema } from '../../schema/schema';
import { SIMILARITY_OF_SYNONYMS, synonymSetOf } from '../../schema/synonyms';
import { stem } from '../../language/english/nouns';
import { BoundedCache } from '../../language/text/cache';
import { RELATION_FILLERS } from '../../language/english/stop-words';
import type { SchemaRetriever } from '../../question/retrieval/retrieval';
import { endTypeOf, inverseOf } from '../surroundings/directions';
import { hopKey, type Hop } from '../surroundings/surroundings';

export interface RelationWords {
  /** `place of birth` */
  readonly own: readonly string[];
  /** Of the class and its domain: `people person` */
  readonly owner: readonly string[];
  /** Of the range and of the reverse relation. */
  readonly range: readonly string[];
}

/** The words of relations and their similarities, both cached. */
export class RelationLexicon {
  private readonly similarities = new Map<string, Map<string, number>>();
  private readonly words = new Map<string, RelationWords>();
  private readonly canonicalKeys = new Map<string, string>();

  constructor(
    private readonly schema: KbSchema,
    private readonly retriever: Pick<SchemaRetriever, 'similarity'>,
  ) {}

  /** The same key for a relation and for its reverse followed in the other direction. */
  canonical(hop: Hop): string {
    const key = hopKey(hop);
    let canonical = this.canonicalKeys.get(key);
    if (canonical === undefined) {
      const other = inverseOf(hop.relation, this.schema);
      const isOther = other !== undefined && other < hop.relation;
      canonical = isOther ? hopKey({ relation: other, reverse: !hop.reverse }) : key;
      this.canonicalKeys.set(key, canonical);
    }
    return canonical;
  }

  of(hop: Hop): RelationWords {
    const key = hopKey(hop);
    let words = this.words.get(key);
    if (!words) this.words.set(key, (words = this.findWords(hop)));
    return words;
  }

  private findWords(hop: Hop): RelationWords {
    const { relation } = hop;
    const own = unique(ownWords(relation));
    const withoutOwn = (words: readonly string[]): readonly string[] =>
      unique(words).filter((word) => !own.includes(word));
    const inverse = inverseOf(relation, this.schema)?.split('.') ?? [];
    return {
      own,
      owner: withoutOwn(wordsIn(relation.split('.').slice(0, -1).join(' '))),
      range: withoutOwn([
        ...ownWords(endTypeOf(hop, this.schema)),
        ...wordsIn(inverse.at(-1) ?? ''),
        ...wordsIn(inverse.at(-2) ?? ''),
      ]),
    };
  }

  /** The similarity of a word to the most similar of some words, between 0 and 1. */
  maxSimilarity(word: string, among: readonly string[]): number {
    let highest = 0;
    for (const other of among) {
      const similarity = this.similarity(word, other);
      if (similarity > highest) highest = similarity;
    }
    return highest;
  }

  private similarity(word: string, other: string): number {
    let row = this.similarities.get(word);
    if (!row) {
      if (this.similarities.size > MAX_CACHED_WORDS) this.similarities.clear();
      this.similarities.set(word, (row = new Map<string, number>()));
    }
    let similarity = row.get(other);
    if (similarity === undefined) {
      similarity = stem(word) === stem(other) ? 1 : this.retriever.similarity(word, other);
      const meaning = synonymSetOf(stem(word));
      if (meaning !== undefined && meaning === synonymSetOf(stem(other)))
        similarity = Math.max(similarity, SIMILARITY_OF_SYNONYMS);
      row.set(other, similarity);
    }
    return similarity;
  }
}

/** Words of recent questions. Each is compared with thousands of others. */
const MAX_CACHED_WORDS = 200;

/** The stems of the words in a name, without fillers. */
export function wordsIn(name: string): readonly string[] {
  return name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .map(stem)
    .filter((word) => word.length > 1 && !RELATION_FILLERS.has(word));
}

/** The words of the last segment of an id: `people.person.place_of_birth` → place, birth */
export function ownWords(id = ''): readonly string[] {
  return ownWordsCache.getOrCompute(id, () => wordsIn(id.split('.').at(-1) ?? ''));
}

const ownWordsCache = new BoundedCache<readonly string[]>(5000);

export function unique(words: readonly string[]): readonly string[] {
  return [...new Set(words)];
}

/** Meanings that are nearly always expressed by the same relation; one word for each. */
const SPECIFIC_MEANINGS = new Set(
  'spouse child parent sibling birth death burial director writer producer composer editor inventor founder award currency language capital population religion'
    .split(' ')
    .map(synonymSetOf),
);

/** A winner may be a champion, which is not an award, and a partner may be one in trade. */
const AMBIGUOUS = new Set(['won', 'winner', 'winning', 'partner']);

/** Whether a stem asks for one certain relation. */
export function asksForRelation(stem: string): boolean {
  const meaning = synonymSetOf(stem);
  return meaning !== undefined && SPECIFIC_MEANINGS.has(meaning) && !AMBIGUOUS.has(stem);
}

const PERSONAL_MEANINGS = new Set('spouse child parent sibling'.split(' ').map(synonymSetOf));

/** Whether a stem asks for a person who is related to another one. */
export function isPersonalRelation(stem: string): boolean {
  const meaning = synonymSetOf(stem);
  return meaning !== undefined && PERSONAL_MEANINGS.has(meaning) && !AMBIGUOUS.has(stem);
}

const EVENTS = new Set(
  'released premiered published built opened launched discovered completed constructed introduced'.split(' '),
);

/** Whether a word names an event: a question for its time does not ask for the time of another one. */
export function isEvent(word: string): boolean {
  return EVENTS.has(word);
}
