/** What came from outside once, said again. What was not recorded is asked for, or noted as missing. */
import type { Execution } from '../../core/kb/knowledge-base';
import type { LanguageModel } from '../../core/model/language-model';
import { requestKey } from '../../core/model/request-key';
import { onOneLine } from '../../core/language/text/controls';
import type { QuestionRecord } from '../question-record';
import type { Outside, OutsideModel, Took } from './outside';

export interface Replay {
  readonly outside: Outside;
  /** What was wanted and is not in the record, a few words each; nothing where somebody could be asked instead. */
  readonly missing: readonly string[];
}

/** Those whose answers were recorded: they need not be there any more. */
export interface RecordedFrom {
  readonly kb: Outside['kb'];
  readonly model?: Pick<LanguageModel, 'name' | 'where'>;
}

export function replayedOutside(record: QuestionRecord, from: RecordedFrom, live?: Outside): Replay {
  const missing: string[] = [];
  const lacks = (what: string): string => {
    missing.push(what);
    return `The record has no ${what}.`;
  };
  const executions = queues(record.executions, ({ query, limits }) => queryKey(query, limits.maxRows));
  const linkings = queues(record.linkings, ({ question, chosen }) => JSON.stringify([question, chosen]));
  const finds = queues(record.finds, ({ typed, most }) => `${most} ${typed}`);
  return {
    missing,
    outside: {
      date: record.date,
      kb: from.kb,
      async execute(query, limits, signal) {
        signal.throwIfAborted();
        // A KB that is asked again says the same again.
        const known = next(executions, queryKey(query, limits.maxRows), 'again');
        if (known) return took(known.execution, known);
        if (live) return live.execute(query, limits, signal);
        const message = lacks(`answer of the KB to: ${beginning(query)}`);
        return took<Execution>({ status: 'unreachable', message });
      },
      async link(question, chosen, signal) {
        signal.throwIfAborted();
        const known = next(linkings, JSON.stringify([question, chosen]), 'again');
        if (known) return { ...took(known.linking, known), queries: known.queries };
        if (live) return live.link(question, chosen, signal);
        const troubles = [lacks('entities for this question')];
        return { ...took({ entities: [], literals: [], troubles }), queries: 0 };
      },
      async find(typed, most, signal) {
        signal.throwIfAborted();
        const known = next(finds, `${most} ${typed}`, 'again');
        if (known) return took(known.found, known);
        if (live) return live.find(typed, most, signal);
        lacks(`entities by the name of "${beginning(typed)}"`);
        return took([]);
      },
      ...(from.model && { model: replayedModel(record, from.model, live?.model, lacks) }),
    },
  };
}

function replayedModel(
  { completions }: QuestionRecord,
  { name, where }: Pick<LanguageModel, 'name' | 'where'>,
  live: OutsideModel | undefined,
  lacks: (what: string) => string,
): OutsideModel {
  const waiting = queues(completions, ({ request }) => requestKey(request));
  return {
    name,
    where,
    async complete(request, tell, signal) {
      signal.throwIfAborted();
      // What a model says twice need not be the same.
      const known = next(waiting, requestKey(request), 'once');
      if (known) {
        if (known.completion.status === 'completed') tell(known.completion.text);
        return took(known.completion, known);
      }
      if (live) return live.complete(request, tell, signal);
      const message = lacks(`reply of the model (${request.purpose})`);
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

/** In the order of the record; behind the last, `again` gives the last once more. */
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
): Took<Value> {
  return { value, milliseconds };
}

const LONGEST = 160;

function beginning(text: string): string {
  const line = onOneLine(text).replace(/\s+/g, ' ');
  return line.length > LONGEST ? `${line.slice(0, LONGEST)} …` : line;
}
