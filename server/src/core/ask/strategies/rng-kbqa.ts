/**
 * RnG-KBQA: enumerates logical forms from the facts around the linked entities, ranks them with trained weights, and runs them in
 * order until one has an answer. A language model, if available, composes a form from the best ones, which is run first.
 */
import { answersOf } from '../../repair/answers-of';
import { printSExpr } from '../../logical-form/print-sexpr';
import { toSparql } from '../../logical-form/to-sparql';
import { parseQuery } from '../../language/sparql/parse';
import { asOf } from '../../candidates/rank/linked-question';
import { surroundingsFor } from '../surroundings-for';
import type { AskProgress, CandidateQuery } from '../ask-events';
import type { AskOptions, AskPorts, AskTask } from '../ask-ports';
import type { Linking } from '../../question/linking/linking';
import { roundConfidence } from '../confidence';
import { withoutTypeNouns } from '../names-in-question';
import { rankCandidates, type Ranking } from '../../candidates/rank/rank';
import { coverageFactor, ruleFactor } from '../../candidates/rank/confidence';
import { noAnswer, type Strategy, type StrategyOutcome } from '../strategy';
import { composeForm } from './rng-kbqa/compose-form';
import { mentionsLinkedEntity, explainMissing } from './rng-kbqa/explain-missing';
import { toForms, hasExpectedType, type RankedForm, withConfidence } from './rng-kbqa/forms';
import { unsupportedReason } from './rng-kbqa/unsupported-question';

export const rngKbqa: Strategy = {
  name: 'rng-kbqa',
  needsModel: false,
  run: (task, linking, ports, options, signal) => new Search(task, linking, ports, options, signal).run(),
};

class Search {
  private executed = 0;
  /** The rank of the logical form with the answer, if it was ranked. */
  private chosenRank: number | undefined;
  private readonly rankOfQuery = new Map<string, number>();

  constructor(
    private readonly task: AskTask,
    private readonly linking: Linking,
    private readonly ports: AskPorts,
    private readonly options: AskOptions,
    private readonly signal: AbortSignal,
  ) {}

  async *run(): AskProgress<StrategyOutcome> {
    const { task, linking, ports, options, signal } = this;
    const refusal = ports.model ? undefined : unsupportedReason(task.question, linking);
    if (refusal !== undefined) return noAnswer('failed', refusal);
    yield { type: 'progress', message: 'Reading the facts around the entities' };
    const around = surroundingsFor(task, ports, options);
    const named = withoutTypeNouns(task.question, linking);
    const ranking = await rankCandidates(task.question, named, { ...ports, around }, signal);
    const forms = toForms(ranking, Math.max(options.rngKbqa.keep, options.rngKbqa.executed), ports.schema);
    yield {
      type: 'candidates',
      count: ranking.ranked.length,
      best: forms.slice(0, options.rngKbqa.keep).map(({ path }) => path),
    };
    const composed = yield* this.compose(forms);
    const considered = yield* this.execute([...composed, ...forms]);
    return await this.decide(considered, ranking, composed.length > 0);
  }

  /** Returns no form if the model fails. */
  private async *compose(forms: readonly RankedForm[]): AskProgress<readonly RankedForm[]> {
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

  /** Runs the forms in order until one has an answer, and returns that one first. */
  private async *execute(forms: readonly RankedForm[]): AskProgress<readonly CandidateQuery[]> {
    const { schema, kb } = this.ports;
    const considered: CandidateQuery[] = [];
    const seen = new Set<string>();
    for (const form of forms) {
      const { expr, path, score, because } = form;
      const query = toSparql(expr, schema, asOf(this.ports));
      if (seen.has(query)) continue;
      seen.add(query);
      if (form.rank !== undefined) this.rankOfQuery.set(query, form.rank);
      const candidate: CandidateQuery = {
        query,
        sexpr: printSExpr(expr),
        path,
        score,
        because,
        findings: [],
        chosen: false,
      };
      const hasAnswer = considered.some(({ chosen }) => chosen);
      if (hasAnswer || this.executed >= this.options.rngKbqa.executed) {
        if (considered.length >= this.options.rngKbqa.keep) break;
        considered.push(candidate);
        continue;
      }
      this.executed++;
      const execution = await kb.kb.execute(query, this.options.limits, this.signal);
      const answers = answersOf(parseQuery(query, this.options.dialect), execution) ?? [];
      const executed: CandidateQuery = {
        ...candidate,
        execution,
        answers,
        chosen:
          answers.length > 0 &&
          answers.join() !== '0' &&
          (await hasExpectedType(form, answers, this.task.question, this.ports, this.signal)),
      };
      if (executed.chosen) this.chosenRank = form.rank;
      considered.push(executed);
      yield { type: 'considered', considered: executed };
    }
    const chosen = considered.find((candidate) => candidate.chosen);
    return chosen ? [chosen, ...considered.filter((candidate) => candidate !== chosen)] : considered;
  }

  private async decide(
    considered: readonly CandidateQuery[],
    ranking: Ranking,
    isComposed: boolean,
  ): Promise<StrategyOutcome> {
    const { ports, options, task, linking, executed: rounds } = this;
    const chosen = considered.find((candidate) => candidate.chosen);
    if (!chosen) return noAnswer('nothing', 'No candidate query has an answer.', { considered, rounds });
    const features = ranking.confidenceFeatures(this.chosenRank ?? 0);
    const baseConfidence = ports.ranker.confidence(features) * coverageFactor(features);
    const factorOf = ({ query }: CandidateQuery): number => ruleFactor(this.rankOfQuery.get(query), ranking);
    const confidence = roundConfidence(baseConfidence * factorOf(chosen));
    const rated = isComposed ? considered : withConfidence(considered, chosen, baseConfidence, factorOf);
    // The model has judged the logical form that it composed.
    if (confidence >= options.threshold || isComposed)
      return {
        considered: rated,
        confidence,
        rounds,
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
      considered: nearest ? rated : considered.map((candidate) => ({ ...candidate, chosen: false })),
      verdict: 'unanswerable',
      confidence: 1 - confidence,
      rounds,
      ...explainMissing(task.question, linking, ranking, nearest, ports),
    };
  }
}
