/** The words of relations, and their similarity to the words of a question. */
import type { KbSchema } from '../../schema/schema';
import { SIMILARITY_OF_SYNONYMS, synonymSetOf } from '../../schema/synonyms';
import { stem } from '../../language/english/nouns';
import type { SchemaRetriever } from '../../question/retrieval/retrieval';
import { ownWords, unique, wordsIn } from '../enumerate/id-words';
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
