/** Records the replies of a model line by line, and replays them. */
import * as z from 'zod/mini';
import { withComplete, type ModelCompletion, type LanguageModel, type ModelRequest } from './language-model';
import { parseJson } from '../language/text/json';

const RECORD_FORMAT = 'funfusic-model-record';
const RECORD_VERSION = 1;

interface ReplayedModel extends LanguageModel {
  /** The file is a record, possibly with problems. */
  readonly isRecord: boolean;
  /** The ignored lines, with their numbers. */
  readonly problems: readonly string[];
}

interface RecordEntry {
  readonly line: number;
  readonly request: ModelRequest;
  readonly completion: ModelCompletion;
}

/** Requests can come in any order. Equal requests get their replies in the order of the record. */
export function replayModel(lines: Iterable<string>): ReplayedModel {
  const { name, where, isRecord, entries, problems } = readRecord(lines);
  const remaining = new Map<string, RecordEntry[]>();
  for (const entry of entries) {
    const key = requestKey(entry.request);
    remaining.set(key, [...(remaining.get(key) ?? []), entry]);
  }
  return {
    name,
    where,
    isRecord,
    problems,
    complete: (request, onProgress, signal) => {
      if (signal.aborted) return Promise.reject(signal.reason as Error);
      const replies = remaining.get(requestKey(request));
      const next = replies?.shift();
      if (!next) return Promise.resolve(notRecorded(request, entries, replies !== undefined));
      if (next.completion.status === 'completed') onProgress(next.completion.text);
      return Promise.resolve(next.completion);
    },
  };
}

function notRecorded(
  request: ModelRequest,
  entries: readonly RecordEntry[],
  isRepeated: boolean,
): ModelCompletion {
  const { purpose } = request;
  const near = findNearest(request, entries);
  const why = isRepeated
    ? 'It was sent more often than it was recorded.'
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

/** Finds the entry of the same purpose with the longest common prefix of messages. */
function findNearest(request: ModelRequest, entries: readonly RecordEntry[]): RecordEntry | undefined {
  const commonMessages = ({ request: { messages } }: RecordEntry): number => {
    const first = request.messages.findIndex(({ content }, index) => messages[index]?.content !== content);
    return first < 0 ? request.messages.length : first;
  };
  return entries
    .filter((entry) => entry.request.purpose === request.purpose)
    .reduce<RecordEntry | undefined>(
      (best, entry) => (best && commonMessages(best) >= commonMessages(entry) ? best : entry),
      undefined,
    );
}

const headerSchema = z.object({
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
const entrySchema = z.object({
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

function readRecord(lines: Iterable<string>): Pick<
  ReplayedModel,
  'name' | 'where' | 'isRecord' | 'problems'
> & {
  readonly entries: readonly RecordEntry[];
} {
  const problems: string[] = [];
  const entries: RecordEntry[] = [];
  let recordHeader: z.infer<typeof headerSchema> | undefined;
  let line = 0;
  for (const text of lines) {
    line++;
    if (text.trim() === '') continue;
    const json = parseJson(line === 1 ? text.replace(/^\uFEFF/, '') : text);
    const header = headerSchema.safeParse(json);
    const entry = entrySchema.safeParse(json);
    if (!recordHeader) {
      if (!header.success || header.data.version > RECORD_VERSION)
        return invalidRecord(headerProblem(header.data?.version));
      recordHeader = header.data;
    } else if (entry.success) entries.push({ line, ...entry.data });
    // Concatenated records have several headers.
    else if (!header.success)
      problems.push(
        `Line ${line} of the record is ${json === undefined ? 'not JSON' : 'not a reply'} and is ignored.`,
      );
  }
  if (!recordHeader) return invalidRecord('The record is empty.');
  return { name: recordHeader.model, where: recordHeader.where, isRecord: true, entries, problems };
}

function invalidRecord(problem: string): ReturnType<typeof readRecord> {
  return { name: 'replay', where: 'replay', isRecord: false, entries: [], problems: [problem] };
}

function headerProblem(version: number | undefined): string {
  return version === undefined
    ? `This is not a model record: line 1 has no "format": "${RECORD_FORMAT}".`
    : `The record has version ${version}; this version of funfusic reads up to ${RECORD_VERSION}. Record it again, or update funfusic.`;
}

const MAX_QUOTE_LENGTH = 80;

function differenceBetween(request: ModelRequest, other: ModelRequest): string {
  const length = Math.max(request.messages.length, other.messages.length);
  for (let index = 0; index < length; index++) {
    const [left, right] = [request.messages[index], other.messages[index]];
    if (left?.role === right?.role && left?.content === right?.content) continue;
    if (!left || !right)
      return `it has ${other.messages.length} messages, this one ${request.messages.length}.`;
    return `message ${index + 1} (${left.role}) is ${quoteDifference(left.content, right.content)} instead of ${quoteDifference(right.content, left.content)}.`;
  }
  const parts = (['format', 'temperature', 'maxTokens'] as const).filter(
    (part) => JSON.stringify(request[part]) !== JSON.stringify(other[part]),
  );
  return `it differs in ${parts.join(', ') || 'nothing that is known'}.`;
}

/** Quotes the first line that differs, around the first difference. */
function quoteDifference(text: string, other: string): string {
  const [lines, others] = [text.split('\n'), other.split('\n')];
  const index = lines.findIndex((line, number) => line !== others[number]);
  const line = (index < 0 ? lines[others.length] : lines[index]) ?? '';
  const otherLine = others[index] ?? '';
  let difference = 0;
  while (difference < line.length && line[difference] === otherLine[difference]) difference++;
  const start = difference > MAX_QUOTE_LENGTH / 2 ? difference - 10 : 0;
  const part = line.slice(start, start + MAX_QUOTE_LENGTH);
  return `“${start > 0 ? '…' : ''}${part}${start + MAX_QUOTE_LENGTH < line.length ? '…' : ''}”`;
}

/** Serializes a request. Equal requests have equal keys, independent of the order of their properties. */
export function requestKey(request: ModelRequest): string {
  return JSON.stringify(sortKeys(request));
}

function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([, part]) => part !== undefined);
  return Object.fromEntries(
    entries.sort(([left], [right]) => (left < right ? -1 : 1)).map(([name, part]) => [name, sortKeys(part)]),
  );
}

/** `write` receives lines of JSON without line ends: a header, then one per reply. */
export function withRecording(model: LanguageModel, write: (line: string) => void): LanguageModel {
  const { name, where } = model;
  write(JSON.stringify({ format: RECORD_FORMAT, version: RECORD_VERSION, model: name, where }));
  return withComplete(model, async (request, onProgress, signal) => {
    const completion = await model.complete(request, onProgress, signal);
    write(JSON.stringify({ request, completion }));
    return completion;
  });
}
