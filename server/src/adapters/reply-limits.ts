/** Limits for replies of servers, in unpacked bytes; documented in docs/knowledge-bases.md and docs/models.md. */

const KB = 1024;
const MB = 1024 * KB;

/** The answer of an endpoint: a larger one would not fit into one string. */
export const MAX_ANSWER_BYTES = 256 * MB;
/** Objects, lists, items and lines in the answer of an endpoint: some bytes each here, many in memory. */
export const MAX_ANSWER_ITEMS = 32_000_000;
/** A graph in Turtle, which is read as a whole before it is cut. */
export const MAX_TURTLE_CHARACTERS = 16 * MB;
/** What an endpoint answers when it is asked which engine it is. */
export const MAX_IDENTIFICATION_BYTES = MB;
/** An error of an endpoint or a model. What is larger is cut. */
export const MAX_ERROR_BYTES = 256 * KB;
/** The reply of a model, with all that its protocol adds. */
export const MAX_MODEL_REPLY_BYTES = 64 * MB;
/** A model's reply in one piece, or its list of models. */
export const MAX_MODEL_PIECE_BYTES = 4 * MB;
/** One event of a model's stream, which its client reads again with each part that comes. */
export const MAX_MODEL_EVENT_BYTES = MB;
/** What a model says and thinks in one reply. */
export const MAX_MODEL_CHARACTERS = 1_000_000;

/** A reply that is larger than it may be. It is never asked for again. */
export class ReplyTooLarge extends Error {
  /** `limit` such as: 64 MB. */
  constructor(readonly limit: string) {
    super(`The reply is larger than ${limit}.`);
  }
}

export function inMegabytes(bytes: number): string {
  return `${Math.round((bytes / MB) * 100) / 100} MB`;
}

/** The same bytes, until there are too many of them, or too many without the empty line that ends an event of a stream. */
export async function* limitedStream(
  body: AsyncIterable<Uint8Array>,
  { maxBytes, maxEvent }: { readonly maxBytes: number; readonly maxEvent: number },
): AsyncIterable<Uint8Array> {
  let bytes = 0;
  let event = 0;
  let carried = Buffer.alloc(0);
  for await (const chunk of body) {
    bytes += chunk.byteLength;
    // The end of an event may be divided between two chunks.
    const seen = Buffer.concat([carried, chunk]);
    const end = endOfEvents(seen);
    event = end < 0 ? event + chunk.byteLength : seen.byteLength - end;
    carried = seen.subarray(-LONGEST_END);
    if (bytes > maxBytes) throw new ReplyTooLarge(inMegabytes(maxBytes));
    if (event > maxEvent) throw new ReplyTooLarge(`${inMegabytes(maxEvent)} in one event`);
    yield chunk;
  }
}

const ENDS = ['\n\n', '\r\r', '\r\n\r\n'];
const LONGEST_END = 3;

/** Behind the last event that is whole; -1 where none ends here. */
function endOfEvents(bytes: Buffer): number {
  return Math.max(
    ...ENDS.map((end) => {
      const at = bytes.lastIndexOf(end);
      return at < 0 ? -1 : at + end.length;
    }),
  );
}
