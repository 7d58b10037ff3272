/**
 * Enumerates logical forms from the facts around the linked entities, ranks them with a learned model, and runs them in order
 * until one has an answer. A model, if available, composes a logical form from the best candidates, which is run first.
 */
import { answersOf } from '../../repair/answers-of';
import { printSExpr } from '../../logical-form/print-sexpr';
import { toSparql } from '../../logical-form/to-sparql';
import { parseQuery } from '../../language/sparql/parse';
import { asOf } from '../../candidates/rank/linked-question';
import { surroundingsFor } from '../surroundings-for';
import type { AskEvent, CandidateQuery } from '../ask-events';
import type { AskOptions, AskPorts, AskTask } from '../ask-ports';
import type { Linking } from '../../question/linking/linking';
import { rounded } from '../confidence';
import { withoutTypeNouns } from '../names-in-question';
import { rank, type Ranking } from '../../candidates/rank/rank';
import { silenceFactor, ruleFactor } from '../../candidates/rank/confidence';
import { noAnswer, type Strategy, type StrategyOutcome } from '../strategy';
import { composeForm } from './rng-kbqa/compose-form';
import { mentionsLinkedEntity, explainMissing } from './rng-kbqa/explain-missing';
import { formsOf, hasExpectedType, type RankedForm, withConfidence } from './rng-kbqa/forms';
import { unsupportedReason } from './rng-kbqa/unsupported-question';

export const rngKbqa: Strategy = {
  name: 'rng-kbqa',
  needsModel: false,
  run: (task, linking, ports, options, signal) => new Run(task, linking, ports, options, signal).run(),
};

type Telling<Result> = AsyncGenerator<AskEvent, Result>;

class Run {
  private executed = 0;
  /** The rank of the logical form with the answer, if it was ranked. */
  private chosenPlace: number | undefined;
  /** Rank by query. */
  private readonly places = new Map<string, number>();

  constructor(
    private readonly task: AskTask,
    private readonly linking: Linking,
    private readonly ports: AskPorts,
    private readonly options: AskOptions,
    private readonly signal: AbortSignal,
  ) {}

  async *run(): Telling<StrategyOutcome> {
    const { task, linking, ports, options, signal } = this;
    const refusal = ports.model ? undefined : unsupportedReason(task.question, linking);
    if (refusal !== undefined) return noAnswer('failed', refusal);
    yield { type: 'progress', message: 'Reading the facts around the entities' };
    const around = surroundingsFor(task, ports, options);
    const named = withoutTypeNouns(task.question, linking);
    const ranking = await rank(task.question, named, { ...ports, around }, signal);
    const forms = formsOf(ranking, Math.max(options.rngKbqa.keep, options.rngKbqa.executed), ports.schema);
    yield {
      type: 'candidates',
      count: ranking.ranked.length,
      best: forms.slice(0, options.rngKbqa.keep).map(({ path }) => path),
    };
    const composed = yield* this.compose(forms);
    const considered = yield* this.execute([...composed, ...forms]);
    return await this.decide(considered, ranking, composed.length > 0);
  }

  /** If the model fails, the ranked list is used. */
  private async *compose(forms: readonly RankedForm[]): Telling<readonly RankedForm[]> {
    const { model } = this.ports;
    if (!model || !forms.length) return [];
    const shown = forms.slice(0, this.options.rngKbqa.shown);
    const { thought, form, trouble } = await composeForm(
      this.task.question,
      shown,
      this.linking,
      model,
      this.ports.schema,
      this.signal,
    );
    if (trouble !== undefined) yield { type: 'trouble', message: trouble };
    if (thought !== undefined) yield { type: 'thought', purpose: 'compose-form', text: thought };
    if (!form) return [];
    const score = (forms[0]?.score ?? 0) + 1;
    return [
      { expr: form, path: printSExpr(form), score, because: ['The model composed it from the candidates.'] },
    ];
  }

  /** Runs the best first, until one has an answer. */
  private async *execute(forms: readonly RankedForm[]): Telling<readonly CandidateQuery[]> {
    const { schema, kb } = this.ports;
    const considered: CandidateQuery[] = [];
    const seen = new Set<string>();
    for (const form of forms) {
      const { expr, path, score, because } = form;
      const query = toSparql(expr, schema, asOf(this.ports));
      if (seen.has(query)) continue;
      seen.add(query);
      if (form.place !== undefined) this.places.set(query, form.place);
      const candidate: CandidateQuery = {
        query,
        sexpr: printSExpr(expr),
        path,
        score,
        because,
        findings: [],
        chosen: false,
      };
      const known = considered.some(({ chosen }) => chosen);
      if (known || this.executed >= this.options.rngKbqa.executed) {
        if (considered.length >= this.options.rngKbqa.keep) break;
        considered.push(candidate);
        continue;
      }
      this.executed++;
      const execution = await kb.kb.execute(query, this.options.limits, this.signal);
      const answers = answersOf(parseQuery(query, this.options.dialect), execution) ?? [];
      const one: CandidateQuery = {
        ...candidate,
        execution,
        answers,
        chosen:
          answers.length > 0 &&
          answers.join() !== '0' &&
          (await hasExpectedType(form, answers, this.task.question, this.ports, this.signal)),
      };
      if (one.chosen) this.chosenPlace = form.place;
      considered.push(one);
      yield { type: 'considered', considered: one };
    }
    const chosen = considered.find((one) => one.chosen);
    return chosen ? [chosen, ...considered.filter((one) => one !== chosen)] : considered;
  }

  private async decide(
    considered: readonly CandidateQuery[],
    ranking: Ranking,
    composed: boolean,
  ): Promise<StrategyOutcome> {
    const { ports, options, task, linking } = this;
    const chosen = considered.find((one) => one.chosen);
    const sureness = ranking.sureness(this.chosenPlace ?? 0);
    const saying = ports.ranker.confidence(sureness) * silenceFactor(sureness);
    const left = ({ query }: CandidateQuery): number => ruleFactor(this.places.get(query), ranking);
    const confidence = rounded(saying * (chosen ? left(chosen) : 1));
    const outcome = {
      considered: composed || !chosen ? considered : withConfidence(considered, chosen, saying, left),
      confidence,
      rounds: this.executed,
    };
    if (!chosen)
      return noAnswer('nothing', 'No candidate query has an answer.', { considered, rounds: this.executed });
    // A model that composed the logical form has judged it already.
    if (confidence >= options.threshold || composed)
      return {
        ...outcome,
        verdict: 'answer',
        because: chosen.because,
        explanation:
          ranking.ranked.length === 1
            ? 'The only candidate query.'
            : `Best of ${ranking.ranked.length} candidate queries, ranked by how well they match the question.`,
      };
    await ports.retriever.prepare(this.signal, 'relations');
    const nearest = mentionsLinkedEntity(chosen, linking) ? chosen : undefined;
    return {
      ...outcome,
      considered: nearest ? outcome.considered : considered.map((one) => ({ ...one, chosen: false })),
      verdict: 'unanswerable',
      confidence: 1 - confidence,
      ...explainMissing(task.question, linking, ranking, nearest, ports),
    };
  }
}
