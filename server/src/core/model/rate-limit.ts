/** Limits the requests and the tokens that are sent to a model per minute. Requests wait for their turn in order. */
import { withComplete, type LanguageModel } from './language-model';
import { usageOf } from './usage';

/** Per minute; 0 means no limit. */
export interface ModelRate {
  readonly calls: number;
  readonly tokens: number;
}

const MINUTE_MS = 60_000;

/** `now` are milliseconds of a monotonic clock. The tokens of a reply delay the requests after it. */
export function withRateLimit(
  model: LanguageModel,
  { calls, tokens }: ModelRate,
  now: () => number,
): LanguageModel {
  const msPerCall = calls ? MINUTE_MS / calls : 0;
  const msPerToken = tokens ? MINUTE_MS / tokens : 0;
  /** When the next request may be sent. */
  let [nextCall, nextTokens] = [0, 0];
  return withComplete(model, async (request, onProgress, signal) => {
    const start = Math.max(now(), nextCall, nextTokens);
    nextCall = start + msPerCall;
    await delay(start - now(), signal);
    const completion = await model.complete(request, onProgress, signal);
    if (completion.unasked !== true) {
      const { input, output } = usageOf(completion).tokens;
      nextTokens = Math.max(now(), nextTokens) + (input + output) * msPerToken;
    }
    return completion;
  });
}

/** Rejects when `signal` is aborted. */
function delay(milliseconds: number, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  if (milliseconds <= 0) return Promise.resolve();
  return new Promise((resolve, reject) => {
    const abort = (): void => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', abort);
      resolve();
    }, milliseconds);
    signal.addEventListener('abort', abort, { once: true });
  });
}
