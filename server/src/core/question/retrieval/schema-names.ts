/** Splits the names of relations and classes into words: of the last segment, of the segments before, and of the range. */
import { isCommunity, isSystem } from '../../schema/domain-index';
import { lastSegment } from '../../schema/name-index';
import type { KbSchema, UsageLevels } from '../../schema/schema';
import { isSchemaStopWord } from '../../language/english/stop-words';
import { toStemmedWord, wordsOf, type StemmedWord } from '../../language/english/words';

export interface SchemaName {
  readonly id: string;
  /** `place of birth` */
  readonly own: readonly StemmedWord[];
  /** `person`, and the domain `people` */
  readonly owner: readonly StemmedWord[];
  /** `location` */
  readonly range: readonly StemmedWord[];
  /** The domain and range of a relation. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly use: UsageLevels;
  /** Whether it is in a community domain, most of which are hardly used. */
  readonly remote: boolean;
}

/** All relations except those about the KB itself. */
export function allRelationNames(schema: KbSchema): readonly SchemaName[] {
  return [...relationNames(schema)];
}

/** Like `relationsOf`, but lazy. */
export function* relationNames(schema: KbSchema): Iterable<SchemaName> {
  const names = new Names();
  for (const id of schema.relationIds()) {
    const { domain, range, reverse, use } = schema.relation(id) ?? {};
    if (!use || isSystem(id)) continue;
    // Queries that use the reverse relation ask for the same facts.
    const reverseQueries = reverse === undefined ? 0 : (schema.relation(reverse)?.use.queries ?? 0);
    yield names.of(id, domain, range, { facts: use.facts, queries: Math.max(use.queries, reverseQueries) });
  }
}

export function* classNames(schema: KbSchema): Iterable<SchemaName> {
  const names = new Names();
  for (const id of schema.typeIds()) {
    const { kind, use } = schema.type(id) ?? {};
    if (kind === 'entity' && use && !isSystem(id)) yield names.of(id, undefined, undefined, use);
  }
}

/** Caches what occurs in many ids. */
class Names {
  private readonly words = new Map<string, Word>();
  private readonly names = new Map<string, readonly StemmedWord[]>();
  private readonly ranges = new Map<string, readonly StemmedWord[]>();
  /** Ids are sorted, so many in succession differ only in their last segment. */
  private path = '';
  private pathWords: readonly StemmedWord[] = [];

  of(id: string, from: string | undefined, to: string | undefined, use: UsageLevels): SchemaName {
    const own = this.wordsOf(lastName(id));
    const path = id.slice(0, id.length - lastSegment(id).length);
    if (path !== this.path) {
      this.path = path;
      this.pathWords = this.wordsOf(segmentsOf(path).join('_'));
    }
    return {
      id,
      own,
      owner: without(own, this.pathWords),
      range: to === undefined ? [] : without(own, this.rangeWords(to)),
      from,
      to,
      use,
      remote: isCommunity(id),
    };
  }

  private rangeWords(to: string): readonly StemmedWord[] {
    let words = this.ranges.get(to);
    if (!words) this.ranges.set(to, (words = this.wordsOf(lastName(to))));
    return words;
  }

  /** Stop words count only if there are no other words: `film.film.in`. */
  private wordsOf(name: string): readonly StemmedWord[] {
    const known = this.names.get(name);
    if (known) return known;
    const all = splitName(name);
    const words: StemmedWord[] = [];
    for (let at = 0; at < all.length; at++) {
      const word = this.word(all[at] ?? '');
      if (!word.isStopWord && !hasStem(words, word.stem)) words.push(word);
    }
    const found = words.length ? words : all.map((word) => ({ word, stem: word }));
    this.names.set(name, found);
    return found;
  }

  private word(text: string): Word {
    let word = this.words.get(text);
    if (!word) {
      const { stem } = toStemmedWord(text);
      this.words.set(text, (word = { word: text, stem, isStopWord: isSchemaStopWord(stem) }));
    }
    return word;
  }
}

interface Word extends StemmedWord {
  readonly isStopWord: boolean;
}

function splitName(name: string): readonly string[] {
  // Fast path for nearly all of the tens of thousands of names.
  if (/^[a-z0-9]+(?:_[a-z0-9]+)*$/.test(name) && !JOINED.test(name)) return name.split('_');
  return wordsOf(name.replaceAll(new RegExp(JOINED, 'g'), '$1_$2').replaceAll('_', ' '));
}

const JOINED = /(birth|death|burial)(place|date|day|year)/;

/** The words whose stems are not in the other list. */
function without(own: readonly StemmedWord[], words: readonly StemmedWord[]): readonly StemmedWord[] {
  for (let at = 0; at < words.length; at++)
    if (hasStem(own, words[at]?.stem)) return words.filter(({ stem }) => !hasStem(own, stem));
  return words;
}

function hasStem(words: readonly StemmedWord[], stem: string | undefined): boolean {
  for (let at = 0; at < words.length; at++) if (words[at]?.stem === stem) return true;
  return false;
}

/** Also of an IRI that ends in a separator. */
function lastName(id: string): string {
  return lastSegment(id) || (segmentsOf(id).at(-1) ?? id);
}

function segmentsOf(id: string): readonly string[] {
  return id.split(/[./#]/).filter(Boolean);
}
