/** Evaluates questions in this process, with the sample KB in the embedded engine and a scripted model over HTTP. */
import { join } from 'node:path';
import { askParts, openExemplars, openPrompts } from '../../server/src/compose/index';
import type { EvaluatedQuestion } from '../../server/src/evaluation/answer-question';
import type { EvalQuestion, Gold } from '../../server/src/evaluation/eval-question';
import { planRun, type EvaluationContext, type RunModel } from '../../server/src/evaluation/plan';
import type { EvaluationEvent } from '../../server/src/evaluation/progress';
import type { QuestionRecord } from '../../server/src/evaluation/question-record';
import { liveServices } from '../../server/src/evaluation/record/services';
import { runEvaluation, type RunOutcome } from '../../server/src/evaluation/run-evaluation';
import type { OpenRun, RunStorage, SavedRun } from '../../server/src/evaluation/storage';
import type { Oracle, Switch } from '../../server/src/evaluation/switches';
import type { AskOptions } from '../../server/src/core/ask/ask-ports';
import type { LanguageModel } from '../../server/src/core/model/language-model';
import { NO_USAGE } from '../../server/src/core/model/usage';
import { EntityDirectory } from '../../server/src/core/query/entity-directory';
import { sampleTurtle, storeKb, type StoreKb } from '../../tools/store-kb';
import { served } from '../adapters/model/served';
import { ASK_OPTIONS } from '../ask/story';
import { AGREEING_STEPS, addQueryPrefix } from '../support/story';
import { freebase } from '../support/check';
import { startModelServer, type ModelStep } from '../support/model-server';

export interface EvaluationOptions {
  readonly off?: readonly Switch[];
  readonly oracle?: readonly Oracle[];
  readonly options?: Partial<AskOptions>;
  readonly gold?: 'dataset' | 'kb';
  readonly concurrency?: number;
  /** Replies of the model; without any, no model is used. */
  readonly replies?: readonly ModelStep[];
}

export interface EvaluatedRun {
  readonly all: readonly EvaluatedQuestion[];
  /** The lines of `predictions.jsonl`, in the order of the questions. */
  readonly lines: readonly string[];
  readonly records: ReadonlyMap<string, QuestionRecord>;
  readonly outcome: RunOutcome;
  readonly events: readonly EvaluationEvent[];
}

/** The table of names belongs to the directory, so all runs share it. */
let shared: { readonly kb: StoreKb; readonly directory: EntityDirectory } | undefined;
const ROOT = join(import.meta.dirname, '..', '..');
const DATE = '2026-01-01T00:00:00.000Z';
const NEVER = new AbortController().signal;

export function question(text: string, gold: Partial<Gold> = {}): EvalQuestion {
  return { id: text, row: 1, question: text, gold: { parses: [], ...gold } };
}

/** Answers all questions live. */
export async function askAll(
  questions: readonly EvalQuestion[],
  asked: EvaluationOptions = {},
): Promise<EvaluatedRun> {
  const server =
    asked.replies && (await startModelServer([...asked.replies.map(addQueryPrefix), ...AGREEING_STEPS]));
  try {
    const model = server && served({ url: server.url, retries: 0 });
    return await run(questions, asked, { live: true, ...(model && { model: modelForRun(model) }) });
  } finally {
    await server?.close();
  }
}

/** Replays serialized records; with `live`, missing requests are sent to the KB. */
export function replayAll(
  questions: readonly EvalQuestion[],
  records: EvaluatedRun['records'],
  asked: EvaluationOptions & {
    readonly model?: Pick<LanguageModel, 'name' | 'where'>;
    readonly live?: boolean;
  } = {},
): Promise<EvaluatedRun> {
  const replay = {
    path: 'replayed',
    manifest: { options: { kb: { name: 'sample', complete: false }, model: asked.model } },
    questions,
    recordOf: (id: string) => Promise.resolve(JSON.parse(JSON.stringify(records.get(id))) as QuestionRecord),
  } as unknown as SavedRun;
  return run(questions, asked, { live: asked.live === true, replay });
}

function modelForRun(model: LanguageModel): RunModel {
  const { name, where } = model;
  return {
    name,
    where,
    prices: undefined,
    temperature: undefined,
    budget: NO_LIMITS,
    withSpending: () => ({ model, usage: () => NO_USAGE }),
    close: () => Promise.resolve(),
  };
}

const NO_LIMITS = { calls: 0, tokens: 0, money: 0 };

