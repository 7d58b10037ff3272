/** Limits for replies of servers, in unpacked bytes; documented in docs/knowledge-bases.md and docs/models.md. */

const KB = 1024;
const MB = 1024 * KB;

/** An answer of an endpoint; a larger one would not fit into one string. */
export const MAX_ANSWER_BYTES = 256 * MB;
/** Items in an answer of an endpoint: a few bytes each in the response, many in memory. */
export const MAX_ANSWER_ITEMS = 32_000_000;
/** A graph in Turtle, which is parsed as a whole before it is truncated. */
export const MAX_TURTLE_CHARACTERS = 16 * MB;
/** The response to the query that detects the engine. */
export const MAX_IDENTIFICATION_BYTES = MB;
/** An error of an endpoint or a model; a longer one is truncated. */
export const MAX_ERROR_BYTES = 256 * KB;
/** A streamed reply of a model, including the protocol overhead. */
export const MAX_MODEL_REPLY_BYTES = 64 * MB;
/** A reply of a model in one piece, or its list of models. */
export const MAX_MODEL_PIECE_BYTES = 4 * MB;
/** One event of a stream, which the client parses again with each chunk. */
export const MAX_MODEL_EVENT_BYTES = MB;
/** Text and reasoning of one reply of a model. */
export const MAX_MODEL_CHARACTERS = 1_000_000;

/** A reply that exceeds a limit. The request is not repeated. */
export class ReplyTooLarge extends Error {
  /** `limit` is a text such as `64 MB`. */
  constructor(readonly limit: string) {
    super(`The reply is larger than ${limit}.`);
  }
}

export function inMegabytes(bytes: number): string {
  return `${Math.round((bytes / MB) * 100) / 100} MB`;
}

/** Passes bytes through. Throws if there are too many in total, or in one event of a stream, which ends with an empty line. */
export async function* limitedStream(
  body: AsyncIterable<Uint8Array>,
  { maxBytes, maxEvent }: { readonly maxBytes: number; readonly maxEvent: number },
): AsyncIterable<Uint8Array> {
  let bytes = 0;
  let event = 0;
  let carried = Buffer.alloc(0);
  for await (const chunk of body) {
    bytes += chunk.byteLength;
    // The end of an event may be split between two chunks.
    const seen = Buffer.concat([carried, chunk]);
    const end = endOfEvents(seen);
    event = end < 0 ? event + chunk.byteLength : seen.byteLength - end;
    carried = seen.subarray(-CARRIED_BYTES);
    if (bytes > maxBytes) throw new ReplyTooLarge(inMegabytes(maxBytes));
    if (event > maxEvent) throw new ReplyTooLarge(`${inMegabytes(maxEvent)} in one event`);
    yield chunk;
  }
}

const EVENT_ENDS = ['\n\n', '\r\r', '\r\n\r\n'];
const CARRIED_BYTES = 3;

/** The offset after the last complete event; -1 if none ends here. */
function endOfEvents(bytes: Buffer): number {
  return Math.max(
    ...EVENT_ENDS.map((end) => {
      const at = bytes.lastIndexOf(end);
      return at < 0 ? -1 : at + end.length;
    }),
  );
}
