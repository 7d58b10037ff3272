/** Compares two runs question by question. */
import {
  SCORES,
  VERDICTS,
  type ConfusionMatrix,
  type RunCost,
  type Report,
  type RunFacts,
  type Score,
  type ScoredQuestion,
  type ScoreName,
  type AnswerVerdict,
} from './report';
import { areSameAnswers } from './score/answer-scores';
import { bootstrapDifference, mean } from './score/bootstrap';

export const COMPARISON_FORMAT = 'funfusic-comparison';
export const COMPARISON_VERSION = 1;

export interface RunComparison {
  readonly format: typeof COMPARISON_FORMAT;
  readonly version: typeof COMPARISON_VERSION;
  readonly left: RunFacts;
  readonly right: RunFacts;
  /** Number of questions that were asked in both runs. */
  readonly questions: number;
  readonly onlyLeft: readonly string[];
  readonly onlyRight: readonly string[];
  /** Over the questions of both runs. */
  readonly scores: readonly ScoreDifference[];
  readonly costs: { readonly left: RunCost; readonly right: RunCost };
  /** Rows are the verdicts of the left run, columns those of the right. */
  readonly verdicts: ConfusionMatrix;
  /** Questions with a different verdict or f1R, the greatest loss first. */
  readonly changes: readonly QuestionChange[];
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

export interface QuestionChange {
  readonly id: string;
  readonly question: string;
  readonly turn: ChangeKind;
  readonly from: AnswerVerdict;
  readonly to: AnswerVerdict;
  /** Right minus left. */
  readonly f1R: number;
  readonly gold: readonly string[];
  readonly left: readonly string[];
  readonly right: readonly string[];
}

export function compareRuns(left: Report, right: Report): RunComparison {
  const askedById = ({ questions }: Report): ReadonlyMap<string, ScoredQuestion> =>
    new Map(questions.flatMap((one) => (one.verdict === 'missing' ? [] : [[one.id, one] as const])));
  const [before, after] = [askedById(left), askedById(right)];
  const shared = [...before.keys()].filter((id) => after.has(id));
  const pairs = shared.flatMap((id): readonly QuestionPair[] => {
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
    scores: SCORES.flatMap((name) => scoreDifference(name, pairs, seed) ?? []),
    costs: { left: left.cost, right: right.cost },
    verdicts: countVerdicts(pairs),
    changes: pairs
      .flatMap((pair) => findChange(pair) ?? [])
      .sort(
        (one, other) =>
          CHANGE_KINDS.indexOf(other.turn) - CHANGE_KINDS.indexOf(one.turn) || one.f1R - other.f1R,
      ),
    notes: findCaveats(left, right, shared.length - pairs.length, pairs),
  };
}

type QuestionPair = readonly [left: ScoredQuestion, right: ScoredQuestion];

function scoreDifference(
  name: ScoreName,
  pairs: readonly QuestionPair[],
  seed: number,
): ScoreDifference | undefined {
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

function countVerdicts(pairs: readonly QuestionPair[]): ConfusionMatrix {
  const used = VERDICTS.filter((verdict) =>
    pairs.some((pair) => pair.some((one) => one.verdict === verdict)),
  );
  return {
    rows: used,
    columns: used,
    counts: used.map((from) =>
      used.map((to) => pairs.filter(([left, right]) => left.verdict === from && right.verdict === to).length),
    ),
  };
}

function findChange([left, right]: QuestionPair): QuestionChange | undefined {
  const f1R = (right.scores.f1R ?? 0) - (left.scores.f1R ?? 0);
  if (left.verdict === right.verdict && f1R === 0) return undefined;
  return {
    id: left.id,
    question: left.question,
    turn: changeKindOf(left.verdict, right.verdict, f1R),
    from: left.verdict,
    to: right.verdict,
    f1R,
    gold: right.gold,
    left: left.answers,
    right: right.answers,
  };
}

function changeKindOf(from: AnswerVerdict, to: AnswerVerdict, f1R: number): ChangeKind {
  if (isBestVerdict(from) !== isBestVerdict(to)) return isBestVerdict(to) ? 'newly right' : 'newly wrong';
  return f1R > 0 ? 'better' : f1R < 0 ? 'worse' : 'other';
}

function isBestVerdict(verdict: AnswerVerdict): boolean {
  return verdict === 'right' || verdict === 'abstained';
}

function findCaveats(
  left: Report,
  right: Report,
  reworded: number,
  pairs: readonly QuestionPair[],
): readonly string[] {
  const unrecorded = (side: 'left' | 'right', at: 0 | 1): readonly string[] => {
    const count = pairs.filter((pair) => pair[at].unrecorded === true).length;
    return count
      ? [`${count} questions of the ${side} run need replies that were not recorded, and count as failed.`]
      : [];
  };
  const otherGold = pairs.filter(([one, other]) => one.groups.answerability !== other.groups.answerability);
  const sameGold = left.run.gold === right.run.gold;
  const otherAnswers = pairs.filter((pair) => sameGold && !otherGold.includes(pair) && !haveSameGold(pair));
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

function haveSameGold([left, right]: QuestionPair): boolean {
  return areSameAnswers(new Set(left.gold), new Set(right.gold));
}
