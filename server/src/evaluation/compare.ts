/** Two runs, question by question: who broke what. */
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
  /** That both have answered. */
  readonly questions: number;
  readonly onlyLeft: readonly string[];
  readonly onlyRight: readonly string[];
  /** Over the questions that both have, each against itself. */
  readonly scores: readonly ScoreDifference[];
  readonly costs: { readonly left: Cost; readonly right: Cost };
  /** Rows are the verdicts of the left run, columns those of the right. */
  readonly verdicts: Confusion;
  /** Those whose verdict or f1R is another, the most that was lost first. */
  readonly changes: readonly Change[];
  /** What speaks against comparing them, a sentence each. */
  readonly notes: readonly string[];
}

export interface ScoreDifference {
  readonly name: ScoreName;
  readonly left: number;
  readonly right: number;
  /** Right less left, with an interval of 95 in 100, each question against itself. */
  readonly difference: Score;
}

export const TURNS = ['newly right', 'better', 'other', 'worse', 'newly wrong'] as const;
export type Turn = (typeof TURNS)[number];

export interface Change {
  readonly id: string;
  readonly question: string;
  readonly turn: Turn;
  readonly from: Verdict;
  readonly to: Verdict;
  /** Right less left. */
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
      .sort((one, other) => TURNS.indexOf(other.turn) - TURNS.indexOf(one.turn) || one.f1R - other.f1R),
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

function turnOf(from: Verdict, to: Verdict, f1R: number): Turn {
  if (isGood(from) !== isGood(to)) return isGood(to) ? 'newly right' : 'newly wrong';
  return f1R > 0 ? 'better' : f1R < 0 ? 'worse' : 'other';
}

/** Nothing better could have been said. */
export function isGood(verdict: Verdict): boolean {
  return verdict === 'right' || verdict === 'abstained';
}

function notesOn(left: Report, right: Report, reworded: number, pairs: readonly Pair[]): readonly string[] {
  const unrecorded = (side: 'left' | 'right', at: 0 | 1): readonly string[] => {
    const count = pairs.filter((pair) => pair[at].unrecorded === true).length;
    return count
      ? [`${count} questions of the ${side} run ask for what was not recorded, and count as failed.`]
      : [];
  };
  const otherGold = pairs.filter(([one, other]) => one.groups.answerability !== other.groups.answerability);
  const sameGold = left.run.gold === right.run.gold;
  const otherAnswers = pairs.filter((pair) => sameGold && !otherGold.includes(pair) && !isOneGold(pair));
  return [
    ...(pairs.length ? [] : ['The runs have no question in common, so there is nothing to compare.']),
    ...(left.run.dataset.name === right.run.dataset.name
      ? []
      : [`The datasets have other names: ${left.run.dataset.name} and ${right.run.dataset.name}.`]),
    ...(sameGold
      ? []
      : ['Gold is not the same: the answers of the dataset on one side, those of the KB on the other.']),
    ...(reworded ? [`${reworded} have the same id but other words in the two runs, and are left out.`] : []),
    ...unrecorded('left', 0),
    ...unrecorded('right', 1),
    ...(otherGold.length ? [`${otherGold.length} are answerable by the one gold and not by the other.`] : []),
    ...(otherAnswers.length
      ? [
          `${otherAnswers.length} are held against other gold answers, such as ${otherAnswers[0]?.[0].id ?? ''}: gold was changed, or another reading of it was met.`,
        ]
      : []),
  ];
}

function isOneGold([left, right]: Pair): boolean {
  const other = new Set(right.gold);
  return new Set(left.gold).size === other.size && left.gold.every((answer) => other.has(answer));
}
