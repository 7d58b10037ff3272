/** Ranks mention candidates by weighted features of their words, names and types. */
import type { KbSchema } from '../../schema/schema';
import { isNameStopWord } from '../../language/english/stop-words';
import type { NameToken } from './name-tokens';
import type { MentionCandidate, Mentions } from './mentions';
import type { NameTable } from './name-table';
import { TypeFit } from './type-fit';
import { hasWholeName } from './linking';

export interface ScoredMentionCandidate {
  readonly candidate: MentionCandidate;
  readonly features: ReadonlyMap<string, number>;
  /** Between 0 and 1. */
  readonly score: number;
}

/** The weights that `npm run generate -- linking` trains. */
export interface LinkingWeights {
  /** By feature. */
  readonly weights: Readonly<Record<string, number>>;
  /** The log odds that a word of a question is part of a name. */
  readonly words: Readonly<Record<string, number>>;
  /** The same for a word that is not among them. */
  readonly otherWord: number;
}

/** Words before and after a mention that have a feature of their own. */
const CONTEXT_WORDS = new Set(
  'in of by for from on at to with the a and is was are were did does do has have had who what which where when how that about film movie book song album team'.split(
    ' ',
  ),
);
const MAX_POPULARITY = 5000;
/** The factor that ranks a partial match directly after the best exact match. */
const JUST_BELOW = 0.999;
/** The rarity of a word that is in no name. */
const MAX_WORD_WEIGHT = 12;

export class EntityRanker {
  private readonly fit: TypeFit;

  constructor(
    private readonly table: NameTable,
    schema: KbSchema,
    private readonly learnt: LinkingWeights,
  ) {
    this.fit = new TypeFit(table, schema);
  }

  /** The most likely first. */
  rank(mentions: Mentions): readonly ScoredMentionCandidate[] {
    const scored = this.features(mentions).map(({ candidate, features }) => ({
      candidate,
      features,
      score: this.score(features),
    }));
    return belowExact(scored).sort(
      (left, right) => right.score - left.score || left.candidate.entity - right.candidate.entity,
    );
  }

  private score(features: ReadonlyMap<string, number>): number {
    let sum = 0;
    for (const [name, value] of features) sum += (this.learnt.weights[name] ?? 0) * value;
    return 1 / (1 + Math.exp(-sum));
  }

  features(
    { tokens, candidates }: Mentions,
    priorOf = (word: string): number => this.priorOf(word),
  ): readonly { readonly candidate: MentionCandidate; readonly features: ReadonlyMap<string, number> }[] {
    const { table } = this;
    const longest = longestNames(tokens.length, candidates);
    const mostPopular = new Map<string, number>();
    for (const { entity, from, to } of candidates) {
      const key = `${from} ${to}`;
      mostPopular.set(key, Math.max(mostPopular.get(key) ?? 0, table.popularityOf(entity)));
    }
    const isLowerCase = !tokens.some(({ capital }, at) => capital && at > 0);
    return candidates.map((candidate) => {
      const { entity, name, from, to, match, by, coverage, typos } = candidate;
      const features = new Map<string, number>([['bias', 1]]);
      const set = (feature: string, value: number): void => {
        if (value) features.set(feature, value);
      };
      const mention = tokens.slice(from, to);
      const content = mention.filter(({ word }) => !isNameStopWord(word));
      set(by ?? match, 1);
      set('alias', Number(table.isAlias(name)));
      set('slips', typos);
      set('coverage', coverage);
      set('coverage of a part', hasWholeName({ match }) ? 0 : coverage);
      set('words', Math.min(content.length, 5));
      set('one word', Number(content.length === 1));
      set('no word', Number(content.length === 0));
      const letters = mention.reduce((sum, { word }) => sum + word.length, 0);
      set('letters', Math.min(20, letters) / 20);
      set('nested', Number(mention.every((_, at) => (longest[from + at] ?? 0) > to - from)));
      set('nested in part', Number(mention.some((_, at) => (longest[from + at] ?? 0) > to - from)));
      const popularity = Math.log2(1 + Math.min(table.popularityOf(entity), MAX_POPULARITY));
      set('popularity', popularity / 12);
      const top = Math.log2(1 + Math.min(mostPopular.get(`${from} ${to}`) ?? 0, MAX_POPULARITY));
      set('behind', (top - popularity) / 12);
      const capitals = content.filter(({ capital }) => capital).length;
      set('capital', isLowerCase ? 0 : capitals / Math.max(1, content.length));
      set('small', isLowerCase ? 0 : Number(content.length > 0 && capitals === 0));
      set('telling', Math.max(...content.map(({ bare }) => this.weightOf(bare)), 0) / MAX_WORD_WEIGHT);
      const priors = content.map(({ bare }) => priorOf(bare));
      const priorSum = priors.reduce((sum, prior) => sum + prior, 0);
      set('prior', priorSum / Math.max(1, priors.length));
      set('least prior', priors.length ? Math.min(...priors) : 0);
      set('all prior', priorSum);
      set('own', Number(mention.at(-1)?.bare !== mention.at(-1)?.word));
      for (const [feature, value] of this.fit.features(candidate, tokens)) set(feature, value);
      set(`after ${contextWord(tokens[from - 1], 'the beginning')}`, 1);
      set(`before ${contextWord(tokens[to], 'the end')}`, 1);
      return { candidate, features };
    });
  }

  private priorOf(word: string): number {
    const { words, otherWord } = this.learnt;
    return Object.hasOwn(words, word) ? (words[word] ?? otherWord) : otherWord;
  }

  private weightOf(word: string): number {
    const number = this.table.words.numberOf(word);
    return number === undefined ? MAX_WORD_WEIGHT : this.table.weightOf(number);
  }
}

/** Limits the score of a partial or fuzzy match to that of the best exact match of the same tokens. */
function belowExact(scored: readonly ScoredMentionCandidate[]): ScoredMentionCandidate[] {
  const bestExact = new Map<string, number>();
  const rangeOf = ({ candidate: { from, to } }: ScoredMentionCandidate): string => `${from} ${to}`;
  for (const each of scored)
    if (each.candidate.match === 'exact') {
      const range = rangeOf(each);
      bestExact.set(range, Math.max(bestExact.get(range) ?? 0, each.score));
    }
  return scored.map((each) => {
    const { match, by } = each.candidate;
    // Demonyms and initials are complete mentions.
    const isPartial = by === undefined && !hasWholeName({ match });
    const limit = isPartial ? bestExact.get(rangeOf(each)) : undefined;
    return limit === undefined || each.score < limit ? each : { ...each, score: limit * JUST_BELOW };
  });
}

function contextWord(token: NameToken | undefined, ifNone: string): string {
  if (!token) return ifNone;
  return CONTEXT_WORDS.has(token.word) ? token.word : 'another';
}

/** For each token, the number of tokens of the longest whole name that covers it. */
function longestNames(length: number, candidates: readonly MentionCandidate[]): readonly number[] {
  const longest = new Array<number>(length).fill(0);
  for (const { from, to, match } of candidates) {
    if (!hasWholeName({ match })) continue;
    for (let at = from; at < to; at++) longest[at] = Math.max(longest[at] ?? 0, to - from);
  }
  return longest;
}
