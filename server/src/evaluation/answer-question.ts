/** Answers one question of a dataset and records everything that external services reply. */
import { ask } from '../core/ask/ask';
import type { AskTrace } from '../core/ask/ask-events';
import type { AskOptions, AskPorts } from '../core/ask/ask-ports';
import { drain } from '../core/query/drain';
import { withBudget, type Budget } from '../core/model/budget';
import type { Prices } from '../core/model/usage';
import type { EntityDirectory } from '../core/query/entity-directory';
import type { EvalQuestion } from './eval-question';
import { withGoldAnswers } from './gold-answers';
import { withOracles } from './oracles';
import type { Prediction, Times } from './prediction';
import { predictionOf } from './prediction-of';
import type { QuestionRecord } from './question-record';
import type { ExternalServices } from './record/services';
import { recordedPorts, type ServiceFailure } from './record/recorded-ports';
import { retrievedFor } from './retrieved-for';
import type { Oracle } from './switches';

/** What all questions share. */
export interface EvalParts extends Pick<AskPorts, 'schema' | 'retriever' | 'ranker' | 'onDefect'> {
  /** How names and types of entities are read. */
  readonly reading: EntityDirectory['reading'];
  /** Absent without a model. */
  readonly words?: Pick<NonNullable<AskPorts['model']>, 'prompts' | 'exemplars'>;
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number;
}

export interface EvalOptions {
  readonly ask: AskOptions;
  readonly gold: 'dataset' | 'kb';
  readonly oracle: readonly Oracle[];
  /** Of one question. */
  readonly budget: Budget;
  readonly prices?: Prices | undefined;
}

/** The result of a question. */
export interface Evaluated {
  /** With the answers that gold has on the KB, if these were wanted. */
  readonly question: EvalQuestion;
  readonly prediction: Prediction;
  readonly times: Times;
  readonly trace: AskTrace;
  readonly record: QuestionRecord;
  /** The KB or the model failed, so the result says nothing about the question. */
  readonly failure?: ServiceFailure;
}

/** Rejects only when `signal` is aborted. */
export async function answerQuestion(
  given: EvalQuestion,
  services: ExternalServices,
  parts: EvalParts,
  options: EvalOptions,
  signal: AbortSignal,
): Promise<Evaluated> {
  const { schema, retriever, ranker, onDefect, words } = parts;
  const recorded = recordedPorts(services, parts.reading, parts.now);
  const { model, ...ports } = recorded.ports;
  const { kb } = ports.kb;
  const gold = { kb, schema, date: services.date };
  const { question, troubles } = await withGoldAnswers(given, gold, options.gold, options.ask.limits, signal);
  const { task, judge } = await withOracles(
    question,
    options.oracle,
    { schema, linker: ports.linker },
    signal,
  );
  const counted = model && withBudget(model, options.budget, options.prices);
  const effects = new Set<string>();
  const all: AskPorts = {
    ...ports,
    schema,
    retriever,
    ranker,
    onDefect,
    onEffect: (code) => effects.add(code),
    ...(judge && { judge }),
    ...(counted && words && { model: { ...counted, ...words } }),
  };
  // The time for gold, and for retrieval that is only scored, does not count.
  const [began, before] = [parts.now(), recorded.waited()];
  const asked = await drain(ask(task, all, options.ask, signal), () => undefined);
  const milliseconds = Math.round(parts.now() - began);
  const waited = recorded.waited();
  const trace = { ...asked, milliseconds };
  const retrieved = await retrievedFor(task, trace.linking, all, options.ask, signal);
  const prediction = predictionOf(question.id, trace, { retrieved, effects: [...effects].sort() });
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
