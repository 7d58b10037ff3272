/** Requests a reply of a given schema from a model and validates it. An invalid reply is sent back once. */
import * as z from 'zod/mini';
import { jsonIn } from './json-in';
import type {
  Completion,
  LanguageModel,
  Message,
  ModelFault,
  ModelRequest,
  TokenUsage,
} from './language-model';
import { withoutControls } from '../language/text/controls';
import { addTokens, NO_TOKENS, usageOf } from './usage';

export interface ReplySchema<Type> {
  /** Letters, digits and `_`; sent to the model. */
  readonly name: string;
  readonly schema: z.ZodMiniType<Type>;
}

interface Spent {
  readonly usage: TokenUsage;
  /** How often the model was really asked, with or without success. */
  readonly calls: number;
}

export type StructuredReply<Type> = Spent &
  (
    | { readonly status: 'ok'; readonly value: Type }
    /** `text` is the last reply; `problem` is a sentence. */
    | { readonly status: 'unfit'; readonly text: string; readonly problem: string }
    | { readonly status: 'refused'; readonly message: string }
    | { readonly status: 'failed'; readonly reason: ModelFault; readonly message: string }
  );

/** What the shape is is added to the last message: prompts need not describe it. Rejects only when `signal` is aborted. */
export async function requestStructured<Type>(
  model: LanguageModel,
  request: Omit<ModelRequest, 'format'>,
  { name, schema }: ReplySchema<Type>,
  onProgress: (part: string) => void,
  signal: AbortSignal,
): Promise<StructuredReply<Type>> {
  const described = descriptionOf(schema);
  const format = { name, schema: described };
  const messages = withLast(request.messages, (content) => `${content}\n\n${wanted(described)}`);
  const first = await model.complete({ ...request, messages, format }, onProgress, signal);
  const firstSpent = spentOn(first);
  if (first.status !== 'completed') return { ...first, ...firstSpent };
  const read = fitting(first, schema);
  if ('value' in read) return { status: 'ok', value: read.value, ...firstSpent };

  const conversation: readonly Message[] = [
    ...messages,
    { role: 'assistant', content: first.text },
    { role: 'user', content: `${read.problem} Reply again, with the whole JSON object and nothing else.` },
  ];
  const second = await model.complete({ ...request, messages: conversation, format }, onProgress, signal);
  const spent = spentOn(second, firstSpent);
  if (second.status !== 'completed') return { ...second, ...spent };
  const reread = fitting(second, schema);
  if ('value' in reread) return { status: 'ok', value: reread.value, ...spent };
  return { status: 'unfit', text: withoutControls(second.text), problem: reread.problem, ...spent };
}

/** Without `$schema`, which some servers reject. */
function descriptionOf(schema: z.ZodMiniType): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(z.toJSONSchema(schema)).filter(([key]) => key !== '$schema'));
}

function wanted(schema: object): string {
  return `Reply with one JSON object and nothing else. It must fit this JSON schema:\n${JSON.stringify(schema)}`;
}

function withLast(messages: readonly Message[], change: (content: string) => string): readonly Message[] {
  const last = messages.at(-1);
  if (last?.role !== 'user') return [...messages, { role: 'user', content: change('').trim() }];
  return [...messages.slice(0, -1), { role: 'user', content: change(last.content) }];
}

function spentOn(completion: Completion, before: Spent = { usage: NO_TOKENS, calls: 0 }): Spent {
  const { calls, tokens } = usageOf(completion);
  return { usage: addTokens(before.usage, tokens), calls: before.calls + calls };
}

/** The last that fits: before it, models repeat the schema or think aloud. */
function fitting<Type>(
  { text, finish }: Extract<Completion, { status: 'completed' }>,
  schema: z.ZodMiniType<Type>,
): { readonly value: Type } | { readonly problem: string } {
  const found = jsonIn(text);
  let problem: string | undefined;
  for (const json of found.toReversed()) {
    const parsed = schema.safeParse(clean(json));
    if (parsed.success) return { value: parsed.data };
    problem ??= `The JSON does not fit the schema: ${parsed.error.issues.map(words).join('; ')}.`;
  }
  if (finish === 'length')
    return { problem: 'The reply was cut off before its end, for its length. Be brief.' };
  return { problem: problem ?? 'There is no JSON object in the reply that can be read.' };
}

/** All its texts without control characters, which JSON can write, and which someone might show as they are. */
function clean(json: unknown): unknown {
  if (typeof json === 'string') return withoutControls(json);
  if (Array.isArray(json)) return json.map(clean);
  if (typeof json !== 'object' || json === null) return json;
  return Object.fromEntries(Object.entries(json).map(([name, value]) => [name, clean(value)]));
}

function words(issue: z.core.$ZodIssue): string {
  const path = issue.path.map(String);
  const at = path.length ? `"${path.join('.')}"` : 'the whole';
  switch (issue.code) {
    case 'invalid_type':
      return `${at} is missing or is not of the type ${issue.expected}`;
    case 'unrecognized_keys':
      return `${at} has more than it may: ${issue.keys.join(', ')}`;
    case 'invalid_value':
      return `${at} must be one of ${issue.values.map((value) => JSON.stringify(String(value))).join(', ')}`;
    default:
      return `${at} is not what the schema says`;
  }
}
