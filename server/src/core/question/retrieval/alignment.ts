/** Aligns the words of a question with those of a name: each word is paired with the most similar one. */
import { WordSimilarity } from './word-similarity';
import type { SchemaName } from './schema-names';
import type { StemmedWord } from '../../language/english/words';
import type { WordVectors } from './retrieval';

const WEIGHT_OF_OWNER = 0.5;
const WEIGHT_OF_RANGE = 0.6;
/** Words that count more than the others of the question. */
const EMPHASIS = 3;

export interface Nearness {
  /** How much of the question the name says: 0 to 1. */
  covered: number;
  /** How much of the name the question says: 0 to 1. */
  asked: number;
}

export class Alignment {
  private readonly likeness: WordSimilarity;
  private readonly words = new Words();
  private readonly own = new Lists();
  private readonly owner = new Lists();
  private readonly range = new Lists();
  private made: Float32Array | undefined;

  constructor(vectors: WordVectors | undefined) {
    this.likeness = new WordSimilarity(this.words.all, vectors);
  }

  /** Its number is how many were added before it. All are to be added before the first question. */
  add({ own, owner, range }: SchemaName): void {
    const placeOf = (token: StemmedWord): number => this.words.placeOf(token);
    this.own.add(own.map(placeOf));
    this.owner.add(owner.map(placeOf));
    this.range.add(range.map(placeOf));
  }

  /** Makes a piece of what the first question needs besides; whether there may be more. */
  warm(): boolean {
    return this.likeness.warm();
  }

  private get weights(): Float32Array {
    return (this.made ??= weightsOf(this.own, this.words.all.length));
  }

  /** A function that says of each thing, by its number, how near it is. What it gives is the same object each time. */
  nearnessTo(question: readonly StemmedWord[], emphasis: ReadonlySet<string>): (thing: number) => Nearness {
    const rows = question.map((token) => this.likeness.row(token));
    const weights = question.map((token) => this.weightOf(token) * (emphasis.has(token.stem) ? EMPHASIS : 1));
    const all = weights.reduce((sum, weight) => sum + weight, 0) || 1;
    const result: Nearness = { covered: 0, asked: 0 };
    return (thing) => {
      let covered = 0;
      for (let at = 0; at < rows.length; at++) {
        const row = rows[at];
        if (!row) continue;
        const much = Math.max(
          best(row, this.own, thing),
          WEIGHT_OF_OWNER * best(row, this.owner, thing),
          WEIGHT_OF_RANGE * best(row, this.range, thing),
        );
        covered += (weights[at] ?? 0) * much;
      }
      result.covered = covered / all;
      result.asked = this.asked(rows, thing);
      return result;
    };
  }

  private asked(rows: readonly Float32Array[], thing: number): number {
    const { weights } = this;
    const { starts, items } = this.own;
    let [named, asked] = [0, 0];
    for (let at = starts[thing] ?? 0, end = starts[thing + 1] ?? 0; at < end; at++) {
      const place = items[at] ?? 0;
      const weight = weights[place] ?? 0;
      let most = 0;
      for (const row of rows) {
        const much = row[place] ?? 0;
        if (much > most) most = much;
      }
      named += weight;
      asked += weight * most;
    }
    return named ? asked / named : 0;
  }

  /** A word that no name has tells as much as one that a single name has. */
  private weightOf(token: StemmedWord): number {
    const place = this.words.find(token);
    return place === undefined ? 1 : (this.weights[place] ?? 1);
  }
}

function best(row: Float32Array, { starts, items }: Lists, thing: number): number {
  let most = 0;
  for (let at = starts[thing] ?? 0, end = starts[thing + 1] ?? 0; at < end; at++) {
    const much = row[items[at] ?? 0] ?? 0;
    if (much > most) most = much;
  }
  return most;
}

/** The words of all names, each once. */
class Words {
  readonly all: StemmedWord[] = [];
  private readonly places = new Map<string, number>();

  find({ stem }: StemmedWord): number | undefined {
    return this.places.get(stem);
  }

  placeOf(token: StemmedWord): number {
    let place = this.places.get(token.stem);
    if (place === undefined) {
      this.places.set(token.stem, (place = this.all.length));
      this.all.push(token);
    }
    return place;
  }
}

/** Lists of numbers behind one another: there are tens of thousands, and each question goes through them all. */
class Lists {
  readonly starts: number[] = [0];
  readonly items: number[] = [];

  add(list: readonly number[]): void {
    this.items.push(...list);
    this.starts.push(this.items.length);
  }
}

/** About 0.3 for the commonest word of all, 1 for one that stands in a single name. */
function weightsOf({ starts, items }: Lists, words: number): Float32Array {
  const counts = new Float32Array(words);
  for (const place of items) counts[place] = (counts[place] ?? 0) + 1;
  const most = Math.log(starts.length);
  return counts.map((count) => Math.max(0.3, 1 - Math.log(1 + count) / most));
}
