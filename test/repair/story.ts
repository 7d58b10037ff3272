/** A repair from end to end, told in a file: what is given, what the model replies, and what happens, an event a line. */
import { readFileSync } from 'node:fs';
import { Store } from 'oxigraph';
import { openPrompts } from '../../server/src/compose';
import type { Execution, KnowledgeBase } from '../../server/src/core/kb/knowledge-base';
import { withBudget, type Budget } from '../../server/src/core/model/budget';
import type { LanguageModel } from '../../server/src/core/model/language-model';
import { FREEBASE, RDFS, XSD } from '../../server/src/core/rdf/names';
import { repair } from '../../server/src/core/repair/repair';
import type { RepairEvent, RepairTrace } from '../../server/src/core/repair/repair-events';
import type { RepairOptions } from '../../server/src/core/repair/repair-ports';
import { EntityDirectory } from '../../server/src/core/run/entity-directory';
import { storeKb } from '../../tools/store-kb';
import { JSON_RESULTS, remote, startEndpoint } from '../adapters/kb/endpoint';
import { served } from '../adapters/model/served';
import { freebase } from '../support/check';
import { startModelServer, type AskedOfModel, type Step } from '../support/model-server';

export interface Story {
  readonly title: string;
  readonly question?: string;
  readonly query?: string | readonly string[];
  /** Beside those that all stories have. */
  readonly facts?: string;
  readonly options?: Partial<RepairOptions>;
  readonly kb?: 'none' | { readonly complete?: boolean; readonly downAt?: string };
  /** Absent where there is no model. `when` is a regular expression. */
  readonly replies?: readonly (Omit<Step, 'when'> & { readonly when?: string })[];
  readonly retries?: number;
  readonly budget?: Partial<Budget>;
  /** When the model is asked the next time after this event. */
  readonly cancelAt?: string;
  readonly events: readonly string[];
}

export interface Told {
  readonly events: readonly string[];
  readonly trace?: RepairTrace;
  readonly error?: unknown;
  /** All that reached the model, and the KB. */
  readonly said: readonly AskedOfModel[];
  readonly run: readonly string[];
  /** Replies that nobody came for. */
  readonly left: readonly Step[];
}

const PREFIX = `PREFIX ns: <${FREEBASE}>\n`;
const FACTS = readFileSync(new URL('facts.ttl', import.meta.url), 'utf8');

/** A model that agrees with everything, unless a story says otherwise. */
export const AGREEING: readonly Step[] = [
  { always: true, shape: 'reading', json: { question: 'What was asked?', parts: [] } },
  {
    always: true,
    shape: 'comparison',
    json: { explanation: 'Both ask the same.', differences: [], same: true },
  },
  { always: true, shape: 'choice', json: { explanation: 'The first is nearest.', choice: 1 } },
];

export async function play(
  story: Story,
  around: (model: LanguageModel) => LanguageModel = (model) => model,
): Promise<Told> {
  const steps = (story.replies ?? []).map((step): Step => {
    const { when, ...rest } = step;
    return { ...rest, ...(when !== undefined && { when: new RegExp(when) }) } as Step;
  });
  const server = await startModelServer([...steps.map(prefixed), ...AGREEING]);
  const kb = await openKb(story);
  const ended = new AbortController();
  const events: string[] = [];
  const schema = freebase();
  const query = story.query === undefined ? undefined : PREFIX + [story.query].flat().join('\n');
  const budget = { calls: 0, tokens: 0, money: 0, ...story.budget };
  const asked = around(served({ url: server.url, retries: story.retries ?? 0 }));
  const { model, usage } = withBudget(asked, budget);
  try {
    const running = repair(
      {
        ...(query !== undefined && { query }),
        ...(story.question !== undefined && { question: story.question }),
      },
      {
        schema,
        ...(kb && { kb: { kb: kb.kb, directory: new EntityDirectory(kb.kb, { schema, language: 'en' }) } }),
        ...(story.replies && {
          model: { model, usage, prompts: openPrompts(''), exemplars: { nearest: () => [] } },
        }),
        now: () => 0,
        date: () => '2026-01-01T00:00:00Z',
        onDefect: (code, error) => {
          throw new Error(`${code} crashed`, { cause: error });
        },
      },
      { ...OPTIONS, ...story.options },
      ended.signal,
    );
    for (;;) {
      const next = await running.next();
      if (next.done)
        return { events, trace: next.value, said: server.asked, run: kb?.asked ?? [], left: server.left() };
      const line = describe(next.value);
      if (line !== undefined) events.push(line);
      if (story.cancelAt !== undefined && line?.startsWith(story.cancelAt))
        void server.isAsked().then(() => ended.abort());
      const downAt = typeof story.kb === 'object' ? story.kb.downAt : undefined;
      if (downAt !== undefined && line?.startsWith(downAt)) await kb?.fall();
    }
  } catch (error) {
    if (!ended.signal.aborted) throw error;
    return {
      events: [...events, 'cancelled'],
      error,
      said: server.asked,
      run: kb?.asked ?? [],
      left: server.left(),
    };
  } finally {
    await server.close();
    await kb?.fall();
  }
}

