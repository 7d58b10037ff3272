/** Scores a run while its predictions are written. Each question is scored once. */
import type { KbSchema } from '../core/schema/schema';
import type { EvalQuestion } from './eval-question';
import type { Prediction } from './prediction';
import type { ScoredQuestion, Scores } from './report';
import type { PartialScores } from './run-view';
import { bootstrap } from './score/bootstrap';
import { kindsOf, scoresOver } from './score/groupings';
import { scoreQuestion } from './score/score-question';

export class LiveScores {
  private readonly scored = new Map<string, ScoredQuestion>();
  private readonly byId: Map<string, EvalQuestion>;

  /** `nextTurn` lets other work run between two steps, so that typing stays responsive. */
  constructor(
    private readonly questions: readonly EvalQuestion[],
    private readonly seed: number,
    private readonly schema: KbSchema,
    private readonly nextTurn: () => Promise<void>,
  ) {
    this.byId = new Map(questions.map((one) => [one.id, one]));
  }

  /** `answered` are questions with the answers that gold has on the KB. */
  async add(predictions: readonly Prediction[], answered: readonly EvalQuestion[]): Promise<void> {
    for (const question of answered) this.byId.set(question.id, question);
    for (const prediction of predictions) {
      const question = this.byId.get(prediction.id);
      if (question) this.scored.set(prediction.id, scoreQuestion(question, prediction, this.schema));
      await this.nextTurn();
    }
  }

  /** Only f1R, for a list. */
  summary(): Pick<PartialScores, 'scores' | 'questions'> {
    const f1R = bootstrap(
      this.done.flatMap(({ scores }) => scores.f1R ?? []),
      this.seed,
    );
    return { scores: f1R ? { f1R } : {}, questions: this.all };
  }

  async whole(): Promise<PartialScores> {
    const groups = [];
    for (const { by, kinds } of kindsOf(this.done)) {
      const scored = [];
      for (const { name, questions } of kinds)
        scored.push({ name, n: questions.length, scores: await this.scoresOf(questions) });
      groups.push({ by, groups: scored });
    }
    return { scores: await this.scoresOf(this.done), groups, questions: this.all };
  }

  private async scoresOf(questions: readonly ScoredQuestion[]): Promise<Scores> {
    await this.nextTurn();
    return scoresOver(questions, this.seed);
  }

  private get all(): readonly ScoredQuestion[] {
    return this.questions.map((one) => this.scored.get(one.id) ?? unasked(one));
  }

  private get done(): readonly ScoredQuestion[] {
    return this.questions.flatMap(({ id }) => this.scored.get(id) ?? []);
  }
}

function unasked({ id, question }: EvalQuestion): ScoredQuestion {
  const nothing = { scores: {}, groups: {}, gold: [], answers: [], names: [], confidence: 0 };
  return { id, question, verdict: 'missing', ...nothing };
}
