/** Answers one question of a dataset and records all replies of external services. */
import { ask } from '../core/ask/ask';
import type { AskTrace, CandidateQuery } from '../core/ask/ask-events';
import type { Linking } from '../core/question/linking/linking';
import type { AskOptions, AskPorts, AskTask } from '../core/ask/ask-ports';
import { drain } from '../core/query/drain';
import { withBudget, type ModelBudget } from '../core/model/budget';
import type { ExemplarStore } from '../core/model/prompts/prompt-library';
import type { Prices } from '../core/model/usage';
import type { EntityDirectory } from '../core/query/entity-directory';
import type { EvalQuestion } from './eval-question';
import { withGoldAnswers } from './gold-answers';
import { withOracles } from './oracles';
import type { Prediction, QuestionTimes, PredictedAttempt } from './prediction';
import type { QuestionRecord } from './question-record';
import type { ExternalServices } from './record/services';
import { recordedPorts, type ServiceFailure } from './record/recorded-ports';
import type { Oracle } from './switches';
import { likelyEntities, withoutMentions } from '../core/ask/names-in-question';
import { rankContext, relationsOfEntities } from '../core/ask/strategies/retrieve-context';
import { rankPaths, schemaPaths } from '../core/question/retrieval/paths';
import { isChecked } from '../core/repair/checks';
import type { Finding } from '../core/check/verifier';

/** The parts of the system that all questions of a run share. */
export interface EvalParts extends Pick<AskPorts, 'schema' | 'retriever' | 'ranker' | 'onDefect'> {
  /** How names and types of entities are read. */
  readonly reading: EntityDirectory['nameOptions'];
  /** Prompts and exemplars; absent without a model. */
  readonly promptSources?: Pick<NonNullable<AskPorts['model']>, 'prompts' | 'exemplars'>;
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number;
}

export interface EvalOptions {
  readonly ask: AskOptions;
  readonly gold: 'dataset' | 'kb';
  readonly oracle: readonly Oracle[];
  /** The budget of one question. */
  readonly budget: ModelBudget;
  readonly prices?: Prices | undefined;
}

/** The result of one question. */
export interface EvaluatedQuestion {
  /** Includes the gold answers on the KB if `gold` is `kb`. */
  readonly question: EvalQuestion;
  readonly prediction: Prediction;
  readonly times: QuestionTimes;
  readonly trace: AskTrace;
  readonly record: QuestionRecord;
  /** The KB or the model failed, so the result is not valid. */
  readonly failure?: ServiceFailure;
}

/** Rejects only when `signal` is aborted. */
export async function answerQuestion(
  original: EvalQuestion,
  services: ExternalServices,
  parts: EvalParts,
  options: EvalOptions,
  signal: AbortSignal,
): Promise<EvaluatedQuestion> {
  const { schema, retriever, ranker, onDefect, promptSources } = parts;
  const recorded = recordedPorts(services, parts.reading, parts.now);
  const { model, ...ports } = recorded.ports;
  const { kb } = ports.kb;
  const gold = { kb, schema, date: services.date };
  const { question, troubles } = await withGoldAnswers(
    original,
    gold,
    options.gold,
    options.ask.limits,
    signal,
  );
  const { task, judge } = await withOracles(
    question,
    options.oracle,
    { schema, linker: ports.linker },
    signal,
  );
  const counted = model && withBudget(model, options.budget, options.prices);
  const effects = new Set<string>();
  let isExemplar = false as boolean;
  const askPorts: AskPorts = {
    ...ports,
    schema,
    retriever,
    ranker,
    onDefect,
    onEffect: (code) => effects.add(code),
    ...(judge && { judge }),
    ...(counted &&
      promptSources && {
        model: {
          ...counted,
          ...promptSources,
          // A model must not be shown the gold query of the question.
          exemplars: {
            nearest: (asked, limit) => {
              isExemplar ||= limit > 0 && hasExemplar(promptSources.exemplars, question);
              return promptSources.exemplars.nearest(asked, limit, { except: question.question });
            },
          },
        },
      }),
  };
  // Excludes the time for gold and for retrieval that is only scored.
  const [began, before] = [parts.now(), recorded.waited()];
  const untimedTrace = await drain(ask(task, askPorts, options.ask, signal), () => undefined);
  const milliseconds = Math.round(parts.now() - began);
  const waited = recorded.waited();
  const trace = { ...untimedTrace, milliseconds };
  const retrieved = await retrieveForRecall(task, trace.linking, askPorts, options.ask, signal);
  const prediction = toPrediction(question.id, trace, {
    ...(isExemplar && { isExemplar }),
    retrieved,
    effects: [...effects].sort(),
  });
  const failure = recorded.failure();
  return {
    question,
    prediction: troubles.length
      ? { ...prediction, troubles: [...troubles, ...prediction.troubles] }
      : prediction,
    times: {
      id: question.id,
      milliseconds,
      kbMilliseconds: waited.kb - before.kb,
      modelMilliseconds: waited.model - before.model,
    },
    trace,
    record: recorded.record(question.id),
    ...(failure && { failure }),
  };
}

