/** Trains the ranking of linking candidates. Deterministic: no shuffling and no randomness. */
import type { KbSchema } from '../../server/src/core/schema/schema';
import { isNameStopWord } from '../../server/src/core/language/english/stop-words';
import {
  findMentions,
  type MentionCandidate,
  type Mentions,
} from '../../server/src/core/question/linking/mentions';
import type { NameTable } from '../../server/src/core/question/linking/name-table';
import { EntityRanker, type LinkingWeights } from '../../server/src/core/question/linking/rank-entities';
import type { LinkingQuestion } from './questions';

interface LinkingCase {
  readonly mentions: Mentions;
  readonly gold: ReadonlySet<number>;
  /** Words of the question, and whether each is part of a gold name. */
  readonly words: readonly { readonly word: string; readonly inName: boolean }[];
}

interface LinkingExample {
  /** Numbers of features, and their values. */
  readonly features: { readonly at: Int32Array; readonly values: Float64Array };
  readonly gold: boolean;
}

/** Rarer words share one prior. */
const MIN_OCCURRENCES = 4;
const ROUNDS = 300;
const DECAY = 2e-4;

export function trainLinking(
  questions: readonly LinkingQuestion[],
  table: NameTable,
  schema: KbSchema,
): LinkingWeights {
  const numbers = new Map<string, number>();
  for (let entity = 0; entity < table.entities; entity++) numbers.set(table.idOf(entity), entity);
  const cases = questions.flatMap(({ question, gold }) => {
    const mentions = findMentions(question, table);
    const wanted = new Set(gold.flatMap((id) => numbers.get(id) ?? []));
    const found = mentions.candidates.filter(({ entity }) => wanted.has(entity));
    return found.length ? [{ mentions, gold: wanted, words: labelWords(mentions, found) }] : [];
  });
  const priors = new WordPriors(cases);
  const names = new Map<string, number>();
  const lists = cases.map((each) =>
    toExamples(each, new EntityRanker(table, schema, NO_WEIGHTS), priors, names),
  );
  const weights = calibrate(fit(lists, names.size), lists, names.get('bias') ?? 0);
  const round = (value: number): number => Math.round(value * 1000) / 1000;
  return {
    weights: Object.fromEntries([...names].map(([name, at]) => [name, round(weights[at] ?? 0)])),
    words: Object.fromEntries([...priors.all()].map(([word, prior]) => [word, round(prior)])),
    otherWord: round(priors.rareWordPrior),
  };
}

const NO_WEIGHTS: LinkingWeights = { weights: {}, words: {}, otherWord: 0 };

/** Uses the candidate with the highest coverage of each entity. */
function labelWords({ tokens }: Mentions, found: readonly MentionCandidate[]): LinkingCase['words'] {
  const inName = new Set<number>();
  for (const entity of new Set(found.map((candidate) => candidate.entity))) {
    const [best] = found
      .filter((candidate) => candidate.entity === entity)
      .sort((left, right) => right.coverage - left.coverage || right.to - right.from - (left.to - left.from));
    for (let at = best?.from ?? 0; at < (best?.to ?? 0); at++) inName.add(at);
  }
  return tokens.flatMap(({ bare }, at) =>
    isNameStopWord(bare) ? [] : [{ word: bare, inName: inName.has(at) }],
  );
}

class WordPriors {
  readonly rareWordPrior: number;
  private readonly counts = new Map<string, { inside: number; outside: number }>();

  constructor(cases: readonly LinkingCase[]) {
    for (const { words } of cases)
      for (const { word, inName } of words) {
        const count = this.counts.get(word) ?? { inside: 0, outside: 0 };
        if (inName) count.inside++;
        else count.outside++;
        this.counts.set(word, count);
      }
    let [inside, outside] = [1, 1];
    for (const count of this.counts.values())
      if (count.inside + count.outside < MIN_OCCURRENCES) {
        inside += count.inside;
        outside += count.outside;
      }
    this.rareWordPrior = Math.log(inside / outside);
  }

  /** The prior of a word without the counts of this question. */
  priorWithout(words: LinkingCase['words'], word: string): number {
    let { inside = 0, outside = 0 } = this.counts.get(word) ?? {};
    for (const own of words)
      if (own.word === word && own.inName) inside--;
      else if (own.word === word) outside--;
    return this.prior(inside, outside);
  }

  *all(): Iterable<readonly [string, number]> {
    for (const [word, { inside, outside }] of [...this.counts].sort(([left], [right]) =>
      left < right ? -1 : 1,
    ))
      if (inside + outside >= MIN_OCCURRENCES) yield [word, this.prior(inside, outside)];
  }

