/** The body of a reply as text. */
import type { HttpReply } from '../http';

/** More than this is no answer to be looked at, and would not fit into one text. */
const MOST_BYTES = 256 * 1024 * 1024;

/** Faults of the network are thrown. */
export async function readBody(
  { headers, body, discard }: HttpReply,
  mostBytes = MOST_BYTES,
): Promise<{ readonly text: string } | { readonly problem: string }> {
  const charset = /charset\s*=\s*"?([^\s;"]+)/i.exec(headers['content-type'] ?? '')?.[1] ?? 'utf-8';
  const decoder = decoderOf(charset);
  if (!decoder) {
    discard();
    return { problem: `Its answer is in the character set ${charset}, which is not known here.` };
  }
  let text = '';
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.byteLength;
    if (bytes > mostBytes) {
      discard();
      return {
        problem: `Its answer is larger than ${Math.round(mostBytes / 1024 / 1024)} MB. Ask for fewer rows or columns.`,
      };
    }
    text += decoder.decode(chunk, { stream: true });
  }
  return { text: text + decoder.decode() };
}

function decoderOf(charset: string): InstanceType<typeof TextDecoder> | undefined {
  try {
    return new TextDecoder(charset);
  } catch {
    return undefined;
  }
}
