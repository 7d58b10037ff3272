/** Replays recorded replies. Requests without a recorded reply are sent live if possible, or else reported as missing. */
import type { Execution } from '../../core/kb/knowledge-base';
import type { LanguageModel } from '../../core/model/language-model';
import { requestKey } from '../../core/model/record';
import { onOneLine } from '../../core/language/text/control-characters';
import { groupBy } from '../../core/language/text/multimap';
import type { QuestionRecord } from '../question-record';
import type { ExternalServices, ExternalModel, Timed } from './services';

export interface ReplayedServices {
  readonly services: ExternalServices;
  /** Short descriptions of the replies that the record lacks. Empty if the requests were sent live. */
  readonly missing: readonly string[];
}

/** The services whose replies were recorded. */
export interface RecordedSources {
  readonly kb: ExternalServices['kb'];
  readonly model?: Pick<LanguageModel, 'name' | 'where'>;
}

export function replayedServices(
  record: QuestionRecord,
  from: RecordedSources,
  live?: ExternalServices,
): ReplayedServices {
  const missing: string[] = [];
  const reportMissing = (what: string): string => {
    missing.push(what);
    return `The record has no ${what}.`;
  };
  // A KB always gives the same answer.
  const executionOf = replier(record.executions, ({ query, limits }) => queryKey(query, limits.maxRows));
  const linkingOf = replier(record.linkings, ({ question, chosen }) => JSON.stringify([question, chosen]));
  const findOf = replier(record.finds, ({ typed, most }) => `${most} ${typed}`);
  return {
    missing,
    services: {
      date: record.date,
      kb: from.kb,
      async execute(query, limits, signal) {
        signal.throwIfAborted();
        const reply = executionOf(queryKey(query, limits.maxRows));
        if (reply) return timed(reply.execution, reply);
        if (live) return live.execute(query, limits, signal);
        const message = reportMissing(`answer of the KB to: ${excerpt(query)}`);
        return timed<Execution>({ status: 'unreachable', message });
      },
      async link(question, chosen, signal) {
        signal.throwIfAborted();
        const reply = linkingOf(JSON.stringify([question, chosen]));
        if (reply) return { ...timed(reply.linking, reply), queries: reply.queries };
        if (live) return live.link(question, chosen, signal);
        const troubles = [reportMissing('entities for this question')];
        return { ...timed({ entities: [], literals: [], troubles }), queries: 0 };
      },
      async find(typed, limit, signal) {
        signal.throwIfAborted();
        const reply = findOf(`${limit} ${typed}`);
        if (reply) return timed(reply.found, reply);
        if (live) return live.find(typed, limit, signal);
        reportMissing(`entities by the name of "${excerpt(typed)}"`);
        return timed([]);
      },
      ...(from.model && { model: replayedModel(record, from.model, live?.model, reportMissing) }),
    },
  };
}

function replayedModel(
  { completions }: QuestionRecord,
  { name, where }: Pick<LanguageModel, 'name' | 'where'>,
  live: ExternalModel | undefined,
  reportMissing: (what: string) => string,
): ExternalModel {
  // A model may reply differently the second time.
  const replyTo = replier(completions, ({ request }) => requestKey(request), 'once');
  return {
    name,
    where,
    async complete(request, onText, signal) {
      signal.throwIfAborted();
      const reply = replyTo(requestKey(request));
      if (reply) {
        if (reply.completion.status === 'completed') onText(reply.completion.text);
        return timed(reply.completion, reply);
      }
      if (live) return live.complete(request, onText, signal);
      const message = reportMissing(`reply of the model (${request.purpose})`);
      return timed({ status: 'failed', reason: 'not-recorded', message, unasked: true });
    },
  };
}

/** Returns the replies to a request in the order of the record. After the last one, `again` repeats it. */
function replier<Entry>(
  entries: readonly Entry[],
  keyOf: (entry: Entry) => string,
  atEnd: 'again' | 'once' = 'again',
): (key: string) => Entry | undefined {
  const replies = groupBy(entries, keyOf);
  const counts = new Map<string, number>();
  return (key) => {
    const own = replies.get(key);
    const count = counts.get(key) ?? 0;
    counts.set(key, count + 1);
    return own?.[count] ?? (atEnd === 'again' ? own?.at(-1) : undefined);
  };
}

function queryKey(query: string, maxRows: number): string {
  return `${maxRows} ${query}`;
}

function timed<Value>(
  value: Value,
  { milliseconds }: { readonly milliseconds: number } = { milliseconds: 0 },
): Timed<Value> {
  return { value, milliseconds };
}

const MAX_LENGTH = 160;

function excerpt(text: string): string {
  const line = onOneLine(text).replace(/\s+/g, ' ');
  return line.length > MAX_LENGTH ? `${line.slice(0, MAX_LENGTH)} …` : line;
}
