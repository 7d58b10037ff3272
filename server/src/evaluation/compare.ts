/** Compares two runs question by question. */
import {
  SCORES,
  VERDICTS,
  type Confusion,
  type Cost,
  type Report,
  type RunFacts,
  type Score,
  type ScoredQuestion,
  type ScoreName,
  type Verdict,
} from './report';
import { bootstrapDifference, mean } from './score/bootstrap';

export const COMPARISON_FORMAT = 'funfusic-comparison';
export const COMPARISON_VERSION = 1;

export interface Comparison {
  readonly format: typeof COMPARISON_FORMAT;
  readonly version: typeof COMPARISON_VERSION;
  readonly left: RunFacts;
  readonly right: RunFacts;
  /** Asked in both runs. */
  readonly questions: number;
  readonly onlyLeft: readonly string[];
  readonly onlyRight: readonly string[];
  /** Over the questions of both runs. */
  readonly scores: readonly ScoreDifference[];
  readonly costs: { readonly left: Cost; readonly right: Cost };
  /** Rows are the verdicts of the left run, columns those of the right. */
  readonly verdicts: Confusion;
  /** Questions with another verdict or f1R, the greatest loss first. */
  readonly changes: readonly Change[];
  /** Reasons for caution, a sentence each. */
  readonly notes: readonly string[];
}

export interface ScoreDifference {
  readonly name: ScoreName;
  readonly left: number;
  readonly right: number;
  /** Right minus left, with a 95 % interval of paired differences. */
  readonly difference: Score;
}

export const CHANGE_KINDS = ['newly right', 'better', 'other', 'worse', 'newly wrong'] as const;
export type ChangeKind = (typeof CHANGE_KINDS)[number];

export interface Change {
  readonly id: string;
  readonly question: string;
  readonly turn: ChangeKind;
  readonly from: Verdict;
  readonly to: Verdict;
  /** Right minus left. */
  readonly f1R: number;
  readonly gold: readonly string[];
  readonly left: readonly string[];
  readonly right: readonly string[];
}

export function compareRuns(left: Report, right: Report): Comparison {
  const asked = ({ questions }: Report): ReadonlyMap<string, ScoredQuestion> =>
    new Map(questions.flatMap((one) => (one.verdict === 'missing' ? [] : [[one.id, one] as const])));
  const [before, after] = [asked(left), asked(right)];
  const shared = [...before.keys()].filter((id) => after.has(id));
  const pairs = shared.flatMap((id): readonly Pair[] => {
    const [one, other] = [before.get(id), after.get(id)];
    return one && other && one.question === other.question ? [[one, other]] : [];
  });
  const seed = left.run.seed;
  return {
    format: COMPARISON_FORMAT,
    version: COMPARISON_VERSION,
    left: left.run,
    right: right.run,
    questions: pairs.length,
    onlyLeft: [...before.keys()].filter((id) => !after.has(id)),
    onlyRight: [...after.keys()].filter((id) => !before.has(id)),
    scores: SCORES.flatMap((name) => differenceIn(name, pairs, seed) ?? []),
    costs: { left: left.cost, right: right.cost },
    verdicts: verdictsOf(pairs),
    changes: pairs
      .flatMap((pair) => changeIn(pair) ?? [])
      .sort(
        (one, other) =>
          CHANGE_KINDS.indexOf(other.turn) - CHANGE_KINDS.indexOf(one.turn) || one.f1R - other.f1R,
      ),
    notes: notesOn(left, right, shared.length - pairs.length, pairs),
  };
}

type Pair = readonly [left: ScoredQuestion, right: ScoredQuestion];

function differenceIn(name: ScoreName, pairs: readonly Pair[], seed: number): ScoreDifference | undefined {
  const values = pairs.flatMap(([left, right]): readonly (readonly [number, number])[] => {
    const [one, other] = [left.scores[name], right.scores[name]];
    return one === undefined || other === undefined ? [] : [[one, other]];
  });
  const difference = bootstrapDifference(
    values.map(([one, other]) => other - one),
    seed,
  );
  return (
    difference && {
      name,
      left: mean(values.map(([one]) => one)),
      right: mean(values.map(([, other]) => other)),
      difference,
    }
  );
}

function verdictsOf(pairs: readonly Pair[]): Confusion {
  const met = VERDICTS.filter((verdict) => pairs.some((pair) => pair.some((one) => one.verdict === verdict)));
  return {
    rows: met,
    columns: met,
    counts: met.map((from) =>
      met.map((to) => pairs.filter(([left, right]) => left.verdict === from && right.verdict === to).length),
    ),
  };
}

function changeIn([left, right]: Pair): Change | undefined {
  const f1R = (right.scores.f1R ?? 0) - (left.scores.f1R ?? 0);
  if (left.verdict === right.verdict && f1R === 0) return undefined;
  return {
    id: left.id,
    question: left.question,
    turn: turnOf(left.verdict, right.verdict, f1R),
    from: left.verdict,
    to: right.verdict,
    f1R,
    gold: right.gold,
    left: left.answers,
    right: right.answers,
  };
}

function turnOf(from: Verdict, to: Verdict, f1R: number): ChangeKind {
  if (isGood(from) !== isGood(to)) return isGood(to) ? 'newly right' : 'newly wrong';
  return f1R > 0 ? 'better' : f1R < 0 ? 'worse' : 'other';
}

/** The best possible verdict. */
export function isGood(verdict: Verdict): boolean {
  return verdict === 'right' || verdict === 'abstained';
}

function notesOn(left: Report, right: Report, reworded: number, pairs: readonly Pair[]): readonly string[] {
  const unrecorded = (side: 'left' | 'right', at: 0 | 1): readonly string[] => {
    const count = pairs.filter((pair) => pair[at].unrecorded === true).length;
    return count
      ? [`${count} questions of the ${side} run need replies that were not recorded, and count as failed.`]
      : [];
  };
  const otherGold = pairs.filter(([one, other]) => one.groups.answerability !== other.groups.answerability);
  const sameGold = left.run.gold === right.run.gold;
  const otherAnswers = pairs.filter((pair) => sameGold && !otherGold.includes(pair) && !isOneGold(pair));
  return [
    ...(pairs.length ? [] : ['The runs have no question in common, so there is nothing to compare.']),
    ...(left.run.dataset.name === right.run.dataset.name
      ? []
      : [`The datasets have different names: ${left.run.dataset.name} and ${right.run.dataset.name}.`]),
    ...(sameGold ? [] : ['Gold differs: answers of the dataset in one run, of the KB in the other.']),
    ...(reworded ? [`${reworded} questions have the same ID but different text, and are left out.`] : []),
    ...unrecorded('left', 0),
    ...unrecorded('right', 1),
    ...(otherGold.length
      ? [`${otherGold.length} questions are answerable in only one of the runs, by their gold.`]
      : []),
    ...(otherAnswers.length
      ? [
          `${otherAnswers.length} questions have different gold answers, such as ${otherAnswers[0]?.[0].id ?? ''}: gold has changed, or another parse matched best.`,
        ]
      : []),
  ];
}

function isOneGold([left, right]: Pair): boolean {
  const other = new Set(right.gold);
  return new Set(left.gold).size === other.size && left.gold.every((answer) => other.has(answer));
}