/** Whether the exemplars contain the question itself, which is then the nearest. */
function hasExemplar(exemplars: ExemplarStore, { question }: EvalQuestion): boolean {
  const [nearest] = exemplars.nearest(question, 1);
  const [allowed] = exemplars.nearest(question, 1, { except: question });
  return nearest !== allowed;
}

/** Recall is measured up to this rank. */
const MAX_RANK = 50;
const MAX_ENTITIES = 5;

/**
 * Retrieves schema elements to measure recall, whether the strategy uses them or not. Lists those that a prompt would contain first.
 * Rejects only when `signal` is aborted.
 */
async function retrieveForRecall(
  task: AskTask,
  linking: Linking,
  ports: Pick<AskPorts, 'schema' | 'kb' | 'retriever'>,
  { limits, funFusic }: Pick<AskOptions, 'limits' | 'funFusic'>,
  signal: AbortSignal,
): Promise<Prediction['retrieved']> {
  const real = await relationsOfEntities(task, linking, ports, limits, signal);
  await ports.retriever.prepare(signal);
  const shown = rankContext(task, linking, real, ports, { ...funFusic, paths: 0 });
  const more = rankContext(task, linking, real, ports, { relations: MAX_RANK, classes: MAX_RANK, paths: 0 });
  const question = withoutMentions(task.question, linking);
  const types = new Set(likelyEntities(linking, MAX_ENTITIES).flatMap((entity) => entity.types));
  const paths = rankPaths(question, schemaPaths(types, ports.schema, new Set(real)), ports, MAX_RANK);
  return {
    relations: [...new Set([...shown.relations, ...more.relations])].slice(0, MAX_RANK),
    classes: more.classes,
    paths: paths.map(({ steps }) =>
      steps.map(({ relation, reverse }) => `${reverse ? '^' : ''}${relation}`).join(' '),
    ),
  };
}

/** Converts a trace to a line of `predictions.jsonl`. */
function toPrediction(
  id: string,
  trace: AskTrace,
  { isExemplar, retrieved, effects }: Pick<Prediction, 'isExemplar' | 'retrieved' | 'effects'>,
): Prediction {
  const { question, result, strategy, fellBackFrom, rounds, queries, usage, linking, troubles, capped } =
    trace;
  const { kind, level, answers, more, sexpr, confidence, explanation } = result;
  return {
    id,
    question,
    kind,
    ...(level && { level }),
    answers: answers.map(({ value }) => value),
    names: answers.map(({ name }) => name),
    ...(more === true && { more }),
    query: predictedQuery(trace),
    ...(sexpr !== undefined && { sexpr }),
    strategy,
    ...(fellBackFrom && { fellBackFrom }),
    confidence: confidence.value,
    rounds,
    queries,
    usage,
    ...(capped && { capped }),
    ...(isExemplar && { isExemplar }),
    entities: linking.entities.map((entity) => entity.id),
    retrieved,
    attempts: toAttempts(trace),
    ...(effects && { effects }),
    explanation,
    troubles,
  };
}

/** Null if the query does not ask the question: then it is only the closest one. */
function predictedQuery({ result: { kind, level, query } }: AskTrace): string | null {
  const asksQuestion = kind === 'answer' || (kind === 'unanswerable' && level === 'data');
  return (asksQuestion ? query : undefined) ?? null;
}

/** The attempts of the repair loop, or the candidates of other strategies. */
function toAttempts({ repair, considered, result }: AskTrace): readonly PredictedAttempt[] {
  const isChosen = (query: string): boolean => result.kind === 'answer' && query === result.query;
  if (!repair) return considered.map((each) => toAttempt(each, each.checked === true, each.chosen));
  return repair.attempts.map((attempt) => toAttempt(attempt, isChecked(attempt), isChosen(attempt.query)));
}

function toAttempt(
  { query, sexpr, answers, findings }: Pick<CandidateQuery, 'query' | 'sexpr' | 'answers' | 'findings'>,
  checked: boolean,
  chosen: boolean,
): PredictedAttempt {
  return {
    query,
    ...(sexpr !== undefined && { sexpr }),
    ...(answers && { answers }),
    findings: findings.map(toPredictedFinding),
    checked,
    chosen,
  };
}

function toPredictedFinding({ code, rule, strength }: Finding): PredictedAttempt['findings'][number] {
  return { code, ...(rule !== undefined && { rule }), strength };
}
