/** Replays recorded replies. What was not recorded is asked live if possible, or else reported as missing. */
import type { Execution } from '../../core/kb/knowledge-base';
import type { LanguageModel } from '../../core/model/language-model';
import { requestKey } from '../../core/model/record';
import { onOneLine } from '../../core/language/text/controls';
import type { QuestionRecord } from '../question-record';
import type { ExternalServices, ExternalModel, Timed } from './services';

export interface Replay {
  readonly services: ExternalServices;
  /** What the record lacks, in a few words each. Empty if it was asked live. */
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
): Replay {
  const missing: string[] = [];
  const reportMissing = (what: string): string => {
    missing.push(what);
    return `The record has no ${what}.`;
  };
  const executions = queues(record.executions, ({ query, limits }) => queryKey(query, limits.maxRows));
  const linkings = queues(record.linkings, ({ question, chosen }) => JSON.stringify([question, chosen]));
  const finds = queues(record.finds, ({ typed, most }) => `${most} ${typed}`);
  return {
    missing,
    services: {
      date: record.date,
      kb: from.kb,
      async execute(query, limits, signal) {
        signal.throwIfAborted();
        // A KB gives the same answer again.
        const known = next(executions, queryKey(query, limits.maxRows), 'again');
        if (known) return took(known.execution, known);
        if (live) return live.execute(query, limits, signal);
        const message = reportMissing(`answer of the KB to: ${beginning(query)}`);
        return took<Execution>({ status: 'unreachable', message });
      },
      async link(question, chosen, signal) {
        signal.throwIfAborted();
        const known = next(linkings, JSON.stringify([question, chosen]), 'again');
        if (known) return { ...took(known.linking, known), queries: known.queries };
        if (live) return live.link(question, chosen, signal);
        const troubles = [reportMissing('entities for this question')];
        return { ...took({ entities: [], literals: [], troubles }), queries: 0 };
      },
      async find(typed, most, signal) {
        signal.throwIfAborted();
        const known = next(finds, `${most} ${typed}`, 'again');
        if (known) return took(known.found, known);
        if (live) return live.find(typed, most, signal);
        reportMissing(`entities by the name of "${beginning(typed)}"`);
        return took([]);
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
  const waiting = queues(completions, ({ request }) => requestKey(request));
  return {
    name,
    where,
    async complete(request, tell, signal) {
      signal.throwIfAborted();
      // A model may reply differently the second time.
      const known = next(waiting, requestKey(request), 'once');
      if (known) {
        if (known.completion.status === 'completed') tell(known.completion.text);
        return took(known.completion, known);
      }
      if (live) return live.complete(request, tell, signal);
      const message = reportMissing(`reply of the model (${request.purpose})`);
      return took({ status: 'failed', reason: 'not-recorded', message, unasked: true });
    },
  };
}

interface Queue<Entry> {
  readonly entries: Entry[];
  at: number;
}

function queues<Entry>(
  entries: readonly Entry[],
  keyOf: (entry: Entry) => string,
): ReadonlyMap<string, Queue<Entry>> {
  const found = new Map<string, Queue<Entry>>();
  for (const entry of entries) {
    const key = keyOf(entry);
    const queue = found.get(key);
    if (queue) queue.entries.push(entry);
    else found.set(key, { entries: [entry], at: 0 });
  }
  return found;
}

/** In the order of the record. After the last entry, `again` repeats it. */
function next<Entry>(
  all: ReadonlyMap<string, Queue<Entry>>,
  key: string,
  behind: 'again' | 'once',
): Entry | undefined {
  const queue = all.get(key);
  if (!queue) return undefined;
  const entry = queue.entries[queue.at];
  if (entry) queue.at++;
  return entry ?? (behind === 'again' ? queue.entries.at(-1) : undefined);
}

function queryKey(query: string, maxRows: number): string {
  return `${maxRows} ${query}`;
}

function took<Value>(
  value: Value,
  { milliseconds }: { readonly milliseconds: number } = { milliseconds: 0 },
): Timed<Value> {
  return { value, milliseconds };
}

const MAX_LENGTH = 160;

function beginning(text: string): string {
  const line = onOneLine(text).replace(/\s+/g, ' ');
  return line.length > MAX_LENGTH ? `${line.slice(0, MAX_LENGTH)} …` : line;
}
