/** The ports of one question over what comes from outside, of which all is written down. */
import type { AskPorts } from '../../core/ask/ask-ports';
import type { EntityLinker } from '../../core/question/linking/linking';
import type { KnowledgeBase } from '../../core/kb/knowledge-base';
import type { LanguageModel, ModelFault } from '../../core/model/language-model';
import { EntityDirectory } from '../../core/query/entity-directory';
import { QUESTION_RECORD_FORMAT, QUESTION_RECORD_VERSION, type QuestionRecord } from '../question-record';
import type { Outside, OutsideModel } from './outside';

export type PortsFromOutside = Pick<AskPorts, 'kb' | 'linker' | 'now' | 'date'> & {
  readonly model?: LanguageModel;
};

/** That somebody outside could not be asked: what comes of the question then says nothing about it. */
export interface Disturbance {
  readonly who: 'model' | 'kb';
  readonly reason: ModelFault;
  readonly message: string;
}

export interface Recorded {
  readonly ports: PortsFromOutside;
  readonly record: (id: string) => QuestionRecord;
  /** The first. */
  readonly disturbance: () => Disturbance | undefined;
  /** How long others were waited for, so far. */
  readonly waited: () => { readonly kb: number; readonly model: number };
}

type Entries = {
  -readonly [Part in keyof QuestionRecord]: QuestionRecord[Part] extends readonly (infer Entry)[]
    ? Entry[]
    : never;
};

/** `now` is in milliseconds, from anywhere. */
export function recordedPorts(
  outside: Outside,
  reading: EntityDirectory['reading'],
  now: () => number,
): Recorded {
  const { date } = outside;
  const noted: Pick<Entries, 'linkings' | 'finds' | 'executions' | 'completions'> = {
    linkings: [],
    finds: [],
    executions: [],
    completions: [],
  };
  const waits = { kb: new Waiting(now), model: new Waiting(now) };
  let disturbance: Disturbance | undefined;
  /**
   * Only what others take counts, so that a replay strikes the same caps: not how busy this machine is. What never comes is
   * stopped by the clock on the wall all the same.
   */
  let clock = 0;

  const away = (message: string): void => {
    disturbance ??= { who: 'kb', reason: 'unreachable', message };
  };
  const kb: KnowledgeBase = {
    ...outside.kb,
    writable: false,
    async execute(query, limits, signal) {
      const { value: execution, milliseconds } = await waits.kb.during(
        outside.execute(query, limits, signal),
      );
      clock += milliseconds;
      noted.executions.push({ query, limits, execution, milliseconds });
      if (execution.status === 'unreachable') away(execution.message);
      return execution;
    },
    close: () => Promise.resolve(),
  };
  const linker: EntityLinker = {
    async link(question, chosen, signal, by) {
      const took = await outside.link(question, chosen, signal);
      const { value: linking, milliseconds, queries, unreachable } = took;
      clock += milliseconds;
      if (unreachable !== undefined) away(unreachable);
      by?.count?.(queries);
      noted.linkings.push({ question, ...(chosen && { chosen }), linking, queries, milliseconds });
      return linking;
    },
    async find(typed, most, signal) {
      const { value: found, milliseconds } = await outside.find(typed, most, signal);
      clock += milliseconds;
      noted.finds.push({ typed, most, found, milliseconds });
      return found;
    },
  };
  const heard = (model: OutsideModel): LanguageModel => ({
    name: model.name,
    where: model.where,
    async complete(request, tell, signal) {
      const { value: completion, milliseconds } = await waits.model.during(
        model.complete(request, tell, signal),
      );
      clock += milliseconds;
      noted.completions.push({ request, completion, milliseconds });
      if (completion.status === 'failed' && completion.reason !== 'bad-request')
        disturbance ??= { who: 'model', reason: completion.reason, message: completion.message };
      return completion;
    },
  });
  return {
    ports: {
      kb: { kb, directory: new EntityDirectory(kb, reading) },
      linker,
      now: () => clock,
      date: () => date,
      ...(outside.model && { model: heard(outside.model) }),
    },
    record: (id) => ({
      format: QUESTION_RECORD_FORMAT,
      version: QUESTION_RECORD_VERSION,
      id,
      date,
      ...noted,
    }),
    disturbance: () => disturbance,
    waited: () => ({ kb: waits.kb.soFar, model: waits.model.soFar }),
  };
}

/** How long somebody is waited for: what is asked at the same time is waited for once. */
class Waiting {
  private underWay = 0;
  private since = 0;
  private sum = 0;

  constructor(private readonly now: () => number) {}

  get soFar(): number {
    return Math.round(this.sum);
  }

  async during<Value>(work: Promise<Value>): Promise<Value> {
    if (!this.underWay++) this.since = this.now();
    try {
      return await work;
    } finally {
      if (!--this.underWay) this.sum += this.now() - this.since;
    }
  }
}
