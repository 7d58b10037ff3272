/** A model that replays recorded replies. */
import * as z from 'zod/mini';
import type { Completion, LanguageModel, ModelRequest } from './language-model';

const RECORD_FORMAT = 'funfusic-model-record';
const RECORD_VERSION = 1;

interface ReplayedModel extends LanguageModel {
  /** It is one, with whatever problems. */
  readonly isRecord: boolean;
  /** What of the record cannot be used, by the numbers of lines. */
  readonly problems: readonly string[];
}

interface Entry {
  readonly line: number;
  readonly request: ModelRequest;
  readonly completion: Completion;
}

/** In any order; requests that are alike get their replies in the order of the record. */
export function replayed(lines: Iterable<string>): ReplayedModel {
  const { name, where, isRecord, entries, problems } = read(lines);
  const waiting = new Map<string, Entry[]>();
  for (const entry of entries) {
    const key = requestKey(entry.request);
    waiting.set(key, [...(waiting.get(key) ?? []), entry]);
  }
  return {
    name,
    where,
    isRecord,
    problems,
    complete: (request, onProgress, signal) => {
      if (signal.aborted) return Promise.reject(signal.reason as Error);
      const alike = waiting.get(requestKey(request));
      const next = alike?.shift();
      if (!next) return Promise.resolve(notRecorded(request, entries, alike !== undefined));
      if (next.completion.status === 'completed') onProgress(next.completion.text);
      return Promise.resolve(next.completion);
    },
  };
}

function notRecorded(request: ModelRequest, entries: readonly Entry[], isRepeated: boolean): Completion {
  const { purpose } = request;
  const near = nearest(request, entries);
  const why = isRepeated
    ? 'It is sent more often than it was recorded.'
    : near
      ? `The nearest is line ${near.line}: ${differenceBetween(request, near.request)}`
      : entries.length === 0
        ? 'The record has no replies at all.'
        : 'Nothing was recorded for that.';
  return {
    status: 'failed',
    reason: 'not-recorded',
    message: `The record has no reply to this request (${purpose}). ${why} Record it again with the same queries, settings and KB.`,
    unasked: true,
  };
}

/** Of the same purpose, with the most messages alike from the first on. */
function nearest(request: ModelRequest, entries: readonly Entry[]): Entry | undefined {
  const alike = ({ request: { messages } }: Entry): number => {
    const at = request.messages.findIndex(({ content }, index) => messages[index]?.content !== content);
    return at < 0 ? request.messages.length : at;
  };
  return entries
    .filter((entry) => entry.request.purpose === request.purpose)
    .reduce<Entry | undefined>(
      (best, entry) => (best && alike(best) >= alike(entry) ? best : entry),
      undefined,
    );
}

const headShape = z.object({
  format: z.literal(RECORD_FORMAT),
  version: z.int(),
  model: z.string(),
  where: z.string(),
});
const usage = z.object({
  input: z.number(),
  output: z.number(),
  estimated: z.exactOptional(z.boolean()),
});
const unasked = z.exactOptional(z.literal(true));
const entryShape = z.object({
  request: z.object({
    purpose: z.string(),
    messages: z.array(z.object({ role: z.enum(['system', 'user', 'assistant']), content: z.string() })),
    format: z.exactOptional(z.object({ name: z.string(), schema: z.record(z.string(), z.unknown()) })),
    temperature: z.exactOptional(z.number()),
    maxTokens: z.exactOptional(z.number()),
  }),
  completion: z.union([
    z.object({
      status: z.literal('completed'),
      text: z.string(),
      finish: z.enum(['stop', 'length']),
      usage,
      unasked,
    }),
    z.object({ status: z.literal('refused'), message: z.string(), usage, unasked }),
    z.object({
      status: z.literal('failed'),
      reason: z.enum([
        'unreachable',
        'unauthorized',
        'rate-limited',
        'bad-request',
        'timed-out',
        'server',
        'budget',
        'not-recorded',
      ]),
      message: z.string(),
      unasked,
    }),
  ]),
});

