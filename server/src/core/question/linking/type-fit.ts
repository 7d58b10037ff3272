/** Whether the types of an entity fit the words around its name: a type or one of its relations is called so. */
import { wordsOf } from '../../schema/inference/words';
import type { KbSchema } from '../../schema/schema';
import { stem } from '../../language/english/nouns';
import { speaksFor } from '../related-words';
import { isNameStopWord } from '../../language/english/stop-words';
import type { NameToken } from './name-tokens';
import type { MentionCandidate } from './mentions';
import type { NameTable } from './name-table';

/** The most telling ones. */
const MOST_TYPES = 8;
const MOST_REMEMBERED = 1000;
/** A word must speak for a type outright to be its name. */
const NAMES = 0.8;

export class TypeFit {
  /** Of each word and type: how well the word names it, and a relation of it. */
  private readonly remembered = new Map<
    string,
    { readonly called: Float32Array; readonly related: Float32Array }
  >();
  private readonly words: (TypeWords | undefined)[] = [];

  constructor(
    private readonly table: NameTable,
    private readonly schema: KbSchema,
  ) {}

  *features(
    { entity, from, to }: MentionCandidate,
    tokens: readonly NameToken[],
  ): Iterable<readonly [feature: string, value: number]> {
    const types = this.table.typeNumbersOf(entity).subarray(0, MOST_TYPES);
    let [near, far, related, count] = [0, 0, 0, 0];
    for (const [at, { bare }] of tokens.entries()) {
      if ((at >= from && at < to) || isNameStopWord(bare)) continue;
      const of = this.fitOf(stem(bare));
      let [called, relation] = [0, 0];
      for (const type of types) {
        this.fill(of, stem(bare), type);
        called = Math.max(called, of.called[type] ?? 0);
        relation = Math.max(relation, of.related[type] ?? 0);
      }
      if (called >= NAMES && (at === from - 1 || at === to)) near = 1;
      else if (called >= NAMES) far = 1;
      related += relation;
      count++;
    }
    yield ['type near', near];
    yield ['type far', far];
    yield ['relations', related / Math.max(1, count)];
  }

  private fitOf(word: string): { readonly called: Float32Array; readonly related: Float32Array } {
    let fit = this.remembered.get(word);
    if (!fit) {
      if (this.remembered.size >= MOST_REMEMBERED) this.remembered.clear();
      const { length } = this.table.typeIds;
      fit = { called: new Float32Array(length).fill(-1), related: new Float32Array(length).fill(-1) };
      this.remembered.set(word, fit);
    }
    return fit;
  }

  private fill(
    { called, related }: { readonly called: Float32Array; readonly related: Float32Array },
    word: string,
    type: number,
  ): void {
    if ((called[type] ?? 0) >= 0) return;
    const words = (this.words[type] ??= this.wordsOfType(this.table.typeIds[type] ?? ''));
    called[type] = Math.max(0, ...words.called.map((other) => speaksFor(word, other)));
    related[type] = Math.max(0, ...words.related.map((other) => speaksFor(word, other)));
  }

  private wordsOfType(type: string): TypeWords {
    if (/^(?:user|freebase|common|type)\./.test(type)) return { called: [], related: [] };
    const last = (id: string): readonly string[] => wordsOf(id.slice(id.lastIndexOf('.') + 1)).map(stem);
    return {
      called: last(type),
      related: [...new Set(this.schema.relationsOf(type).flatMap(last))],
    };
  }
}

interface TypeWords {
  readonly called: readonly string[];
  readonly related: readonly string[];
}
