/** One question of a dataset, from what comes from outside to its prediction. */
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
import type { Outside } from './record/outside';
import { recordedPorts, type Disturbance } from './record/recorded-ports';
import { retrievedFor } from './retrieved-for';
import type { Oracle } from './switches';

/** What is the same for all questions, and comes along. */
export interface EvalParts extends Pick<AskPorts, 'schema' | 'retriever' | 'ranker' | 'onDefect'> {
  /** How what the KB says of entities is read. */
  readonly reading: EntityDirectory['reading'];
  /** Absent where there is no model. */
  readonly words?: Pick<NonNullable<AskPorts['model']>, 'prompts' | 'exemplars'>;
  /** Milliseconds, from anywhere: how long a question takes. */
  readonly now: () => number;
}

export interface EvalOptions {
  readonly ask: AskOptions;
  readonly gold: 'dataset' | 'kb';
  readonly oracle: readonly Oracle[];
  /** What one question may spend. */
  readonly budget: Budget;
  readonly prices?: Prices | undefined;
}

/** All that came of a question. */
export interface Evaluated {
  /** With gold's answers as they are on the KB, where these were wanted. */
  readonly question: EvalQuestion;
  readonly prediction: Prediction;
  readonly times: Times;
  readonly trace: AskTrace;
  readonly record: QuestionRecord;
  /** Somebody outside could not be asked. */
  readonly disturbance?: Disturbance;
}

/** Rejects only when `signal` is aborted. */
export async function answerQuestion(
  given: EvalQuestion,
  outside: Outside,
  parts: EvalParts,
  options: EvalOptions,
  signal: AbortSignal,
): Promise<Evaluated> {
  const { schema, retriever, ranker, onDefect, words } = parts;
  const recorded = recordedPorts(outside, parts.reading, parts.now);
  const { model, ...ports } = recorded.ports;
  const { kb } = ports.kb;
  const gold = { kb, schema, date: outside.date };
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
  // What gold takes is not what the question takes, and neither is what is retrieved to be scored.
  const [began, before] = [parts.now(), recorded.waited()];
  const asked = await drain(ask(task, all, options.ask, signal), () => undefined);
  const milliseconds = Math.round(parts.now() - began);
  const waited = recorded.waited();
  const trace = { ...asked, milliseconds };
  const retrieved = await retrievedFor(task, trace.linking, all, options.ask, signal);
  const prediction = predictionOf(question.id, trace, { retrieved, effects: [...effects].sort() });
  const disturbance = recorded.disturbance();
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
    ...(disturbance && { disturbance }),
  };
}
