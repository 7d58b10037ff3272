/** The external services of one question, with response times: live, or replayed from a record. */
import type { Execution, KnowledgeBase, ExecutionLimits } from '../../core/kb/knowledge-base';
import type { EntityChoice, EntityLinker, LinkedEntity, Linking } from '../../core/question/linking/linking';
import { EntityDirectory } from '../../core/query/entity-directory';
import type { ModelCompletion, LanguageModel, ModelRequest } from '../../core/model/language-model';

export interface Timed<Value> {
  readonly value: Value;
  /** An integer, so that sums do not depend on the order. */
  readonly milliseconds: number;
}

export interface TimedLinking extends Timed<Linking> {
  /** Number of queries to the KB. */
  readonly queries: number;
  /** Why the KB could not be reached. */
  readonly unreachable?: string;
}

export interface ExternalServices {
  /** The current date of the run, ISO 8601. */
  readonly date: string;
  readonly kb: Pick<KnowledgeBase, 'name' | 'complete'>;
  execute(query: string, limits: ExecutionLimits, signal: AbortSignal): Promise<Timed<Execution>>;
  link(
    question: string,
    chosen: readonly EntityChoice[] | undefined,
    signal: AbortSignal,
  ): Promise<TimedLinking>;
  find(typed: string, limit: number, signal: AbortSignal): Promise<Timed<readonly LinkedEntity[]>>;
  /** Absent without a model. */
  readonly model?: ExternalModel;
}

export interface ExternalModel extends Pick<LanguageModel, 'name' | 'where'> {
  complete(
    request: ModelRequest,
    onText: (part: string) => void,
    signal: AbortSignal,
  ): Promise<Timed<ModelCompletion>>;
}

export interface LiveServicePorts {
  readonly kb: KnowledgeBase;
  readonly linker: EntityLinker;
  /** How names and types of entities are read. */
  readonly reading: EntityDirectory['nameOptions'];
  readonly model?: LanguageModel;
  readonly date: string;
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number;
}

export function liveServices({ kb, linker, reading, model, date, now }: LiveServicePorts): ExternalServices {
  const timed = async <Value>(work: Promise<Value>): Promise<Timed<Value>> => {
    const began = now();
    const value = await work;
    return { value, milliseconds: Math.round(now() - began) };
  };
  return {
    date,
    kb: { name: kb.name, complete: kb.complete },
    execute: (query, limits, signal) => timed(kb.execute(query, limits, signal)),
    link: async (question, chosen, signal) => {
      let queries = 0;
      let unreachable: string | undefined;
      const counted: KnowledgeBase = {
        name: kb.name,
        complete: kb.complete,
        writable: false,
        async execute(...args) {
          queries++;
          const execution = await kb.execute(...args);
          if (execution.status === 'unreachable') unreachable ??= execution.message;
          return execution;
        },
        close: () => kb.close(),
      };
      const by = { kb: counted, directory: new EntityDirectory(counted, reading) };
      const linking = await timed(linker.link(question, chosen, signal, by));
      return { ...linking, queries, ...(unreachable !== undefined && { unreachable }) };
    },
    find: (typed, limit, signal) => timed(linker.find(typed, limit, signal)),
    ...(model && {
      model: {
        name: model.name,
        where: model.where,
        complete: (request, onText, signal) => timed(model.complete(request, onText, signal)),
      },
    }),
  };
}
