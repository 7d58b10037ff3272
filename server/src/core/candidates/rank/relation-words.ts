/** The words in names of relations and classes, and their similarity to the words of a question. */
import type { KbSchema } from '../../schema/schema';
import { meaningOf } from '../../schema/synonyms';
import { stem } from '../../language/english/nouns';
import { RELATION_FILLERS } from '../../language/english/stop-words';
import type { SchemaRetriever } from '../../question/retrieval/retrieval';
import type { Hop } from '../surroundings/surroundings';

export interface RelationWords {
  /** `place of birth` */
  readonly own: readonly string[];
  /** `person`, and the domain `people` */
  readonly owner: readonly string[];
  /** Where it leads, and what it is called from there. */
  readonly range: readonly string[];
}

export class WordsOfRelations {
  private readonly likeness = new Map<string, Map<string, number>>();
  private readonly known = new Map<string, RelationWords>();
  private readonly ids = new Map<string, string>();

  constructor(
    private readonly schema: KbSchema,
    private readonly retriever: Pick<SchemaRetriever, 'similarity'>,
  ) {}

  /** The same for a relation and its reverse walked the other way. */
  canonical(hop: Hop): string {
    const key = hop.reverse ? `^${hop.relation}` : hop.relation;
    let id = this.ids.get(key);
    if (id === undefined) {
      const other = this.schema.relation(hop.relation)?.reverse;
      id = other !== undefined && other < hop.relation ? (hop.reverse ? other : `^${other}`) : key;
      this.ids.set(key, id);
    }
    return id;
  }

  of(hop: Hop): RelationWords {
    const key = hop.reverse ? `^${hop.relation}` : hop.relation;
    let words = this.known.get(key);
    if (!words) this.known.set(key, (words = this.find(hop)));
    return words;
  }

  private find({ relation, reverse }: Hop): RelationWords {
    const known = this.schema.relation(relation);
    const segments = relation.split('.');
    const other = known?.reverse?.split('.') ?? [];
    const own = unique(wordsIn(segments.at(-1) ?? ''));
    const apart = (words: readonly string[]): readonly string[] =>
      unique(words).filter((word) => !own.includes(word));
    const end = reverse ? known?.domain : known?.range;
    return {
      own,
      owner: apart(wordsIn(segments.slice(0, -1).join(' '))),
      range: apart(
        [end?.split('.').at(-1), other.at(-1), other.at(-2)].flatMap((name) => wordsIn(name ?? '')),
      ),
    };
  }

  /** 0 to 1: how near the nearest of some words comes to a word. */
  nearest(word: string, among: readonly string[]): number {
    let most = 0;
    for (const other of among) {
      const near = this.near(word, other);
      if (near > most) most = near;
    }
    return most;
  }

  private near(word: string, other: string): number {
    let row = this.likeness.get(word);
    if (!row) {
      if (this.likeness.size > MOST_REMEMBERED) this.likeness.clear();
      this.likeness.set(word, (row = new Map<string, number>()));
    }
    let near = row.get(other);
    if (near === undefined) {
      near = stem(word) === stem(other) ? 1 : this.retriever.similarity(word, other);
      const meaning = meaningOf(stem(word));
      if (meaning !== undefined && meaning === meaningOf(stem(other))) near = Math.max(near, ALIKE);
      row.set(other, near);
    }
    return near;
  }
}

/** Words of one meaning: who is married has a spouse. */
const ALIKE = 0.8;

/** Words of the last questions. Each is compared with thousands of others. */
const MOST_REMEMBERED = 200;

export function wordsIn(name: string): readonly string[] {
  return name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .map(stem)
    .filter((word) => word.length > 1 && !RELATION_FILLERS.has(word));
}

export function unique(words: readonly string[]): readonly string[] {
  return [...new Set(words)];
}

/** Words that ask for one relation, which hardly ever has another name; one word of each meaning. */
const SPECIFIC = new Set(
  'spouse child parent sibling birth death burial director writer producer composer editor inventor founder award currency language capital population religion'
    .split(' ')
    .map(meaningOf),
);

/** A winner may be a champion, which is not an award. */
const AMBIGUOUS = new Set(['won', 'winner', 'winning']);

/** Whether a word, by its stem, asks for one certain relation. */
export function asksForRelation(stem: string): boolean {
  const meaning = meaningOf(stem);
  return meaning !== undefined && SPECIFIC.has(meaning) && !AMBIGUOUS.has(stem);
}
