/**
 * All that is learnt: weights for each of five folds, from the other four; whether each question was answered by weights that do not
 * know it; and how sure that is, again by weights that do not know it. What stands before the weights does not know it either:
 * see `held-out.ts`. That questions of one fold are linked by weights that know those of another has no part in the answers of either.
 */
import { silenceFactor, confidenceFeatures } from '../../server/src/core/candidates/rank/confidence';
import {
  SCHOOLING,
  scoreOf,
  train,
  trainSure,
  type Example,
  type Schooling,
  type SureCase,
} from './train-weights';
import { Folds, folds } from '../folds';
import { withGold } from './gold';
import { HeldOut, type Knowledge } from './held-out';
import { believedOf, Lessons, type Lesson } from './lessons';
import { MemoryGraph } from './memory-graph';
import { MemorySurroundings } from './memory-surroundings';
import { readQuestions, type AskedQuestion, type SetName } from './question-sets';

export interface Judged {
  readonly lesson: Lesson;
  /** Which candidate is the best. */
  readonly best: number;
  readonly f1: number;
  /** Of the best candidate there is. */
  readonly oracle: number;
  /** The KB has names for all entities of the gold query: others cannot be found by any. */
  readonly named: boolean;
  readonly features: ReadonlyMap<string, number>;
}

export interface Course {
  readonly lessons: readonly Lesson[];
  readonly names: readonly string[];
  readonly believed: Float32Array;
  readonly judged: readonly Judged[];
  readonly sure: ReadonlyMap<Judged, number>;
  /** Of each fold: what may be known when it is asked, and the weights that were learnt from the others. */
  readonly folds: readonly FoldOfCourse[];
}

export interface FoldOfCourse extends Knowledge {
  readonly weights: Float32Array;
}

export interface CourseOptions {
  readonly questions: string;
  readonly dump: string;
  readonly sets: readonly string[];
  /** Of questions without an answer, and of simple ones, so many of each set. */
  readonly sample: number;
  readonly tell: (message: string) => void;
}

export async function takeCourse({
  questions: folder,
  dump,
  sets,
  sample,
  tell,
}: CourseOptions): Promise<Course> {
  const all = await withGold(readQuestions(folder), dump);
  const questions = chosen(all, sets, sample);
  const split = new Folds(all);
  const heldOut = await HeldOut.open(folder, dump);
  tell('read');
  const around = new MemorySurroundings(new MemoryGraph(dump), heldOut.schema);
  const numbers = new Map<string, number>();
  const known = folds().map((fold) => heldOut.without(fold));
  const schools = known.map((one) => new Lessons(one.fold, { ...one, around }, numbers));
  const schoolOf = (one: AskedQuestion): Lessons => schools[split.of(one)] ?? fail();
  tell('what may be known of each fold');
  const short: Lesson[] = [];
  for (const one of questions) if (one.gold.length) short.push(await schoolOf(one).short(one));
  const without = all.filter(({ gold, set }) => !gold.length && set !== 'simple');
  const lackingBy = async (weights?: readonly Float32Array[]): Promise<readonly Lesson[]> => {
    const lacking: Lesson[] = [];
    for (const one of without) {
      const lesson = await schoolOf(one).lacking(one, weights?.[split.of(one)]);
      if (lesson) lacking.push(lesson);
    }
    return lacking;
  };
  const shortLacking = await lackingBy();
  tell(`${short.length} short lessons, ${shortLacking.length} of facts that are lacking`);
  const learn = (from: readonly Lesson[], schooling: Schooling): readonly Float32Array[] =>
    folds().map((fold) =>
      train(
        examplesOf(from.filter((one) => one.fold !== fold)),
        believedOf(numbers),
        schooling,
        byHeartOf(numbers.keys()),
      ),
    );
  const first = learn([...short, ...shortLacking], { ...SCHOOLING, epochs: 4 });
  const lessons: Lesson[] = [];
  for (const one of questions) lessons.push(await schoolOf(one).whole(one, first[split.of(one)] ?? fail()));
  const lacking = await lackingBy(first);
  const names = [...numbers.keys()];
  tell(
    `${lessons.length} lessons, ${Math.round(mean(lessons.map(({ candidates }) => candidates.length)))} candidates each, ${names.length} features`,
  );
  const weights = learn([...lessons, ...lacking], SCHOOLING);
  const judged = lessons.map((lesson) =>
    judge(lesson, schools[lesson.fold] ?? fail(), weights[lesson.fold] ?? fail(), names, heldOut.named),
  );
  tell('weights');
  for (const [set, shares] of rightForms(lacking, weights))
    tell(`${set}: the right form is the first of ${(100 * mean(shares)).toFixed(1)} % of ${shares.length}`);
  return {
    lessons: [...lessons, ...lacking],
    names,
    believed: believedOf(numbers),
    judged,
    sure: sureOf(judged),
    folds: known.map((one) => ({ ...one, weights: weights[one.fold] ?? fail() })),
  };
}

