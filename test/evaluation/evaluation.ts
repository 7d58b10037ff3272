/** A dataset asked in this process: the sample KB by the real engine, and a model by a script over HTTP. */
import { join } from 'node:path';
import { askParts, openExemplars, openPrompts } from '../../server/src/compose/index';
import { answerQuestion, type Evaluated } from '../../server/src/evaluation/answer-question';
import { withSwitchesOff } from '../../server/src/evaluation/apply-switches';
import type { EvalQuestion, Gold } from '../../server/src/evaluation/eval-question';
import { evaluate } from '../../server/src/evaluation/evaluate';
import type { QuestionRecord } from '../../server/src/evaluation/question-record';
import { liveOutside } from '../../server/src/evaluation/record/outside';
import { replayedOutside } from '../../server/src/evaluation/record/replayed-outside';
import { withoutRecord } from '../../server/src/evaluation/record/without-record';
import type { Oracle, Switch } from '../../server/src/evaluation/switches';
import type { AskOptions } from '../../server/src/core/ask/ask-ports';
import type { LanguageModel } from '../../server/src/core/model/language-model';
import { EntityDirectory } from '../../server/src/core/query/entity-directory';
import { sampleTurtle, storeKb, type StoreKb } from '../../tools/store-kb';
import { served } from '../adapters/model/served';
import { ASK_OPTIONS } from '../ask/story';
import { AGREEING, prefixed } from '../support/story';
import { freebase } from '../support/check';
import { startModelServer, type Step } from '../support/model-server';

export interface Asked {
  readonly off?: readonly Switch[];
  readonly oracle?: readonly Oracle[];
  readonly options?: Partial<AskOptions>;
  readonly gold?: 'dataset' | 'kb';
  readonly atOnce?: number;
  /** What the model replies; without any there is none. */
  readonly replies?: readonly Step[];
}

export interface Outcome {
  readonly all: readonly Evaluated[];
  /** As `predictions.jsonl` has them, in the order of the questions. */
  readonly lines: readonly string[];
  readonly records: ReadonlyMap<string, QuestionRecord>;
}

let shared: StoreKb | undefined;
const ROOT = join(import.meta.dirname, '..', '..');
const DATE = '2026-01-01T00:00:00.000Z';
const NEVER = new AbortController().signal;

export function question(text: string, gold: Partial<Gold> = {}): EvalQuestion {
  return { id: text, row: 1, question: text, gold: { parses: [], ...gold } };
}

/** All of them, by those who know. */
export async function askAll(questions: readonly EvalQuestion[], asked: Asked = {}): Promise<Outcome> {
  const server = asked.replies && (await startModelServer([...asked.replies.map(prefixed), ...AGREEING]));
  try {
    const model = server && served({ url: server.url, retries: 0 });
    return await askWith(questions, asked, (live) => live(model));
  } finally {
    await server?.close();
  }
}

/** From records that were written to a file; with `live` what they lack is asked of the KB. */
export function replayAll(
  questions: readonly EvalQuestion[],
  records: Outcome['records'],
  asked: Asked & { readonly model?: Pick<LanguageModel, 'name' | 'where'>; readonly live?: boolean } = {},
): Promise<Outcome> {
  return askWith(questions, asked, (live, { id }) => {
    const record = JSON.parse(JSON.stringify(records.get(id))) as QuestionRecord;
    const from = { kb: { name: 'sample', complete: false }, ...(asked.model && { model: asked.model }) };
    return replayedOutside(record, from, asked.live === true ? live(undefined).outside : undefined);
  });
}

type Opened = Pick<ReturnType<typeof replayedOutside>, 'outside'> & { readonly missing?: readonly string[] };

async function askWith(
  questions: readonly EvalQuestion[],
  { off = [], oracle = [], options, gold = 'dataset', atOnce = 1 }: Asked,
  open: (live: (model: LanguageModel | undefined) => Opened, question: EvalQuestion) => Opened,
): Promise<Outcome> {
  const schema = freebase();
  const kb = (shared ??= storeKb(sampleTurtle(ROOT), { name: 'sample', complete: false }));
  const reading = { schema, language: 'en' };
  const { linker, retriever, ranker } = askParts(kb, {
    ...reading,
    directory: new EntityDirectory(kb, reading),
    config: undefined,
  });
  const live = (model: LanguageModel | undefined): Opened => ({
    outside: liveOutside({
      kb,
      linker,
      reading,
      ...(model && { model }),
      date: DATE,
      now: () => performance.now(),
    }),
  });
  const parts = {
    schema,
    reading,
    retriever,
    ranker,
    words: { prompts: openPrompts(''), exemplars: openExemplars('') },
    now: () => performance.now(),
    onDefect: (code: string, error: unknown) => {
      throw new Error(`${code} crashed`, { cause: error });
    },
  };
  const evalOptions = {
    ask: withSwitchesOff({ ...ASK_OPTIONS, ...options }, off),
    gold,
    oracle,
    budget: { calls: 30, tokens: 0, money: 0 },
  };
  const answer = async (one: EvalQuestion, signal: AbortSignal): Promise<Evaluated> => {
    const { outside, missing = [] } = open(live, one);
    const evaluated = await answerQuestion(one, outside, parts, evalOptions, signal);
    return missing.length ? withoutRecord(evaluated, `Not recorded: ${missing[0]}`) : evaluated;
  };
  const found = new Map<string, Evaluated>();
  for await (const one of evaluate(questions, answer, atOnce, NEVER)) found.set(one.question.id, one);
  const all = questions.flatMap(({ id }) => found.get(id) ?? []);
  return {
    all,
    lines: all.map(({ prediction }) => JSON.stringify(prediction)),
    records: new Map(all.map(({ question: { id }, record }) => [id, record])),
  };
}
