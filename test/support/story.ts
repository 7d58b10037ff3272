/** Runs a repair or a question end-to-end with a scripted model, and records the events as lines. */
import { openPrompts } from '../../server/src/compose/index';
import type { KnowledgeBase } from '../../server/src/core/kb/knowledge-base';
import { withBudget, type ModelBudget } from '../../server/src/core/model/budget';
import type { LanguageModel } from '../../server/src/core/model/language-model';
import type { Exemplar } from '../../server/src/core/model/prompts/prompt-library';
import { FREEBASE } from '../../server/src/core/language/rdf/names';
import type { RepairPorts } from '../../server/src/core/repair/repair-ports';
import { EntityDirectory } from '../../server/src/core/query/entity-directory';
import { served } from '../adapters/model/served';
import { agreeingSteps } from './agreeing-model';
import { freebase } from './check';
import {
  lastUserMessage,
  startModelServer,
  type ModelServerRequest,
  type ChatBody,
  type ModelStep,
} from './model-server';
import { openStoryKb, type StoryFacts, type StoryKbOptions } from './story-kb';
import { throwDefect } from '../../tools/throw-defect';

/** The common fields of story files, which are JSON. */
export interface Story {
  readonly title: string;
  /** Turtle to add to the facts that all stories of a kind share. */
  readonly facts?: string;
  readonly kb?: 'none' | StoryKbOptions;
  /** Undefined if there is no model. */
  readonly replies?: readonly ScriptedReply[];
  readonly retries?: number;
  /** The most similar one first. */
  readonly exemplars?: readonly Exemplar[];
  readonly budget?: Partial<ModelBudget>;
  /** Cancels after this event; with `asked`, at the next request to the model. */
  readonly cancelAt?: { readonly event: string; readonly asked?: boolean };
  readonly events: readonly string[];
}

/** A reply of the model. `when` is a regular expression; `picks` are parts of the numbered lines that the model chooses. */
type ScriptedReply = Readonly<Record<string, unknown>> & {
  readonly shape?: string;
  readonly when?: string;
  readonly picks?: readonly string[];
  /** Parts of the numbered lines that are only a part of the answer. */
  readonly parts?: readonly string[];
};

export interface StoryOutcome<Trace> {
  readonly events: readonly string[];
  /** Undefined if the story was cancelled. */
  readonly trace?: Trace;
  /** The requests to the model. */
  readonly modelRequests: readonly ModelServerRequest[];
  /** The queries to the KB. */
  readonly kbQueries: readonly string[];
  /** Replies that were not used. */
  readonly unusedSteps: readonly ModelStep[];
}

/** How stories of one kind are run. */
export interface StoryRunner<Event, Trace> {
  readonly kb: StoryFacts;
  readonly begin: (ports: RepairPorts, signal: AbortSignal) => AsyncGenerator<Event, Trace>;
  /** Formats an event as one line, or undefined to omit it. Progress events start with “progress”. */
  readonly describe: (event: Event) => string | undefined;
  readonly around?: (model: LanguageModel) => LanguageModel;
}

const PREFIX = `PREFIX ns: <${FREEBASE}>\n`;

/** Default replies: the model agrees with everything. */
export const AGREEING_STEPS: readonly ModelStep[] = [
  ...agreeingSteps('What was asked?'),
  {
    always: true,
    shape: 'choice',
    when: /<readings>/,
    json: { explanation: 'The first is nearest.', choice: 1 },
  },
];

export async function playStory<Event, Trace>(
  story: Story,
  doing: StoryRunner<Event, Trace>,
): Promise<StoryOutcome<Trace>> {
  const steps = (story.replies ?? []).map(stepOf);
  const server = await startModelServer([...steps.map(addQueryPrefix), ...AGREEING_STEPS]);
  const kbOptions = story.kb ?? {};
  const kb = kbOptions === 'none' ? undefined : await openStoryKb(factsOf(story, doing.kb), kbOptions);
  const controller = new AbortController();
  const events: string[] = [];
  const outcome = (): StoryOutcome<Trace> => ({
    events,
    modelRequests: server.requests,
    kbQueries: kb?.queries() ?? [],
    unusedSteps: server.unusedSteps(),
  });
  const onEvent = async (line: string): Promise<void> => {
    if (!line.startsWith('progress')) events.push(line);
    const { cancelAt } = story;
    if (cancelAt && line.startsWith(cancelAt.event)) {
      if (cancelAt.asked === true) void server.nextRequest().then(() => controller.abort());
      else controller.abort();
    }
    if (kbOptions === 'none') return;
    if (kbOptions.fallsAt !== undefined && line.startsWith(kbOptions.fallsAt)) await kb?.stop();
    if (kbOptions.refusesAt !== undefined && line.startsWith(kbOptions.refusesAt)) kb?.startRejecting();
  };
  try {
    const generator = doing.begin(portsOf(story, server.url, kb?.kb, doing.around), controller.signal);
    for (;;) {
      const next = await generator.next();
      if (next.done) return { ...outcome(), trace: next.value };
      const line = doing.describe(next.value);
      if (line !== undefined) await onEvent(line);
    }
  } catch (error) {
    if (!controller.signal.aborted) throw error;
    events.push('cancelled');
    return outcome();
  } finally {
    await server.close();
    await kb?.stop();
  }
}

function factsOf({ facts = '', kb }: Story, all: StoryFacts): StoryFacts {
  const complete = (kb === 'none' ? undefined : kb?.complete) ?? all.complete;
  return { ...all, turtle: all.turtle + facts, complete };
}

function portsOf(
  { replies, retries = 0, budget, exemplars = [] }: Story,
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
    ...(replies && {
      model: {
        model,
        usage,
        prompts: openPrompts(''),
        exemplars: { nearest: (_, most) => exemplars.slice(0, most) },
      },
    }),
    now: () => 0,
    date: () => '2026-01-01T00:00:00Z',
    onDefect: throwDefect,
  };
}

function stepOf({ when, picks, parts = [], ...rest }: ScriptedReply): ModelStep {
  const step = { ...rest, ...(when !== undefined && { when: new RegExp(when) }) };
  if (!picks) return step as ModelStep;
  const thinks = (body: ChatBody): object => {
    const [choice, others] = [numbersOf(body, picks), numbersOf(body, parts)];
    const explanation = 'They say so.';
    return step.shape === 'conclusion'
      ? { explanation, answers: choice, parts: others }
      : { explanation, choice };
  };
  return { ...step, thinks };
}

/** Returns the numbers of the list items that contain these words. */
function numbersOf(body: ChatBody, words: readonly string[]): readonly number[] {
  const lines = [...lastUserMessage(body).matchAll(/^(\d+)\. (.*)$/gm)];
  return words.map((word) => Number(lines.find(([, , line = '']) => line.includes(word))?.[1] ?? 0));
}

/** Adds the prefix to the query of a reply, which story files omit. */
export function addQueryPrefix(step: ModelStep): ModelStep {
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