  private prior(inside: number, outside: number): number {
    if (inside + outside < MIN_OCCURRENCES) return this.rareWordPrior;
    const share = 1 / (1 + Math.exp(-this.rareWordPrior));
    return Math.log((inside + 2 * share) / (outside + 2 * (1 - share)));
  }
}

function toExamples(
  { mentions, gold, words }: LinkingCase,
  ranker: EntityRanker,
  priors: WordPriors,
  names: Map<string, number>,
): readonly LinkingExample[] {
  return ranker
    .features(mentions, (word) => priors.priorWithout(words, word))
    .map(({ candidate, features }) => ({
      gold: gold.has(candidate.entity),
      features: {
        at: Int32Array.from(features.keys(), (name) => {
          let at = names.get(name);
          if (at === undefined) names.set(name, (at = names.size));
          return at;
        }),
        values: Float64Array.from(features.values()),
      },
    }));
}

/** Maximizes the softmax likelihood of the gold candidates by Adam. */
function fit(lists: readonly (readonly LinkingExample[])[], size: number): Float64Array {
  const weights = new Float64Array(size);
  const first = new Float64Array(size);
  const second = new Float64Array(size);
  for (let round = 1; round <= ROUNDS; round++) {
    const gradient = new Float64Array(size);
    for (const list of lists) {
      const scores = list.map(({ features }) => dot(weights, features));
      const top = Math.max(...scores);
      const chances = scores.map((score) => Math.exp(score - top));
      const all = chances.reduce((sum, chance) => sum + chance, 0);
      const good = chances.reduce((sum, chance, at) => sum + (list[at]?.gold ? chance : 0), 0);
      for (const [at, { features, gold }] of list.entries()) {
        const chance = chances[at] ?? 0;
        const pull = (gold ? chance / good : 0) - chance / all;
        if (Math.abs(pull) > 1e-6) addScaled(gradient, features, pull);
      }
    }
    for (let at = 0; at < size; at++) {
      const slope = (gradient[at] ?? 0) / lists.length - DECAY * (weights[at] ?? 0);
      first[at] = 0.9 * (first[at] ?? 0) + 0.1 * slope;
      second[at] = 0.999 * (second[at] ?? 0) + 0.001 * slope * slope;
      const mean = (first[at] ?? 0) / (1 - 0.9 ** round);
      const spread = (second[at] ?? 0) / (1 - 0.999 ** round);
      weights[at] = (weights[at] ?? 0) + (0.05 * mean) / (Math.sqrt(spread) + 1e-8);
    }
  }
  return weights;
}

/** Scales and shifts the scores so that they are log-odds of being right (Platt scaling). The order stays the same. */
function calibrate(
  weights: Float64Array,
  lists: readonly (readonly LinkingExample[])[],
  bias: number,
): Float64Array {
  const all = lists.flat().map(({ features, gold }) => ({ score: dot(weights, features), gold }));
  const likelihood = (stretch: number, shift: number): number =>
    all.reduce((sum, { score, gold }) => {
      const at = stretch * score + shift;
      return sum - Math.log1p(Math.exp(-Math.abs(at))) - Math.max(0, gold ? -at : at);
    }, 0);
  let [stretch, shift, best] = [1, 0, likelihood(1, 0)];
  // Newton's method with backtracking.
  for (let round = 0; round < 30; round++) {
    let [up, along, flat, mixed, steep] = [0, 0, 1e-9, 0, 1e-9];
    for (const { score, gold } of all) {
      const chance = 1 / (1 + Math.exp(-(stretch * score + shift)));
      const [wrong, curve] = [Number(gold) - chance, chance * (1 - chance)];
      up += wrong;
      along += wrong * score;
      flat += curve;
      mixed += curve * score;
      steep += curve * score * score;
    }
    const size = flat * steep - mixed * mixed;
    const [rise, turn] = [(steep * up - mixed * along) / size, (flat * along - mixed * up) / size];
    for (let step = 1; step > 1e-3; step /= 2) {
      const reached = likelihood(stretch + step * turn, shift + step * rise);
      if (!(reached > best) || stretch + step * turn <= 0) continue;
      [stretch, shift, best] = [stretch + step * turn, shift + step * rise, reached];
      break;
    }
  }
  return weights.map((weight, at) => stretch * weight + (at === bias ? shift : 0));
}

function dot(weights: Float64Array, { at, values }: LinkingExample['features']): number {
  let sum = 0;
  for (let each = 0; each < at.length; each++) sum += (weights[at[each] ?? 0] ?? 0) * (values[each] ?? 0);
  return sum;
}

function addScaled(gradient: Float64Array, { at, values }: LinkingExample['features'], pull: number): void {
  for (let each = 0; each < at.length; each++) {
    const feature = at[each] ?? 0;
    gradient[feature] = (gradient[feature] ?? 0) + pull * (values[each] ?? 0);
  }
}
