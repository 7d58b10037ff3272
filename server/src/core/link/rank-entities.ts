/** How likely each candidate is meant: features of its words, its name and what it is, weighed. */
import { meaningOf, stem } from '../kb/synonyms';
import { wordsOf } from '../infer/words';
import { isEmptyWord } from './empty-words';
import type { Candidate, Mentions } from './mentions';
import type { NameTable } from './name-table';

export interface Scored {
  readonly candidate: Candidate;
  readonly features: ReadonlyMap<string, number>;
  readonly score: number;
}

export type Weights = Readonly<Record<string, number>>;

export class EntityRanker {
  private readonly typeWords = new Map<string, ReadonlySet<string>>();

  constructor(
    private readonly table: NameTable,
    private readonly weights: Weights,
  ) {}

  /** The likeliest first. */
  rank(mentions: Mentions): readonly Scored[] {
    const featured = this.features(mentions);
    return featured
      .map(({ candidate, features }) => ({ candidate, features, score: this.score(features) }))
      .sort((left, right) => right.score - left.score || left.candidate.entity - right.candidate.entity);
  }

  private score(features: ReadonlyMap<string, number>): number {
    let sum = 0;
    for (const [name, value] of features) sum += (this.weights[name] ?? 0) * value;
    return 1 / (1 + Math.exp(-sum));
  }

  features({
    tokens,
    candidates,
  }: Mentions): readonly { readonly candidate: Candidate; readonly features: Map<string, number> }[] {
    const { table } = this;
    const longest = longestOver(tokens.length, candidates);
    const mostPopular = new Map<string, number>();
    for (const { entity, from, to } of candidates) {
      const key = `${from} ${to}`;
      mostPopular.set(key, Math.max(mostPopular.get(key) ?? 0, table.popularityOf(entity)));
    }
    const lower = !tokens.some(({ capital }, at) => capital && at > 0);
    return candidates.map((candidate) => {
      const { entity, name, from, to, match, coverage, slips } = candidate;
      const features = new Map<string, number>();
      const set = (feature: string, value: number): void => {
        if (value) features.set(feature, value);
      };
      const said = tokens.slice(from, to);
      const full = said.filter(({ word }) => !isEmptyWord(word));
      set('bias', 1);
      set(match, 1);
      set('alias', Number(table.isAlias(name)));
      set('slips', slips);
      set('coverage', coverage);
      set('words', Math.min(full.length, 5));
      set('one word', Number(full.length === 1));
      set('no word', Number(full.length === 0));
      set(
        'letters',
        Math.min(
          20,
          said.reduce((sum, { word }) => sum + word.length, 0),
        ) / 20,
      );
      set('nested', Number((longest[from] ?? 0) > to - from));
      const popularity = Math.log2(1 + Math.min(table.popularityOf(entity), 5000));
      set('popularity', popularity / 12);
      const top = Math.log2(1 + Math.min(mostPopular.get(`${from} ${to}`) ?? 0, 5000));
      set('behind', (top - popularity) / 12);
      set('capital', lower ? 0 : full.filter(({ capital }) => capital).length / Math.max(1, full.length));
      const weight = Math.max(...full.map(({ bare }) => this.weightOf(bare)), 0);
      set('telling', weight / 12);
      const { near, far } = this.typeFit(candidate, tokens);
      set('type near', near);
      set('type far', far);
      set('end', Number(to === tokens.length));
      set('begin', Number(from === 0));
      return { candidate, features };
    });
  }

  private weightOf(word: string): number {
    const number = this.table.words.numberOf(word);
    return number === undefined ? 12 : this.table.weightOf(number);
  }

  /** Whether the question says what the thing is: right beside its name (`the film Titanic`), or elsewhere. */
  private typeFit(
    { entity, from, to }: Candidate,
    tokens: Mentions['tokens'],
  ): { readonly near: number; readonly far: number } {
    let near = 0;
    let far = 0;
    const types = this.table.typesOf(entity).slice(0, 12);
    for (const [at, { word }] of tokens.entries()) {
      if ((at >= from && at < to) || isEmptyWord(word)) continue;
      const concept = conceptOf(word);
      if (!types.some((type) => this.wordsOfType(type).has(concept))) continue;
      if (at === from - 1 || at === to) near = 1;
      else far = 1;
    }
    return { near, far };
  }

  private wordsOfType(type: string): ReadonlySet<string> {
    let words = this.typeWords.get(type);
    if (!words) {
      words = /^(?:base|user|freebase|common)\./.test(type)
        ? new Set<string>()
        : new Set(wordsOf(type.slice(type.lastIndexOf('.') + 1)).map(conceptOf));
      this.typeWords.set(type, words);
    }
    return words;
  }
}

function conceptOf(word: string): string {
  const base = stem(word);
  const meaning = meaningOf(base);
  return meaning === undefined ? base : `#${meaning}`;
}

/** Of each token, how long the longest whole name is that begins there or covers it. */
function longestOver(length: number, candidates: readonly Candidate[]): readonly number[] {
  const longest = new Array<number>(length).fill(0);
  for (const { from, to, match } of candidates) {
    if (match !== 'exact' && match !== 'folded' && match !== 'plural') continue;
    for (let at = from; at < to; at++) longest[at] = Math.max(longest[at] ?? 0, to - from);
  }
  return longest;
}
