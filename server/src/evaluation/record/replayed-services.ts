/** Replays recorded replies. Requests without a recorded reply are sent live if possible, or else reported as missing. */
import type { Execution } from '../../core/kb/knowledge-base';
import type { LanguageModel } from '../../core/model/language-model';
import { requestKey } from '../../core/model/record';
import { onOneLine } from '../../core/language/text/control-characters';
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
  const executions = groupByKey(record.executions, ({ query, limits }) => queryKey(query, limits.maxRows));
  const linkings = groupByKey(record.linkings, ({ question, chosen }) => JSON.stringify([question, chosen]));
  const finds = groupByKey(record.finds, ({ typed, most }) => `${most} ${typed}`);
  return {
    missing,
    services: {
      date: record.date,
      kb: from.kb,
      async execute(query, limits, signal) {
        signal.throwIfAborted();
        // A KB always gives the same answer.
        const reply = nextReply(executions, queryKey(query, limits.maxRows), 'again');
        if (reply) return timed(reply.execution, reply);
        if (live) return live.execute(query, limits, signal);
        const message = reportMissing(`answer of the KB to: ${excerpt(query)}`);
        return timed<Execution>({ status: 'unreachable', message });
      },
      async link(question, chosen, signal) {
        signal.throwIfAborted();
        const reply = nextReply(linkings, JSON.stringify([question, chosen]), 'again');
        if (reply) return { ...timed(reply.linking, reply), queries: reply.queries };
        if (live) return live.link(question, chosen, signal);
        const troubles = [reportMissing('entities for this question')];
        return { ...timed({ entities: [], literals: [], troubles }), queries: 0 };
      },
      async find(typed, most, signal) {
        signal.throwIfAborted();
        const reply = nextReply(finds, `${most} ${typed}`, 'again');
        if (reply) return timed(reply.found, reply);
        if (live) return live.find(typed, most, signal);
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
  const replies = groupByKey(completions, ({ request }) => requestKey(request));
  return {
    name,
    where,
    async complete(request, onText, signal) {
      signal.throwIfAborted();
      // A model may reply differently the second time.
      const reply = nextReply(replies, requestKey(request), 'once');
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

interface Queue<Entry> {
  readonly entries: Entry[];
  at: number;
}

function groupByKey<Entry>(
  entries: readonly Entry[],
  keyOf: (entry: Entry) => string,
): ReadonlyMap<string, Queue<Entry>> {
  const queues = new Map<string, Queue<Entry>>();
  for (const entry of entries) {
    const key = keyOf(entry);
    const queue = queues.get(key);
    if (queue) queue.entries.push(entry);
    else queues.set(key, { entries: [entry], at: 0 });
  }
  return queues;
}

/** Returns replies in the order of the record. After the last one, `again` repeats it. */
function nextReply<Entry>(
  queues: ReadonlyMap<string, Queue<Entry>>,
  key: string,
  atEnd: 'again' | 'once',
): Entry | undefined {
  const queue = queues.get(key);
  if (!queue) return undefined;
  const entry = queue.entries[queue.at];
  if (entry) queue.at++;
  return entry ?? (atEnd === 'again' ? queue.entries.at(-1) : undefined);
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
