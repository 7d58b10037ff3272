/** Scores the predictions of a run while they are written, each once. */
import type { KbSchema } from '../core/schema/schema';
import type { EvalQuestion } from './eval-question';
import type { Prediction } from './prediction';
import type { ScoredQuestion, Scores } from './report';
import type { PartialScores } from './run-view';
import { bootstrap } from './score/bootstrap';
import { groupQuestions, computeScores } from './score/groupings';
import { scoreQuestion } from './score/score-question';

export class LiveScores {
  private readonly scored = new Map<string, ScoredQuestion>();
  private readonly byId: Map<string, EvalQuestion>;

  /** `nextTurn` yields to the event loop between two steps, so that the server stays responsive. */
  constructor(
    private readonly questions: readonly EvalQuestion[],
    private readonly seed: number,
    private readonly schema: KbSchema,
    private readonly nextTurn: () => Promise<void>,
  ) {
    this.byId = new Map(questions.map((one) => [one.id, one]));
  }

  /** `answered` are questions with gold answers from the KB. */
  async add(predictions: readonly Prediction[], answered: readonly EvalQuestion[]): Promise<void> {
    for (const question of answered) this.byId.set(question.id, question);
    for (const prediction of predictions) {
      const question = this.byId.get(prediction.id);
      if (question) this.scored.set(prediction.id, scoreQuestion(question, prediction, this.schema));
      await this.nextTurn();
    }
  }

  /** Returns only f1R, for a list of runs. */
  summary(): Pick<PartialScores, 'scores' | 'questions'> {
    const f1R = bootstrap(
      this.done.flatMap(({ scores }) => scores.f1R ?? []),
      this.seed,
    );
    return { scores: f1R ? { f1R } : {}, questions: this.all };
  }

  async details(): Promise<PartialScores> {
    const groupings = [];
    for (const { by, groups } of groupQuestions(this.done)) {
      const scored = [];
      for (const { name, questions } of groups)
        scored.push({ name, n: questions.length, scores: await this.scoresOf(questions) });
      groupings.push({ by, groups: scored });
    }
    return { scores: await this.scoresOf(this.done), groups: groupings, questions: this.all };
  }

  private async scoresOf(questions: readonly ScoredQuestion[]): Promise<Scores> {
    await this.nextTurn();
    return computeScores(questions, this.seed);
  }

  private get all(): readonly ScoredQuestion[] {
    return this.questions.map((one) => this.scored.get(one.id) ?? unaskedQuestion(one));
  }

  private get done(): readonly ScoredQuestion[] {
    return this.questions.flatMap(({ id }) => this.scored.get(id) ?? []);
  }
}

function unaskedQuestion({ id, question }: EvalQuestion): ScoredQuestion {
  const nothing = { scores: {}, groups: {}, gold: [], answers: [], names: [], confidence: 0 };
  return { id, question, verdict: 'missing', ...nothing };
}
