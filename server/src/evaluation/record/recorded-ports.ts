/** Creates ports for one question that record all replies of the external services. */
import type { AskPorts } from '../../core/ask/ask-ports';
import type { EntityLinker } from '../../core/question/linking/linking';
import type { KnowledgeBase } from '../../core/kb/knowledge-base';
import type { LanguageModel, ModelFault } from '../../core/model/language-model';
import { EntityDirectory } from '../../core/query/entity-directory';
import { QUESTION_RECORD_FORMAT, QUESTION_RECORD_VERSION, type QuestionRecord } from '../question-record';
import type { ExternalServices, ExternalModel } from './services';

export type RecordedPorts = Pick<AskPorts, 'kb' | 'linker' | 'now' | 'date'> & {
  readonly model?: LanguageModel;
};

/** A service failed, so the result of the question is not valid. */
export interface ServiceFailure {
  readonly service: 'model' | 'kb';
  readonly reason: ModelFault;
  readonly message: string;
}

export interface Recording {
  readonly ports: RecordedPorts;
  readonly record: (id: string) => QuestionRecord;
  /** The first failure. */
  readonly failure: () => ServiceFailure | undefined;
  /** Total waiting time for each service, in milliseconds. */
  readonly waited: () => { readonly kb: number; readonly model: number };
}

type Entries = {
  -readonly [Part in keyof QuestionRecord]: QuestionRecord[Part] extends readonly (infer Entry)[]
    ? Entry[]
    : never;
};

/** `now` is a monotonic clock in milliseconds. */
export function recordedPorts(
  services: ExternalServices,
  reading: EntityDirectory['nameOptions'],
  now: () => number,
): Recording {
  const { date } = services;
  const entries: Pick<Entries, 'linkings' | 'finds' | 'executions' | 'completions'> = {
    linkings: [],
    finds: [],
    executions: [],
    completions: [],
  };
  const waits = { kb: new Stopwatch(now), model: new Stopwatch(now) };
  let failure: ServiceFailure | undefined;
  /**
   * Counts only the response times of services, not local computation, so that a replay reaches the same limits. The real clock
   * stops a service that never replies.
   */
  let clock = 0;

  const reportUnreachable = (message: string): void => {
    failure ??= { service: 'kb', reason: 'unreachable', message };
  };
  const kb: KnowledgeBase = {
    ...services.kb,
    writable: false,
    async execute(query, limits, signal) {
      const { value: execution, milliseconds } = await waits.kb.measure(
        services.execute(query, limits, signal),
      );
      clock += milliseconds;
      entries.executions.push({ query, limits, execution, milliseconds });
      if (execution.status === 'unreachable') reportUnreachable(execution.message);
      return execution;
    },
    close: () => Promise.resolve(),
  };
  const linker: EntityLinker = {
    async link(question, chosen, signal, by) {
      const timedLinking = await services.link(question, chosen, signal);
      const { value: linking, milliseconds, queries, unreachable } = timedLinking;
      clock += milliseconds;
      if (unreachable !== undefined) reportUnreachable(unreachable);
      by?.count?.(queries);
      entries.linkings.push({ question, ...(chosen && { chosen }), linking, queries, milliseconds });
      return linking;
    },
    async find(typed, limit, signal) {
      const { value: found, milliseconds } = await services.find(typed, limit, signal);
      clock += milliseconds;
      entries.finds.push({ typed, most: limit, found, milliseconds });
      return found;
    },
  };
  const recordedModel = (model: ExternalModel): LanguageModel => ({
    name: model.name,
    where: model.where,
    async complete(request, onText, signal) {
      const { value: completion, milliseconds } = await waits.model.measure(
        model.complete(request, onText, signal),
      );
      clock += milliseconds;
      entries.completions.push({ request, completion, milliseconds });
      if (completion.status === 'failed' && completion.reason !== 'bad-request')
        failure ??= { service: 'model', reason: completion.reason, message: completion.message };
      return completion;
    },
  });
  return {
    ports: {
      kb: { kb, directory: new EntityDirectory(kb, reading) },
      linker,
      now: () => clock,
      date: () => date,
      ...(services.model && { model: recordedModel(services.model) }),
    },
    record: (id) => ({
      format: QUESTION_RECORD_FORMAT,
      version: QUESTION_RECORD_VERSION,
      id,
      date,
      ...entries,
    }),
    failure: () => failure,
    waited: () => ({ kb: waits.kb.milliseconds, model: waits.model.milliseconds }),
  };
}

/** Sums waiting times. Concurrent requests count once. */
class Stopwatch {
  private running = 0;
  private since = 0;
  private sum = 0;

  constructor(private readonly now: () => number) {}

  get milliseconds(): number {
    return Math.round(this.sum);
  }

  async measure<Value>(work: Promise<Value>): Promise<Value> {
    if (!this.running++) this.since = this.now();
    try {
      return await work;
    } finally {
      if (!--this.running) this.sum += this.now() - this.since;
    }
  }
}
