/** Reads the body of a response as text. */
import type { HttpReply } from '../http';
import { inMegabytes, MAX_ANSWER_BYTES, MAX_ANSWER_ITEMS, MAX_ERROR_BYTES } from '../reply-limits';

interface BodyLimits {
  readonly maxBytes?: number;
  readonly maxItems?: number;
}

/** A long error is truncated. Network errors are thrown. */
export async function readBody(
  { status, headers, body, discard }: HttpReply,
  { maxBytes = MAX_ANSWER_BYTES, maxItems = MAX_ANSWER_ITEMS }: BodyLimits = {},
): Promise<{ readonly text: string } | { readonly problem: string }> {
  const isError = status >= 300;
  const byteLimit = isError ? Math.min(maxBytes, MAX_ERROR_BYTES) : maxBytes;
  const charset = /charset\s*=\s*"?([^\s;"]+)/i.exec(headers['content-type'] ?? '')?.[1] ?? 'utf-8';
  const decoder = createDecoder(charset);
  if (!decoder) {
    discard();
    return { problem: `Its answer is in the character set ${charset.slice(0, 40)}, which is not supported.` };
  }
  let text = '';
  let bytes = 0;
  let items = 0;
  for await (const chunk of body) {
    bytes += chunk.byteLength;
    items += countItems(chunk);
    if (bytes > byteLimit || items > maxItems) {
      discard();
      if (isError) return { text: text + decoder.decode(chunk) };
      const limit = bytes > byteLimit ? inMegabytes(byteLimit) : `${maxItems} items`;
      return { problem: `Its answer is larger than ${limit}. Ask for fewer rows or columns.` };
    }
    text += decoder.decode(chunk, { stream: true });
  }
  return { text: text + decoder.decode() };
}

/** Memory depends on the number of items rather than bytes, so the characters before an item are counted. */
const ITEM_STARTS = '{[,;<\n';
const IS_ITEM_START = Uint8Array.from({ length: 256 }, (_, byte) =>
  ITEM_STARTS.includes(String.fromCharCode(byte)) ? 1 : 0,
);

function countItems(chunk: Uint8Array): number {
  let count = 0;
  for (const byte of chunk) count += IS_ITEM_START[byte] ?? 0;
  return count;
}

function createDecoder(charset: string): InstanceType<typeof TextDecoder> | undefined {
  try {
    return new TextDecoder(charset);
  } catch {
    return undefined;
  }
}
