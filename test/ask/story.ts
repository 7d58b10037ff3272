/** A question from end to end, told in a file: what is asked, what the model replies, and what happens, an event a line. */
import { Store } from 'oxigraph';
import { askParts, openPrompts } from '../../server/src/compose';
import { defaultAskSettings } from '../../server/src/ask-settings';
import { openWordVectors } from '../../server/src/adapters/word-vectors';
import { ask } from '../../server/src/core/ask/ask';
import type { AskEvent, AskTrace } from '../../server/src/core/ask/ask-events';
import type { AskOptions, AskTask } from '../../server/src/core/ask/ask-ports';
import type { KnowledgeBase } from '../../server/src/core/kb/knowledge-base';
import { withBudget, type Budget } from '../../server/src/core/model/budget';
import { FREEBASE } from '../../server/src/core/rdf/names';
import { schemaRetriever } from '../../server/src/core/retrieve/schema-retriever';
import { EntityDirectory } from '../../server/src/core/run/entity-directory';
import { sampleTurtle, storeKb, type StoreKb } from '../../tools/store-kb';
import { JSON_RESULTS, remote, startEndpoint } from '../adapters/kb/endpoint';
import { served } from '../adapters/model/served';
import { AGREEING, describe as describeRepair, OPTIONS, prefixed, withoutPort } from '../repair/story';
import { freebase } from '../support/check';
import {
  lastOfUser,
  startModelServer,
  type AskedOfModel,
  type ChatBody,
  type Step,
} from '../support/model-server';

