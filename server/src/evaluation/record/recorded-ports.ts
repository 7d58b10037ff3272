/** The ports of one question. They record everything that the external services reply. */
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

/** A service could not be asked, so the result of the question says nothing about it. */
export interface ServiceFailure {
  readonly service: 'model' | 'kb';
  readonly reason: ModelFault;
  readonly message: string;
}

export interface Recording {
  readonly ports: RecordedPorts;
  readonly record: (id: string) => QuestionRecord;
  /** The first one. */
  readonly failure: () => ServiceFailure | undefined;
  /** How long the question has waited for services. */
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
  reading: EntityDirectory['reading'],
  now: () => number,
): Recording {
  const { date } = services;
  const noted: Pick<Entries, 'linkings' | 'finds' | 'executions' | 'completions'> = {
    linkings: [],
    finds: [],
    executions: [],
    completions: [],
  };
  const waits = { kb: new Stopwatch(now), model: new Stopwatch(now) };
  let failure: ServiceFailure | undefined;
  /**
   * Counts only the time that services take, not how busy this machine is, so that a replay reaches the same limits. A service that
   * never replies is stopped by the real clock.
   */
  let clock = 0;

  const reportUnreachable = (message: string): void => {
    failure ??= { service: 'kb', reason: 'unreachable', message };
  };
  const kb: KnowledgeBase = {
    ...services.kb,
    writable: false,
    async execute(query, limits, signal) {
      const { value: execution, milliseconds } = await waits.kb.during(
        services.execute(query, limits, signal),
      );
      clock += milliseconds;
      noted.executions.push({ query, limits, execution, milliseconds });
      if (execution.status === 'unreachable') reportUnreachable(execution.message);
      return execution;
    },
    close: () => Promise.resolve(),
  };
  const linker: EntityLinker = {
    async link(question, chosen, signal, by) {
      const took = await services.link(question, chosen, signal);
      const { value: linking, milliseconds, queries, unreachable } = took;
      clock += milliseconds;
      if (unreachable !== undefined) reportUnreachable(unreachable);
      by?.count?.(queries);
      noted.linkings.push({ question, ...(chosen && { chosen }), linking, queries, milliseconds });
      return linking;
    },
    async find(typed, most, signal) {
      const { value: found, milliseconds } = await services.find(typed, most, signal);
      clock += milliseconds;
      noted.finds.push({ typed, most, found, milliseconds });
      return found;
    },
  };
  const recordedModel = (model: ExternalModel): LanguageModel => ({
    name: model.name,
    where: model.where,
    async complete(request, tell, signal) {
      const { value: completion, milliseconds } = await waits.model.during(
        model.complete(request, tell, signal),
      );
      clock += milliseconds;
      noted.completions.push({ request, completion, milliseconds });
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
      ...noted,
    }),
    failure: () => failure,
    waited: () => ({ kb: waits.kb.soFar, model: waits.model.soFar }),
  };
}

/** Adds up waiting times. Requests at the same time count once. */
class Stopwatch {
  private running = 0;
  private since = 0;
  private sum = 0;

  constructor(private readonly now: () => number) {}

  get soFar(): number {
    return Math.round(this.sum);
  }

  async during<Value>(work: Promise<Value>): Promise<Value> {
    if (!this.running++) this.since = this.now();
    try {
      return await work;
    } finally {
      if (!--this.running) this.sum += this.now() - this.since;
    }
  }
}
