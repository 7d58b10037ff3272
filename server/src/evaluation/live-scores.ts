/** The scores of a run that is not at its end, worked out as its predictions come: each question is scored once. */
import type { KbSchema } from '../core/schema/schema';
import type { EvalQuestion } from './eval-question';
import type { Prediction } from './prediction';
import type { ScoredQuestion, Scores } from './report';
import type { ScoredSoFar } from './run-view';
import { bootstrap } from './score/bootstrap';
import { kindsOf, scoresOver } from './score/groupings';
import { scoreQuestion } from './score/score-question';

export class LiveScores {
  private readonly scored = new Map<string, ScoredQuestion>();
  private readonly byId: Map<string, EvalQuestion>;

  /** `rest` lets others in between one piece of work and the next: nobody who types may notice. */
  constructor(
    private readonly questions: readonly EvalQuestion[],
    private readonly seed: number,
    private readonly schema: KbSchema,
    private readonly rest: () => Promise<void>,
  ) {
    this.byId = new Map(questions.map((one) => [one.id, one]));
  }

  /** `answered` are questions with the answers that gold has on the KB, which are known when the question ends. */
  async add(predictions: readonly Prediction[], answered: readonly EvalQuestion[]): Promise<void> {
    for (const question of answered) this.byId.set(question.id, question);
    for (const prediction of predictions) {
      const question = this.byId.get(prediction.id);
      if (question) this.scored.set(prediction.id, scoreQuestion(question, prediction, this.schema));
      await this.rest();
    }
  }

  /** Of f1R alone, which is all that a list shows. */
  summary(): Pick<ScoredSoFar, 'scores' | 'questions'> {
    const f1R = bootstrap(
      this.done.flatMap(({ scores }) => scores.f1R ?? []),
      this.seed,
    );
    return { scores: f1R ? { f1R } : {}, questions: this.all };
  }

  async whole(): Promise<ScoredSoFar> {
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
    await this.rest();
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