export const OPTIONS: RepairOptions = {
  dialect: 'virtuoso',
  severities: {},
  rounds: 3,
  search: false,
  onlyContext: false,
  exemplars: 3,
  limits: { timeoutMs: 10_000, maxRows: 100 },
};

/** Queries in replies are written without their prefix. */
export function prefixed(step: Step): Step {
  if (!('json' in step)) return step;
  const json = step.json as { readonly query?: unknown };
  return typeof json.query === 'string' ? { ...step, json: { ...json, query: PREFIX + json.query } } : step;
}

interface OpenKb {
  readonly kb: KnowledgeBase;
  readonly asked: readonly string[];
  readonly fall: () => Promise<void>;
}

async function openKb({ kb: wanted, facts = '' }: Story): Promise<OpenKb | undefined> {
  if (wanted === 'none') return undefined;
  const turtle = FACTS + facts;
  if (wanted?.downAt === undefined) {
    const kb = storeKb(turtle, { complete: wanted?.complete ?? true });
    return { kb, asked: kb.asked, fall: () => kb.close() };
  }
  const store = new Store();
  store.load(`@prefix ns: <${FREEBASE}> . @prefix xsd: <${XSD}> . @prefix rdfs: <${RDFS}> .\n${turtle}`, {
    format: 'text/turtle',
  });
  const asked: string[] = [];
  const endpoint = await startEndpoint((response, { form }) => {
    const query = form.get('query') ?? '';
    asked.push(query);
    response
      .writeHead(200, { 'content-type': JSON_RESULTS })
      .end(store.query(query, { results_format: 'json' }) as string);
  });
  const kb = remote({ endpoint: endpoint.address });
  let open = true;
  const fall = async (): Promise<void> => {
    if (open) await endpoint.close();
    open = false;
  };
  return { kb, asked, fall };
}

/** An event in one line; nothing for what only says how far something is, and for checks that found nothing. */
export function describe(event: RepairEvent): string | undefined {
  switch (event.type) {
    case 'progress':
    case 'attempted':
      return undefined;
    case 'proposing':
      return `${event.round} ${event.by} proposes`;
    case 'proposed':
      return `${event.round} ${event.by}: ${bare(event.query)}`;
    case 'verified':
      return event.findings.length
        ? `${event.round} ${event.stage}: ${event.findings.map(({ strength, code, rule }) => `${strength} ${code}${rule === undefined ? '' : ` (${rule})`}`).join(', ')}`
        : undefined;
    case 'executed':
      return `${event.round} ${outcome(event.execution)}`;
    case 'read':
      return `${event.round} reads "${event.reading.question}": ${event.agreement.verdict} (${event.agreement.by})`;
    case 'feedback':
      return `${event.round} feedback: ${event.text.split('\n')[0] ?? ''}`;
    case 'trouble':
      return `trouble: ${withoutPort(event.message)}`;
    case 'decided': {
      const { kind, level, round, basis, support, explanation, missing, nearest } = event.result;
      const votes = support ? ` ${support.agreeing}/${support.of}` : '';
      const lack = missing
        ? ` Missing: ${missing.join(' | ')}. Nearest: ${(nearest ?? []).join(' | ')}.`
        : '';
      return `${kind}${level === undefined ? '' : ` (${level})`} ${round} by ${basis}${votes}: ${withoutPort(explanation)}${lack}`;
    }
  }
}

function bare(query: string): string {
  return query.replace(PREFIX, '').replace(/\s+/g, ' ').trim();
}

export function withoutPort(text: string): string {
  return text.replace(/127\.0\.0\.1:\d+/g, '127.0.0.1');
}

function outcome(execution: Execution): string {
  if (execution.status !== 'answered') return `${execution.status}: ${withoutPort(execution.message)}`;
  const { answer } = execution;
  if (answer.kind !== 'table')
    return `answered: ${answer.kind === 'boolean' ? String(answer.value) : answer.kind}`;
  const rows = answer.rows.map((row) =>
    row.map((term) => term?.value.replace(FREEBASE, '') ?? '–').join(' '),
  );
  return `answered: ${rows.join(', ') || 'nothing'}`;
}
