/** Reads a reply of a chat API chunk by chunk. */
import { removeReasoning } from '../../core/model/find-json';
import type { ModelCompletion, ChatMessage, TokenUsage } from '../../core/model/language-model';
import { estimateTokens } from '../../core/model/usage';
import { MAX_MODEL_CHARACTERS, ReplyTooLarge } from '../reply-limits';

/** Servers deviate from the API, so every field may be missing. */
interface ReplyChunk {
  readonly choices?: readonly {
    readonly delta?: Readonly<Record<string, unknown>> | null;
    readonly finish_reason?: string | null;
  }[];
  readonly usage?: { readonly prompt_tokens?: number; readonly completion_tokens?: number } | null;
}

/** Converts a reply in one piece to a chunk. */
export function asChunk(whole: unknown): object {
  if (typeof whole !== 'object' || whole === null) return {};
  const { choices, ...rest } = whole as { readonly choices?: unknown };
  if (!Array.isArray(choices)) return rest;
  const parts = choices as readonly { readonly message?: unknown; readonly finish_reason?: unknown }[];
  return { ...rest, choices: parts.map(({ message, finish_reason }) => ({ delta: message, finish_reason })) };
}

/** Undefined if the reply is not from a chat API. Network errors are thrown. */
export async function readReply(
  chunks: AsyncIterable<object>,
  messages: readonly ChatMessage[],
  onProgress: (part: string) => void,
): Promise<ModelCompletion | undefined> {
  let text = '';
  let thoughts = '';
  let refusal = '';
  let finish: string | undefined;
  let reported: ReplyChunk['usage'];
  let isChat = false;
  let hasBegun = false;
  for await (const chunk of chunks) {
    const { choices, usage } = chunk as ReplyChunk;
    reported = usage ?? reported;
    if (!Array.isArray(choices)) continue;
    isChat = true;
    const choice = choices[0] as NonNullable<ReplyChunk['choices']>[number] | undefined;
    if (!choice) continue;
    hasBegun = true;
    const { delta } = choice;
    const content = textIn(delta?.['content']);
    text += content;
    thoughts += textIn(delta?.['reasoning_content'] ?? delta?.['reasoning']);
    refusal += textIn(delta?.['refusal']);
    finish = choice.finish_reason ?? finish;
    if (content !== '') onProgress(content);
    if (text.length + thoughts.length + refusal.length > MAX_MODEL_CHARACTERS)
      throw new ReplyTooLarge(`${MAX_MODEL_CHARACTERS} characters`);
  }
  if (!isChat) return undefined;
  const usage = usageOf(reported, messages, text + thoughts + refusal);
  if (refusal !== '') return { status: 'refused', message: refusal, usage };
  if (finish === 'content_filter')
    return { status: 'refused', message: 'A content filter of the provider stopped the reply.', usage };
  // A reply without a finish reason was truncated.
  const isWhole = finish === undefined ? !hasBegun : finish !== 'length';
  return { status: 'completed', text: removeReasoning(text), finish: isWhole ? 'stop' : 'length', usage };
}

const MAX_PART_DEPTH = 5;

/** The text of a string, or of a list of parts. */
function textIn(value: unknown, depth = 0): string {
  if (typeof value === 'string') return value;
  const parts: readonly unknown[] = Array.isArray(value) && depth < MAX_PART_DEPTH ? value : [];
  return parts
    .map((part) =>
      typeof part === 'object' && part !== null && 'text' in part ? textIn(part.text, depth + 1) : '',
    )
    .join('');
}

function usageOf(reported: ReplyChunk['usage'], messages: readonly ChatMessage[], reply: string): TokenUsage {
  const { prompt_tokens: input, completion_tokens: output } = reported ?? {};
  if (isCount(input) && isCount(output)) return { input, output };
  const estimate = messages.reduce((sum, { content }) => sum + estimateTokens(content), 0);
  return { input: estimate, output: estimateTokens(reply), estimated: true };
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && value >= 0;
}
