/** Requests a JSON reply from a model and validates it. An invalid reply is sent back once. */
import * as z from 'zod/mini';
import { findJson } from './find-json';
import type {
  ModelCompletion,
  LanguageModel,
  ChatMessage,
  ModelFault,
  ModelRequest,
  TokenUsage,
} from './language-model';
import { withoutControls } from '../language/text/control-characters';
import { addTokens, NO_TOKENS, usageOf } from './usage';

export interface ReplySchema<Type> {
  /** Letters, digits and `_`; sent to the model. */
  readonly name: string;
  readonly schema: z.ZodMiniType<Type>;
}

interface ReplyCost {
  readonly usage: TokenUsage;
  /** The number of requests that were sent, with or without success. */
  readonly calls: number;
}

interface ReplyProblem {
  readonly problem: string;
  readonly isCutOff: boolean;
}

export type StructuredReply<Type> = ReplyCost &
  (
    | { readonly status: 'ok'; readonly value: Type }
    /** `text` is the last reply; `problem` is a sentence. */
    | ({ readonly status: 'unfit'; readonly text: string } & ReplyProblem)
    | { readonly status: 'refused'; readonly message: string }
    | { readonly status: 'failed'; readonly reason: ModelFault; readonly message: string }
  );

/** Adds the schema to the last message, so prompts need not describe it. Rejects only when `signal` is aborted. */
export async function requestStructured<Type>(
  model: LanguageModel,
  request: Omit<ModelRequest, 'format'>,
  { name, schema }: ReplySchema<Type>,
  onProgress: (part: string) => void,
  signal: AbortSignal,
): Promise<StructuredReply<Type>> {
  const format = { name, schema: toJsonSchema(schema) };
  const messages = withInstruction(
    request.messages,
    `Reply with one JSON object and nothing else. It must fit this JSON schema:\n${JSON.stringify(format.schema)}`,
  );
  const first = await model.complete({ ...request, messages, format }, onProgress, signal);
  const firstCost = addCost(first);
  if (first.status !== 'completed') return { ...first, ...firstCost };
  const reply = parseReply(first, schema);
  if ('value' in reply) return { status: 'ok', value: reply.value, ...firstCost };
  model.forget?.({ ...request, messages, format });

  const advice = `${reply.isCutOff ? 'Be brief. ' : ''}Reply again, with the whole JSON object and nothing else.`;
  const conversation: readonly ChatMessage[] = [
    ...messages,
    { role: 'assistant', content: first.text },
    { role: 'user', content: `${reply.problem} ${advice}` },
  ];
  const second = await model.complete({ ...request, messages: conversation, format }, onProgress, signal);
  const cost = addCost(second, firstCost);
  if (second.status !== 'completed') return { ...second, ...cost };
  const corrected = parseReply(second, schema);
  if ('value' in corrected) return { status: 'ok', value: corrected.value, ...cost };
  model.forget?.({ ...request, messages: conversation, format });
  return { status: 'unfit', text: withoutControls(second.text), ...corrected, ...cost };
}

/** Without `$schema`, which some servers reject. */
function toJsonSchema(schema: z.ZodMiniType): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(z.toJSONSchema(schema)).filter(([key]) => key !== '$schema'));
}

/** Appends an instruction to the last message of the user. */
function withInstruction(messages: readonly ChatMessage[], instruction: string): readonly ChatMessage[] {
  const last = messages.at(-1);
  if (last?.role !== 'user') return [...messages, { role: 'user', content: instruction }];
  return [...messages.slice(0, -1), { role: 'user', content: `${last.content}\n\n${instruction}` }];
}

function addCost(completion: ModelCompletion, before: ReplyCost = { usage: NO_TOKENS, calls: 0 }): ReplyCost {
  const { calls, tokens } = usageOf(completion);
  return { usage: addTokens(before.usage, tokens), calls: before.calls + calls };
}

/** Returns the last JSON that fits the schema. Before it, models repeat the schema or write drafts. */
function parseReply<Type>(
  { text, finish }: Extract<ModelCompletion, { status: 'completed' }>,
  schema: z.ZodMiniType<Type>,
): { readonly value: Type } | ReplyProblem {
  let problem: string | undefined;
  for (const json of findJson(text).toReversed()) {
    const parsed = schema.safeParse(removeControls(json));
    if (parsed.success) return { value: parsed.data };
    problem ??= `The JSON does not fit the schema: ${parsed.error.issues.map(describeIssue).join('; ')}.`;
  }
  if (finish === 'length')
    return { problem: 'The reply was cut off because it was too long.', isCutOff: true };
  problem ??= text.trim() === '' ? 'The reply is empty.' : 'The reply contains no valid JSON object.';
  return { problem, isCutOff: false };
}

/** Removes escaped control characters, because the texts may be shown in a terminal. */
function removeControls(json: unknown): unknown {
  if (typeof json === 'string') return withoutControls(json);
  if (Array.isArray(json)) return json.map(removeControls);
  if (typeof json !== 'object' || json === null) return json;
  return Object.fromEntries(Object.entries(json).map(([name, value]) => [name, removeControls(value)]));
}

/** Sent to the model. */
function describeIssue(issue: z.core.$ZodIssue): string {
  const path = issue.path.map(String);
  const at = path.length ? `"${path.join('.')}"` : 'the whole';
  switch (issue.code) {
    case 'invalid_type':
      return `${at} is missing or is not of the type ${issue.expected}`;
    case 'unrecognized_keys':
      return `${at} has unexpected keys: ${issue.keys.join(', ')}`;
    case 'invalid_value':
      return `${at} must be one of ${issue.values.map((value) => JSON.stringify(String(value))).join(', ')}`;
    default:
      return `${at} does not match the schema`;
  }
}

/** Why a model cannot be used, in a sentence or two. */
export function describeModelFault(
  reply: Exclude<StructuredReply<unknown>, { status: 'ok' }>,
  model: string,
): string {
  switch (reply.status) {
    case 'refused':
      return `The model ${model} refused to answer: ${reply.message}`;
    case 'unfit':
      return reply.isCutOff
        ? `The model ${model} did not finish its reply, twice. ${reply.problem} Raise "maxTokens" of ${model}, or the context length of its server.`
        : `The model ${model} replied twice in an invalid format. ${reply.problem} Choose a model that can write JSON.`;
    case 'failed':
      return reply.message;
  }
}