async function run(
  questions: readonly EvalQuestion[],
  { off = [], oracle = [], options, gold = 'dataset', concurrency = 1 }: EvaluationOptions,
  { live, model, replay }: { readonly live: boolean; readonly model?: RunModel; readonly replay?: SavedRun },
): Promise<EvaluatedRun> {
  const chosen = {
    questions,
    dataset: { name: 'test', shape: 'plain' as const, questions: questions.length, bad: 0 },
    sha256: '',
  };
  const request = {
    ...{
      out: 'out',
      ask: {},
      strategyOptions: new Map(),
      limits: {},
      gold,
      sample: undefined,
      seed: 1,
      concurrency,
      off,
      oracle,
    },
    ...{
      askMissing: live,
      started: { arguments: [], folder: '/' },
      program: '1',
      date: DATE,
      rate: { calls: 0, tokens: 0 },
      shard: undefined,
      now: undefined,
    },
  };
  const plan = planRun(request, chosen, contextOf({ ...ASK_OPTIONS, ...options }, live, model), replay);
  if ('problem' in plan) throw new Error(plan.problem);
  const { storage, saved } = memoryStorage();
  const events: EvaluationEvent[] = [];
  const ports = { storage, clock: () => DATE, onEvent: (event: EvaluationEvent) => events.push(event) };
  const outcome = await runEvaluation(plan, ports, NEVER);
  if ('problem' in outcome) throw new Error(outcome.problem);
  const all = questions.flatMap(({ id }) => saved.get(id) ?? []);
  return {
    all,
    lines: all.map(({ prediction }) => JSON.stringify(prediction)),
    records: new Map(all.map(({ question: { id }, record }) => [id, record])),
    outcome,
    events,
  };
}

function contextOf(ask: AskOptions, live: boolean, model: RunModel | undefined): EvaluationContext {
  const schema = freebase();
  const reading = { schema, language: 'en' };
  if (!shared) {
    const sample = storeKb(sampleTurtle(ROOT), { name: 'sample', complete: false });
    shared = { kb: sample, directory: new EntityDirectory(sample, reading) };
  }
  const { kb, directory } = shared;
  const { linker, retriever, ranker } = askParts(kb, { ...reading, directory, config: undefined });
  const now = (): number => performance.now();
  return {
    defaults: { ask, budget: { ...NO_LIMITS, calls: 30 } },
    schema: { name: schema.name, relations: schema.relationCount, types: schema.typeCount },
    schemaFile: undefined,
    language: 'en',
    words: '',
    learnt: '',
    parts: {
      schema,
      reading,
      retriever,
      ranker,
      promptSources: { prompts: openPrompts(''), exemplars: openExemplars('') },
      now,
      onDefect: (code: string, error: unknown) => {
        throw new Error(`${code} crashed`, { cause: error });
      },
    },
    live: live
      ? {
          kb: { name: kb.name, complete: kb.complete, from: undefined },
          kbCount: 1,
          model,
          prepare: () => Promise.resolve(),
          whyUnreachable: () => Promise.resolve(undefined),
          servicesFor: (asked, date) =>
            liveServices({ kb, linker, reading, ...(asked && { model: asked }), date, now }),
        }
      : undefined,
  };
}

/** A storage for one run, in memory. */
function memoryStorage(): {
  readonly storage: RunStorage;
  readonly saved: ReadonlyMap<string, EvaluatedQuestion>;
} {
  const saved = new Map<string, EvaluatedQuestion>();
  const done = Promise.resolve();
  const refuse = (): never => {
    throw new Error('Saved runs are not available in this test.');
  };
  const storage: RunStorage = {
    open: (_, { manifest, questions }) => {
      const predictions = new Map<string, EvaluatedQuestion['prediction']>();
      const times = new Map<string, EvaluatedQuestion['times']>();
      const run: OpenRun = {
        manifest,
        questions,
        predictions,
        times,
        get answeredQuestions() {
          return questions.map((one) => saved.get(one.id)?.question ?? one);
        },
        spent: NO_USAGE,
        save: (evaluated) => {
          const { id } = evaluated.question;
          saved.set(id, evaluated);
          predictions.set(id, evaluated.prediction);
          times.set(id, evaluated.times);
          return done;
        },
        spend: () => done,
        sort: () => done,
        write: () => done,
        close: () => done,
      };
      return Promise.resolve(run);
    },
    openSaved: refuse,
    readTexts: refuse,
    readReport: refuse,
    writeFiles: () => done,
  };
  return { storage, saved };
}
