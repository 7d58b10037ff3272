/** How well the words of a question and of a name go together, word by word: each finds the one that is nearest to it. */
import { likenessOf } from './likeness';
import type { NamedThing } from './named-thing';
import type { Token } from './question-tokens';
import type { WordVectors } from './retrieval';

const WEIGHT_OF_OWNER = 0.5;
const WEIGHT_OF_RANGE = 0.6;
/** How much of the question the name says, against how much of the name the question says. */
const SHARE_OF_QUESTION = 0.6;
/** Words of questions come again and again. */
const MOST_REMEMBERED = 300;

export class Alignment {
  private readonly words: Token[] = [];
  private readonly places = new Map<string, number>();
  private readonly weights: Float32Array;
  private readonly things: readonly Placed[];
  /** Of a word of a question, how near each word of the names is; NaN for what nobody asked yet. */
  private readonly rows = new Map<string, Float32Array>();

  constructor(
    things: readonly NamedThing[],
    private readonly vectors: WordVectors | undefined,
  ) {
    this.things = things.map(({ own, owner, range }) => ({
      own: own.map((token) => this.placeOf(token)),
      owner: owner.map((token) => this.placeOf(token)),
      range: range.map((token) => this.placeOf(token)),
    }));
    this.weights = weightsOf(this.things, this.words.length);
  }

  /** A function that says of each thing, by its number, how near it is: 0 to 1. */
  nearnessTo(question: readonly Token[]): (thing: number) => number {
    const rows = question.map((token) => this.rowOf(token));
    const weights = question.map((token) => this.weightOf(token));
    const all = weights.reduce((sum, weight) => sum + weight, 0);
    if (!all) return () => 0;
    return (thing) => {
      const { own, owner, range } = this.things[thing] ?? NOTHING;
      let covered = 0;
      for (const [at, token] of question.entries()) {
        const row = rows[at] ?? new Float32Array(0);
        const much = Math.max(
          this.best(token, row, own),
          WEIGHT_OF_OWNER * this.best(token, row, owner),
          WEIGHT_OF_RANGE * this.best(token, row, range),
        );
        covered += (weights[at] ?? 0) * much;
      }
      let [named, asked] = [0, 0];
      for (const place of own) {
        const weight = this.weights[place] ?? 0;
        named += weight;
        let most = 0;
        for (const row of rows) most = Math.max(most, row[place] ?? 0);
        asked += weight * most;
      }
      return SHARE_OF_QUESTION * (covered / all) + (1 - SHARE_OF_QUESTION) * (named ? asked / named : 0);
    };
  }

  private best(token: Token, row: Float32Array, places: readonly number[]): number {
    let most = 0;
    for (const place of places) {
      let much = row[place] ?? 0;
      if (Number.isNaN(much)) {
        const word = this.words[place];
        row[place] = much = word ? likenessOf(token, word, this.vectors) : 0;
      }
      if (much > most) most = much;
    }
    return most;
  }

  private rowOf(token: Token): Float32Array {
    let row = this.rows.get(token.word);
    if (row) this.rows.delete(token.word);
    else row = new Float32Array(this.words.length).fill(NaN);
    this.rows.set(token.word, row);
    const [oldest] = this.rows.keys();
    if (this.rows.size > MOST_REMEMBERED && oldest !== undefined) this.rows.delete(oldest);
    return row;
  }

  /** A word that no name has tells as much as one that a single name has. */
  private weightOf(token: Token): number {
    const place = this.places.get(token.stem);
    return place === undefined ? 1 : (this.weights[place] ?? 1);
  }

  private placeOf(token: Token): number {
    let place = this.places.get(token.stem);
    if (place === undefined) {
      this.places.set(token.stem, (place = this.words.length));
      this.words.push(token);
    }
    return place;
  }
}

interface Placed {
  readonly own: readonly number[];
  readonly owner: readonly number[];
  readonly range: readonly number[];
}

const NOTHING: Placed = { own: [], owner: [], range: [] };

/** About 0.3 for the commonest word of all, 1 for one that stands in a single name. */
function weightsOf(things: readonly Placed[], words: number): Float32Array {
  const counts = new Float32Array(words);
  for (const { own } of things) for (const place of own) counts[place] = (counts[place] ?? 0) + 1;
  const most = Math.log(1 + things.length);
  return counts.map((count) => Math.max(0.3, 1 - Math.log(1 + count) / most));
}