/** Of questions whose facts are lacking, by their sets: whether the right form comes before those that there are. */
function rightForms(
  lacking: readonly Lesson[],
  weights: readonly Float32Array[],
): ReadonlyMap<string, readonly number[]> {
  const found = new Map<string, number[]>();
  for (const { counted, worth, fold, question } of lacking) {
    const scores = counted.map((one) => scoreOf(one, weights[fold] ?? fail()));
    const best = scores.indexOf(Math.max(...scores));
    const list = found.get(question.set) ?? [];
    list.push(worth[best] ?? 0);
    found.set(question.set, list);
  }
  return found;
}

function fail(): never {
  throw new Error('There is no such fold.');
}

/** The features that pair words with something of a form, or know a relation by its name. */
export function byHeartOf(names: Iterable<string>): Uint8Array {
  return Uint8Array.from(names, (name) => (/[|=]/.test(name) ? 1 : 0));
}

/** All that have answers; of the others and of the simple ones only some. */
function chosen(
  questions: readonly AskedQuestion[],
  sets: readonly string[],
  sample: number,
): readonly AskedQuestion[] {
  const counts = new Map<string, number>();
  return questions
    .filter(({ set }) => sets.includes(set))
    .sort((left, right) => hash(left.question) - hash(right.question))
    .filter(({ set, gold, unanswerable }) => {
      const kind = `${set} ${gold.length > 0}`;
      const many = (counts.get(kind) ?? 0) + 1;
      counts.set(kind, many);
      return (gold.length && set !== 'simple') || unanswerable || many <= sample;
    });
}

function hash(text: string): number {
  let sum = 7;
  for (const char of text) sum = (Math.imul(sum, 31) + char.charCodeAt(0)) >>> 0;
  return sum;
}

export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}

function judge(
  lesson: Lesson,
  school: Lessons,
  weights: Float32Array,
  names: readonly string[],
  named: ReadonlySet<string>,
): Judged {
  const scores = lesson.counted.map((one) => scoreOf(one, weights));
  const order = [...scores.keys()].sort((left, right) => (scores[right] ?? 0) - (scores[left] ?? 0));
  const best = order[0] ?? -1;
  const counted = lesson.counted[best];
  const features = new Map<string, number>();
  counted?.names.forEach((name, at) => features.set(names[name] ?? '', counted.values[at] ?? 0));
  const ranked = order.flatMap((at) => {
    const candidate = lesson.candidates[at];
    return candidate ? [{ candidate, score: scores[at] ?? 0 }] : [];
  });
  return {
    lesson,
    best,
    f1: lesson.f1[best] ?? 0,
    oracle: Math.max(0, ...lesson.f1),
    named: (lesson.question.sparql.match(/\b[mg]\.[0-9a-z_]+/g) ?? []).every((id) => named.has(id)),
    features: new Map(
      confidenceFeatures({
        asked: lesson.asked,
        linking: lesson.linking,
        features,
        ranked,
        imagined: school.imagined(lesson, best, weights),
      }),
    ),
  };
}

/** Those of which there are few count more; what no gold answer speaks for counts less. */
const WEIGHTS: Readonly<Record<SetName, number>> = {
  webqsp: 1,
  models: 1,
  more: 0.7,
  simple: 0.5,
  grail: 2.5,
  graph: 2,
  cwq: 2.5,
};

export function examplesOf(lessons: readonly Lesson[]): readonly Example[] {
  return lessons
    .filter(({ worth }) => worth.some(Boolean))
    .map(({ counted, worth, question, lacking }) => ({
      candidates: counted,
      worth,
      weight: lacking ? Math.min(1, WEIGHTS[question.set]) : WEIGHTS[question.set],
    }));
}

/** What says how sure a best candidate is: those that no linker could answer would teach that linked questions are hopeless. */
export function casesOf(judged: readonly Judged[]): readonly (SureCase & { readonly one: Judged })[] {
  return judged
    .filter(
      ({ lesson: { question }, oracle }) => question.set !== 'simple' || !question.gold.length || oracle > 0,
    )
    .map((one) => ({
      one,
      features: one.features,
      right: one.f1,
      weight: weightOf(one.lesson.question),
    }));
}

/** Of long questions, those that the KB answers are few among those that it does not, which says nothing of long questions. */
function weightOf({ set, gold }: AskedQuestion): number {
  if (set === 'grail' || set === 'graph') return 4;
  if (set === 'cwq') return gold.length ? 4 : 0.4;
  return gold.length ? 1 : 0.7;
}

function sureOf(judged: readonly Judged[]): ReadonlyMap<Judged, number> {
  const sure = new Map<Judged, number>();
  const cases = casesOf(judged);
  for (const fold of folds()) {
    const weights = trainSure(cases.filter(({ one }) => one.lesson.fold !== fold));
    for (const one of judged.filter(({ lesson }) => lesson.fold === fold)) {
      let sum = 0;
      for (const [name, value] of one.features) sum += (weights.get(name) ?? 0) * value;
      sure.set(one, silenceFactor(one.features) / (1 + Math.exp(-sum)));
    }
  }
  return sure;
}
