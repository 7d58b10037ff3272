/** Features for how well the types of an entity, and the relations of its types, fit the words around the mention. */
import { nameWords } from '../../schema/inference/name-words';
import type { KbSchema } from '../../schema/schema';
import { stem } from '../../language/english/nouns';
import { relatedness } from '../related-words';
import { isNameStopWord } from '../../language/english/stop-words';
import type { NameToken } from './name-tokens';
import type { MentionCandidate } from './mentions';
import type { NameTable } from './name-table';

/** The most specific types of an entity that are compared. */
const MAX_TYPES = 8;
const MAX_CACHED_WORDS = 1000;
/** The similarity from which on a word names a type. */
const MIN_SIMILARITY = 0.8;

/** The similarity of a word to each type, by name and by the names of its relations; -1 if not yet computed. */
interface WordFit {
  readonly toName: Float32Array;
  readonly toRelations: Float32Array;
}

export class TypeFit {
  private readonly fits = new Map<string, WordFit>();
  private readonly words: (TypeWords | undefined)[] = [];

  constructor(
    private readonly table: NameTable,
    private readonly schema: KbSchema,
  ) {}

  *features(
    { entity, from, to }: MentionCandidate,
    tokens: readonly NameToken[],
  ): Iterable<readonly [feature: string, value: number]> {
    const types = this.table.typeNumbersOf(entity).subarray(0, MAX_TYPES);
    let [near, far, related, count] = [0, 0, 0, 0];
    for (const [at, { bare }] of tokens.entries()) {
      if ((at >= from && at < to) || isNameStopWord(bare)) continue;
      const fit = this.fitOf(stem(bare));
      let [toName, toRelations] = [0, 0];
      for (const type of types) {
        this.fill(fit, stem(bare), type);
        toName = Math.max(toName, fit.toName[type] ?? 0);
        toRelations = Math.max(toRelations, fit.toRelations[type] ?? 0);
      }
      if (toName >= MIN_SIMILARITY && (at === from - 1 || at === to)) near = 1;
      else if (toName >= MIN_SIMILARITY) far = 1;
      related += toRelations;
      count++;
    }
    yield ['type near', near];
    yield ['type far', far];
    yield ['relations', related / Math.max(1, count)];
  }

  private fitOf(word: string): WordFit {
    let fit = this.fits.get(word);
    if (!fit) {
      if (this.fits.size >= MAX_CACHED_WORDS) this.fits.clear();
      const { length } = this.table.typeIds;
      fit = { toName: new Float32Array(length).fill(-1), toRelations: new Float32Array(length).fill(-1) };
      this.fits.set(word, fit);
    }
    return fit;
  }

  private fill({ toName, toRelations }: WordFit, word: string, type: number): void {
    if ((toName[type] ?? 0) >= 0) return;
    const { name, relations } = (this.words[type] ??= this.wordsOfType(this.table.typeIds[type] ?? ''));
    toName[type] = Math.max(0, ...name.map((other) => relatedness(word, other)));
    toRelations[type] = Math.max(0, ...relations.map((other) => relatedness(word, other)));
  }

  private wordsOfType(type: string): TypeWords {
    if (/^(?:user|freebase|common|type)\./.test(type)) return { name: [], relations: [] };
    const last = (id: string): readonly string[] => nameWords(id.slice(id.lastIndexOf('.') + 1)).map(stem);
    return { name: last(type), relations: [...new Set(this.schema.relationsOf(type).flatMap(last))] };
  }
}

interface TypeWords {
  readonly name: readonly string[];
  readonly relations: readonly string[];
}