function read(lines: Iterable<string>): Pick<ReplayedModel, 'name' | 'where' | 'isRecord' | 'problems'> & {
  readonly entries: readonly Entry[];
} {
  const problems: string[] = [];
  const entries: Entry[] = [];
  let head: z.infer<typeof headShape> | undefined;
  let number = 0;
  for (const text of lines) {
    number++;
    if (text.trim() === '') continue;
    const json = parse(number === 1 ? text.replace(/^\uFEFF/, '') : text);
    const title = headShape.safeParse(json);
    const entry = entryShape.safeParse(json);
    if (!head) {
      if (!title.success || title.data.version > RECORD_VERSION) return none(unreadable(title.data?.version));
      head = title.data;
    } else if (entry.success) entries.push({ line: number, ...entry.data });
    // Records that were put behind each other each bring their first line.
    else if (!title.success)
      problems.push(
        `Line ${number} of the record is ${json === undefined ? 'not JSON' : 'not a reply'} and is ignored.`,
      );
  }
  if (!head) return none('The record is empty.');
  return { name: head.model, where: head.where, isRecord: true, entries, problems };
}

function none(problem: string): ReturnType<typeof read> {
  return { name: 'replay', where: 'replay', isRecord: false, entries: [], problems: [problem] };
}

function unreadable(version: number | undefined): string {
  return version === undefined
    ? `This is not a model record: line 1 has no "format": "${RECORD_FORMAT}".`
    : `The record has version ${version}; this version of funfusic reads up to ${RECORD_VERSION}. Record it again, or update funfusic.`;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Where two requests differ, in words. */
const MAX_LENGTH = 80;

function differenceBetween(asked: ModelRequest, other: ModelRequest): string {
  const length = Math.max(asked.messages.length, other.messages.length);
  for (let index = 0; index < length; index++) {
    const [one, two] = [asked.messages[index], other.messages[index]];
    if (one?.role === two?.role && one?.content === two?.content) continue;
    if (!one || !two) return `it has ${other.messages.length} messages, this one ${asked.messages.length}.`;
    return `message ${index + 1} (${one.role}) is ${quoted(one.content, two.content)} instead of ${quoted(two.content, one.content)}.`;
  }
  const parts = (['format', 'temperature', 'maxTokens'] as const).filter(
    (part) => JSON.stringify(asked[part]) !== JSON.stringify(other[part]),
  );
  return `it differs in ${parts.join(', ') || 'nothing that is known'}.`;
}

/** The first line that differs, from where it does. */
function quoted(text: string, other: string): string {
  const [lines, others] = [text.split('\n'), other.split('\n')];
  const at = lines.findIndex((line, index) => line !== others[index]);
  const line = (at < 0 ? lines[others.length] : lines[at]) ?? '';
  const counterpart = others[at] ?? '';
  let unlike = 0;
  while (unlike < line.length && line[unlike] === counterpart[unlike]) unlike++;
  const start = unlike > MAX_LENGTH / 2 ? unlike - 10 : 0;
  const part = line.slice(start, start + MAX_LENGTH);
  return `“${start > 0 ? '…' : ''}${part}${start + MAX_LENGTH < line.length ? '…' : ''}”`;
}

/** A request as a text: alike for two that are alike, whatever the order of their parts. */
export function requestKey(request: ModelRequest): string {
  return JSON.stringify(inOrder(request));
}

function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([, part]) => part !== undefined);
  return Object.fromEntries(
    entries.sort(([one], [other]) => (one < other ? -1 : 1)).map(([name, part]) => [name, inOrder(part)]),
  );
}

/** A model whose replies are recorded line by line for a replay. */

/** `write` gets lines of JSON without line ends: first a header, then one per reply. */
export function recorded(model: LanguageModel, write: (line: string) => void): LanguageModel {
  const { name, where } = model;
  write(JSON.stringify({ format: RECORD_FORMAT, version: RECORD_VERSION, model: name, where }));
  return {
    name,
    where,
    complete: async (request, onProgress, signal) => {
      const completion = await model.complete(request, onProgress, signal);
      write(JSON.stringify({ request, completion }));
      return completion;
    },
  };
}
