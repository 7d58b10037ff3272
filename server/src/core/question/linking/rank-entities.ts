/** Ranks mention candidates by weighted features of their words, names and types. */
import type { KbSchema } from '../../schema/schema';
import { isNameStopWord } from '../../language/english/stop-words';
import type { NameToken } from './name-tokens';
import type { MentionCandidate, Mentions } from './mentions';
import type { NameTable } from './name-table';
import { TypeFit } from './type-fit';

export interface Scored {
  readonly candidate: MentionCandidate;
  readonly features: ReadonlyMap<string, number>;
  /** Between 0 and 1. */
  readonly score: number;
}

/** What `npm run generate -- linking` has learnt. */
export interface LinkingWeights {
  /** Of each feature. */
  readonly weights: Readonly<Record<string, number>>;
  /** How much likelier than not a word of a question is a part of a name, as a logarithm. */
  readonly words: Readonly<Record<string, number>>;
  /** The same for a word that is not among them. */
  readonly otherWord: number;
}

/** Words beside a name that tell whether it is one. */
const BESIDE = new Set(
  'in of by for from on at to with the a and is was are were did does do has have had who what which where when how that about film movie book song album team'.split(
    ' ',
  ),
);
const MOST_FACTS = 5000;
const JUST_BELOW = 0.999;

export class EntityRanker {
  private readonly fit: TypeFit;

  constructor(
    private readonly table: NameTable,
    schema: KbSchema,
    private readonly learnt: LinkingWeights,
  ) {
    this.fit = new TypeFit(table, schema);
  }

  /** The likeliest first. */
  rank(mentions: Mentions): readonly Scored[] {
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
    const longest = longestOver(tokens.length, candidates);
    const mostPopular = new Map<string, number>();
    for (const { entity, from, to } of candidates) {
      const key = `${from} ${to}`;
      mostPopular.set(key, Math.max(mostPopular.get(key) ?? 0, table.popularityOf(entity)));
    }
    const lower = !tokens.some(({ capital }, at) => capital && at > 0);
    return candidates.map((candidate) => {
      const { entity, name, from, to, match, by, coverage, slips } = candidate;
      const features = new Map<string, number>([['bias', 1]]);
      const set = (feature: string, value: number): void => {
        if (value) features.set(feature, value);
      };
      const said = tokens.slice(from, to);
      const full = said.filter(({ word }) => !isNameStopWord(word));
      set(by ?? match, 1);
      set('alias', Number(table.isAlias(name)));
      set('slips', slips);
      set('coverage', coverage);
      set('coverage of a part', match === 'partial' || match === 'fuzzy' ? coverage : 0);
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
      set('nested', Number(said.every((_, at) => (longest[from + at] ?? 0) > to - from)));
      set('nested in part', Number(said.some((_, at) => (longest[from + at] ?? 0) > to - from)));
      const popularity = Math.log2(1 + Math.min(table.popularityOf(entity), MOST_FACTS));
      set('popularity', popularity / 12);
      const top = Math.log2(1 + Math.min(mostPopular.get(`${from} ${to}`) ?? 0, MOST_FACTS));
      set('behind', (top - popularity) / 12);
      set('capital', lower ? 0 : full.filter(({ capital }) => capital).length / Math.max(1, full.length));
      set('small', lower ? 0 : Number(full.length > 0 && full.every(({ capital }) => !capital)));
      set('telling', Math.max(...full.map(({ bare }) => this.weightOf(bare)), 0) / 12);
      const priors = full.map(({ bare }) => priorOf(bare));
      set('prior', priors.reduce((sum, prior) => sum + prior, 0) / Math.max(1, priors.length));
      set('least prior', priors.length ? Math.min(...priors) : 0);
      set(
        'all prior',
        priors.reduce((sum, prior) => sum + prior, 0),
      );
      set('own', Number(said.at(-1)?.bare !== said.at(-1)?.word));
      for (const [feature, value] of this.fit.features(candidate, tokens)) set(feature, value);
      set(`after ${beside(tokens[from - 1], 'the beginning')}`, 1);
      set(`before ${beside(tokens[to], 'the end')}`, 1);
      return { candidate, features };
    });
  }

  private priorOf(word: string): number {
    return this.learnt.words[word] ?? this.learnt.otherWord;
  }

  private weightOf(word: string): number {
    const number = this.table.words.numberOf(word);
    return number === undefined ? 12 : this.table.weightOf(number);
  }
}

/** What is called by only a part of the words, or by nearly these, stands behind the best that is called by them. */
function belowExact(scored: readonly Scored[]): Scored[] {
  const best = new Map<string, number>();
  const placeOf = ({ candidate: { from, to } }: Scored): string => `${from} ${to}`;
  for (const each of scored)
    if (each.candidate.match === 'exact') {
      const place = placeOf(each);
      best.set(place, Math.max(best.get(place) ?? 0, each.score));
    }
  return scored.map((each) => {
    const { match, by } = each.candidate;
    // What its people are called, or its first letters, are words of their own.
    const like = by === undefined && (match === 'partial' || match === 'fuzzy');
    const most = like ? best.get(placeOf(each)) : undefined;
    return most === undefined || each.score < most ? each : { ...each, score: most * JUST_BELOW };
  });
}

function beside(token: NameToken | undefined, nothing: string): string {
  if (!token) return nothing;
  return BESIDE.has(token.word) ? token.word : 'another';
}

/** Of each token, how many words the longest whole name has that covers it. */
function longestOver(length: number, candidates: readonly MentionCandidate[]): readonly number[] {
  const longest = new Array<number>(length).fill(0);
  for (const { from, to, match } of candidates) {
    if (match === 'partial' || match === 'fuzzy') continue;
    for (let at = from; at < to; at++) longest[at] = Math.max(longest[at] ?? 0, to - from);
  }
  return longest;
}