export interface AskStory {
  readonly title: string;
  readonly question: string;
  /** Ids that the user has chosen. */
  readonly entities?: readonly string[];
  /** Beside those of the sample KB. */
  readonly facts?: string;
  /** In the place of those of the sample KB: Turtle. */
  readonly only?: string;
  readonly options?: Partial<AskOptions>;
  /** `fallsAt`: the event behind which it goes away; `refusesAt`, behind which it only answers with errors. */
  readonly kb?: { readonly complete?: boolean; readonly fallsAt?: string; readonly refusesAt?: string };
  /** Absent where there is no model. */
  readonly replies?: readonly Scripted[];
  readonly budget?: Partial<Budget>;
  /** A file of word vectors, in the place of the one that comes along. */
  readonly vectors?: string;
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

export interface Told {
  readonly events: readonly string[];
  readonly trace?: AskTrace;
  /** All that reached the model, and the KB. */
  readonly said: readonly AskedOfModel[];
  readonly run: readonly string[];
  readonly left: readonly Step[];
}

const ROOT = new URL('../..', import.meta.url).pathname;
let sample: string | undefined;
let shared: StoreKb | undefined;

export async function play(story: AskStory): Promise<Told> {
  const steps = (story.replies ?? []).map(stepOf);
  const server = await startModelServer([...steps.map(prefixed), ...AGREEING]);
  const kb = await openKb(story);
  const ended = new AbortController();
  const events: string[] = [];
  const { model, usage } = withBudget(served({ url: server.url, retries: 0 }), {
    calls: 0,
    tokens: 0,
    money: 0,
    ...story.budget,
  });
  const told = (): Omit<Told, 'trace'> => ({
    events,
    said: server.asked,
    run: kb.asked(),
    left: server.left(),
  });
  try {
    const schema = freebase();
    const directory = new EntityDirectory(kb.kb, { schema, language: 'en' });
    const asking = ask(
      taskOf(story),
      {
        schema,
        kb: { kb: kb.kb, directory },
        ...askParts(kb.kb, { schema, directory, config: undefined, language: 'en' }),
        ...(story.vectors !== undefined && {
          retriever: schemaRetriever(schema, openWordVectors(story.vectors)),
        }),
        ...(story.replies && {
          model: { model, usage, prompts: openPrompts(''), exemplars: { nearest: () => [] } },
        }),
        now: () => 0,
        date: () => '2026-01-01T00:00:00Z',
        onDefect: (code, error) => {
          throw new Error(`${code} crashed`, { cause: error });
        },
      },
      { ...ASK_OPTIONS, ...story.options },
      ended.signal,
    );
    for (;;) {
      const next = await asking.next();
      if (next.done) return { ...told(), trace: next.value };
      const line = describe(next.value);
      if (line !== undefined && !line.startsWith('progress')) events.push(line);
      const { cancelAt } = story;
      if (cancelAt && line?.startsWith(cancelAt.event)) {
        if (cancelAt.asked === true) void server.isAsked().then(() => ended.abort());
        else ended.abort();
      }
      if (story.kb?.fallsAt !== undefined && line?.startsWith(story.kb.fallsAt)) await kb.fall();
      if (story.kb?.refusesAt !== undefined && line?.startsWith(story.kb.refusesAt)) kb.refuse();
    }
  } catch (error) {
    if (!ended.signal.aborted) throw error;
    events.push('cancelled');
    return told();
  } finally {
    await server.close();
    await kb.fall();
  }
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

const { caps, ...SETTINGS } = defaultAskSettings;

export const ASK_OPTIONS: AskOptions = {
  ...OPTIONS,
  ...SETTINGS,
  caps: { queries: caps.queries, milliseconds: caps.seconds * 1000 },
};

function taskOf({ question, entities }: AskStory): AskTask {
  return {
    question,
    ...(entities && { entities: entities.map((id) => ({ iri: FREEBASE + id })) }),
  };
}

interface OpenKb {
  readonly kb: KnowledgeBase;
  readonly asked: () => readonly string[];
  readonly fall: () => Promise<void>;
  readonly refuse: () => void;
}

async function openKb({ kb: wanted, facts, only }: AskStory): Promise<OpenKb> {
  sample ??= sampleTurtle(ROOT);
  if (only !== undefined) {
    const kb = storeKb(only);
    return { kb, asked: () => kb.asked, fall: () => Promise.resolve(), refuse: () => undefined };
  }
  if (wanted?.fallsAt === undefined && wanted?.refusesAt === undefined) {
    const complete = wanted?.complete ?? false;
    const plain = facts === undefined && !complete;
    const kb = plain
      ? (shared ??= storeKb(sample, { name: 'sample', complete }))
      : storeKb(sample + (facts ?? ''), { complete });
    const before = kb.asked.length;
    return {
      kb,
      asked: () => kb.asked.slice(before),
      fall: () => Promise.resolve(),
      refuse: () => undefined,
    };
  }
  const store = new Store();
  store.load(sample + (facts ?? ''), { format: 'text/turtle', no_transaction: true });
  const asked: string[] = [];
  let refuses = false;
  const endpoint = await startEndpoint((response, { form }) => {
    const query = form.get('query') ?? '';
    asked.push(query);
    if (refuses) response.writeHead(500, { 'content-type': 'text/plain' }).end('The estimate is too high.');
    else
      response
        .writeHead(200, { 'content-type': JSON_RESULTS })
        .end(store.query(query, { results_format: 'json' }) as string);
  });
  let open = true;
  return {
    kb: remote({ endpoint: endpoint.address }),
    asked: () => asked,
    refuse: () => {
      refuses = true;
    },
    fall: async () => {
      if (open) await endpoint.close();
      open = false;
    },
  };
}

/** An event in one line; nothing for what only says how far something is. */
export function describe(event: AskEvent): string | undefined {
  switch (event.type) {
    case 'began':
      return `${event.strategy}: ${event.question}`;
    case 'linked': {
      const { entities, literals } = event.linking;
      const values = literals.map(({ kind, value, comparison }) =>
        `${comparison ?? ''} ${kind} ${value}`.trim(),
      );
      return ['linked', entities.length ? '' : ' nothing', ...values.map((value) => `, ${value}`)].join('');
    }
    case 'progress':
      return `progress: ${event.message}`;
    case 'candidates':
      return `candidates: ${event.best[0] ?? 'none'}`;
    case 'considered': {
      const { path, query, answers } = event.considered;
      return `considered ${path ?? oneLine(query)}: ${answers?.join(', ') ?? 'not run'}`;
    }
    case 'thought':
      return `${event.purpose}: ${event.text}`;
    case 'repair': {
      const line = describeRepair(event.event);
      // What is retrieved, and so what is outside of it, changes whenever something is learnt anew.
      if (line === undefined || /weak grounding \(outside-context\)$/.test(line)) return undefined;
      return `repair ${line.replace(/ Nearest: .*$/, '')}`;
    }
    case 'fell-back':
      return `${event.from} → ${event.to}: ${withoutPort(event.why)}`;
    case 'trouble':
      return `trouble: ${withoutPort(event.message)}`;
    case 'decided': {
      const { kind, level, answers, explanation, missing } = event.result;
      if (kind === 'answer') return `answer: ${answers.map(({ name }) => name).join(', ')}`;
      const lack = missing ? ` Missing: ${missing.join(' | ')}.` : '';
      return `${kind}${level === undefined ? '' : ` (${level})`}: ${withoutPort(explanation)}${lack}`;
    }
  }
}

function oneLine(query: string): string {
  return query
    .replace(/PREFIX [^>]*>\s*/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}
