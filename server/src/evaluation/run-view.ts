/** A run as the editor shows it: a row of a list, and its details. */
import type { RunManifest } from './run-manifest';
import type { Grouping, Report, RunFacts, Score, ScoredQuestion, Scores, Verdict } from './report';

export interface RunSummary {
  /** The path of its folder. */
  readonly folder: string;
  readonly name: string;
  /** A running one may have been started by another process. */
  readonly state: 'running' | 'stopped' | 'finished';
  readonly facts: RunFacts;
  /** ISO 8601. */
  readonly began: string;
  readonly ended?: string;
  readonly done: number;
  readonly total: number;
  /** So far. */
  readonly f1R?: Score;
}

export interface RunView {
  readonly info: RunSummary;
  readonly scores: Scores;
  readonly groups: readonly Grouping[];
  /** In the order of the dataset. */
  readonly questions: readonly ViewedQuestion[];
  /** Files and lines that cannot be read. */
  readonly problems: readonly string[];
}

export interface ViewedQuestion {
  readonly id: string;
  readonly question: string;
  readonly verdict: Verdict;
  readonly f1R?: number;
  readonly confidence: number;
  /** Names, or IDs and values without a name. */
  readonly answers: readonly string[];
  readonly gold: readonly string[];
}

export type PartialScores = Pick<Report, 'scores' | 'groups' | 'questions'>;

export function summaryOf(
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

export function viewOf(info: RunSummary, scored: PartialScores, problems: readonly string[]): RunView {
  return {
    info,
    scores: scored.scores,
    groups: scored.groups,
    questions: scored.questions.map(viewed),
    problems,
  };
}

/** The trace has all answers. */
const MAX_ANSWERS = 10;

function viewed({ id, question, verdict, scores, confidence, ...rest }: ScoredQuestion): ViewedQuestion {
  return {
    id,
    question,
    verdict,
    ...(scores.f1R !== undefined && { f1R: scores.f1R }),
    confidence,
    answers: rest.answers.slice(0, MAX_ANSWERS).map((answer, index) => rest.names[index] ?? answer),
    gold: rest.gold.slice(0, MAX_ANSWERS),
  };
}
