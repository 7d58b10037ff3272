/** A repair or a question from end to end: what is given, what the model replies, and what happens, an event a line. */
import { openPrompts } from '../../server/src/compose/index';
import type { KnowledgeBase } from '../../server/src/core/kb/knowledge-base';
import { withBudget, type Budget } from '../../server/src/core/model/budget';
import type { LanguageModel } from '../../server/src/core/model/language-model';
import { FREEBASE } from '../../server/src/core/language/rdf/names';
import type { RepairPorts } from '../../server/src/core/repair/repair-ports';
import { EntityDirectory } from '../../server/src/core/query/entity-directory';
import { served } from '../adapters/model/served';
import { freebase } from './check';
import { lastOfUser, startModelServer, type AskedOfModel, type ChatBody, type Step } from './model-server';
import { openStoryKb, type StoryFacts, type StoryKb } from './story-kb';

/** What all stories can say; they are files of JSON. */
export interface Story {
  readonly title: string;
  /** Beside those that all stories of a kind have. */
  readonly facts?: string;
  readonly kb?: 'none' | StoryKb;
  /** Absent where there is no model. */
  readonly replies?: readonly Scripted[];
  readonly retries?: number;
  readonly budget?: Partial<Budget>;
  /** Right after this event; with `asked`, when the model is asked the next time. */
  readonly cancelAt?: { readonly event: string; readonly asked?: boolean };
  readonly events: readonly string[];
}

/** A reply of the model. `when` is a regular expression; `picks` are words of the numbered lines that it chooses. */
type Scripted = Readonly<Record<string, unknown>> & {
  readonly shape?: string;
  readonly when?: string;
  readonly picks?: readonly string[];
  /** Lines that hold a part of the answer only. */
  readonly parts?: readonly string[];
};

export interface Told<Trace> {
  readonly events: readonly string[];
  /** Absent where it was cancelled. */
  readonly trace?: Trace;
  /** All that reached the model, and the KB. */
  readonly said: readonly AskedOfModel[];
  readonly run: readonly string[];
  /** Replies that nobody came for. */
  readonly left: readonly Step[];
}

/** What is done in the stories of one kind. */
export interface Doing<Event, Trace> {
  readonly kb: StoryFacts;
  readonly begin: (ports: RepairPorts, signal: AbortSignal) => AsyncGenerator<Event, Trace>;
  /** In one line; nothing for what is not worth telling. What only says how far it is begins with “progress”. */
  readonly describe: (event: Event) => string | undefined;
  readonly around?: (model: LanguageModel) => LanguageModel;
}

const PREFIX = `PREFIX ns: <${FREEBASE}>\n`;

/** A model that agrees with everything, unless a story says otherwise. */
export const AGREEING: readonly Step[] = [
  { always: true, shape: 'reading', json: { question: 'What was asked?', parts: [] } },
  {
    always: true,
    shape: 'comparison',
    json: { explanation: 'Both ask the same.', differences: [], same: true },
  },
  { always: true, shape: 'choice', json: { explanation: 'The first is nearest.', choice: 1 } },
];

export async function tell<Event, Trace>(story: Story, doing: Doing<Event, Trace>): Promise<Told<Trace>> {
  const steps = (story.replies ?? []).map(stepOf);
  const server = await startModelServer([...steps.map(prefixed), ...AGREEING]);
  const wanted = story.kb ?? {};
  const kb = wanted === 'none' ? undefined : await openStoryKb(factsOf(story, doing.kb), wanted);
  const ended = new AbortController();
  const events: string[] = [];
  const told = (): Told<Trace> => ({
    events,
    said: server.asked,
    run: kb?.asked() ?? [],
    left: server.left(),
  });
  const onEvent = async (line: string): Promise<void> => {
    if (!line.startsWith('progress')) events.push(line);
    const { cancelAt } = story;
    if (cancelAt && line.startsWith(cancelAt.event)) {
      if (cancelAt.asked === true) void server.isAsked().then(() => ended.abort());
      else ended.abort();
    }
    if (wanted === 'none') return;
    if (wanted.fallsAt !== undefined && line.startsWith(wanted.fallsAt)) await kb?.fall();
    if (wanted.refusesAt !== undefined && line.startsWith(wanted.refusesAt)) kb?.refuse();
  };
  try {
    const going = doing.begin(portsOf(story, server.url, kb?.kb, doing.around), ended.signal);
    for (;;) {
      const next = await going.next();
      if (next.done) return { ...told(), trace: next.value };
      const line = doing.describe(next.value);
      if (line !== undefined) await onEvent(line);
    }
  } catch (error) {
    if (!ended.signal.aborted) throw error;
    events.push('cancelled');
    return told();
  } finally {
    await server.close();
    await kb?.fall();
  }
}

function factsOf({ facts = '', kb }: Story, all: StoryFacts): StoryFacts {
  const complete = (kb === 'none' ? undefined : kb?.complete) ?? all.complete;
  return { ...all, turtle: all.turtle + facts, complete };
}

function portsOf(
  { replies, retries = 0, budget }: Story,
  url: string,
  kb: KnowledgeBase | undefined,
  around: (model: LanguageModel) => LanguageModel = (model) => model,
): RepairPorts {
  const schema = freebase();
  const { model, usage } = withBudget(around(served({ url, retries })), {
    calls: 0,
    tokens: 0,
    money: 0,
    ...budget,
  });
  return {
    schema,
    ...(kb && { kb: { kb, directory: new EntityDirectory(kb, { schema, language: 'en' }) } }),
    ...(replies && { model: { model, usage, prompts: openPrompts(''), exemplars: { nearest: () => [] } } }),
    now: () => 0,
    date: () => '2026-01-01T00:00:00Z',
    onDefect: (code, error) => {
      throw new Error(`${code} crashed`, { cause: error });
    },
  };
}

function stepOf({ when, picks, parts = [], ...rest }: Scripted): Step {
  const step = { ...rest, ...(when !== undefined && { when: new RegExp(when) }) };
  if (!picks) return step as Step;
  const thinks = (body: ChatBody): object => {
    const [choice, others] = [numbersOf(body, picks), numbersOf(body, parts)];
    const explanation = 'They say so.';
    return step.shape === 'conclusion'
      ? { explanation, answers: choice, parts: others }
      : { explanation, choice };
  };
  return { ...step, thinks };
}

/** Where the lines with these words stand in a numbered list. */
function numbersOf(body: ChatBody, words: readonly string[]): readonly number[] {
  const lines = [...lastOfUser(body).matchAll(/^(\d+)\. (.*)$/gm)];
  return words.map((word) => Number(lines.find(([, , line = '']) => line.includes(word))?.[1] ?? 0));
}

/** Queries in replies are written without their prefix. */
export function prefixed(step: Step): Step {
  if (!('json' in step)) return step;
  const json = step.json as { readonly query?: unknown };
  return typeof json.query === 'string'
    ? { ...step, json: { ...json, query: withPrefix(json.query) } }
    : step;
}

export const withPrefix = (query: string): string => PREFIX + query;

export const withoutPrefix = (query: string): string => query.replace(PREFIX, '');

export function withoutPort(text: string): string {
  return text.replace(/127\.0\.0\.1:\d+/g, '127.0.0.1');
}
