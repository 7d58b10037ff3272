/** The views of a run in the editor: an entry in the list of runs, and its details. */
import type { RunManifest } from './run-manifest';
import type { Grouping, Report, RunFacts, Score, ScoredQuestion, Scores, AnswerVerdict } from './report';

export interface RunSummary {
  /** The path of its folder. */
  readonly folder: string;
  readonly name: string;
  /** A running evaluation may belong to another process. */
  readonly state: 'running' | 'stopped' | 'finished';
  readonly facts: RunFacts;
  /** ISO 8601. */
  readonly began: string;
  readonly ended?: string;
  readonly done: number;
  readonly total: number;
  /** Mean of the finished questions. */
  readonly f1R?: Score;
}

export interface RunView {
  readonly info: RunSummary;
  readonly scores: Scores;
  readonly groups: readonly Grouping[];
  /** In the order of the dataset. */
  readonly questions: readonly QuestionView[];
  /** Files and lines that cannot be read. */
  readonly problems: readonly string[];
}

export interface QuestionView {
  readonly id: string;
  readonly question: string;
  readonly verdict: AnswerVerdict;
  readonly f1R?: number;
  readonly confidence: number;
  /** Names, or IDs and values without a name. */
  readonly answers: readonly string[];
  /** The first of them. */
  readonly gold: readonly string[];
  readonly goldCount: number;
}

export type PartialScores = Pick<Report, 'scores' | 'groups' | 'questions'>;

export function toRunSummary(
  at: Pick<RunSummary, 'folder' | 'name' | 'state'>,
  { facts, began, ended }: RunManifest,
  { scores, questions }: Pick<PartialScores, 'scores' | 'questions'>,
): RunSummary {
  return {
    ...at,
    facts,
    began,
    ...(ended !== undefined && { ended }),
    done: questions.filter(({ verdict }) => verdict !== 'missing').length,
    total: questions.length,
    ...(scores.f1R && { f1R: scores.f1R }),
  };
}

export function toRunView(info: RunSummary, scored: PartialScores, problems: readonly string[]): RunView {
  return {
    info,
    scores: scored.scores,
    groups: scored.groups,
    questions: scored.questions.map(toQuestionView),
    problems,
  };
}

/** Limits the answers in the list; the trace has all of them. */
const MAX_ANSWERS = 10;

function toQuestionView({
  id,
  question,
  verdict,
  scores,
  confidence,
  ...rest
}: ScoredQuestion): QuestionView {
  return {
    id,
    question,
    verdict,
    ...(scores.f1R !== undefined && { f1R: scores.f1R }),
    confidence,
    answers: rest.answers.slice(0, MAX_ANSWERS).map((answer, index) => rest.names[index] ?? answer),
    gold: rest.gold.slice(0, MAX_ANSWERS),
    goldCount: rest.gold.length,
  };
}
