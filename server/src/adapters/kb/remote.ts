/** A KB behind a SPARQL endpoint: each question is one request, and closing the connection is how it is stopped. */
import { performance } from 'node:perf_hooks';
import type { EndpointConfig, Engine } from '../../core/kb/kb-config';
import type { Examination, Execution, KnowledgeBase, Limits } from '../../core/kb/knowledge-base';
import { isUpdate, refusalBeforeSending } from '../../core/query/refusal-before-sending';
import { isAboutQuery, sentenceOf, standardComplaint } from '../../core/query/standard-error';
import { clipErrorText } from '../../core/query/server-text';
import { standardQuery } from '../../core/query/standard-query';
import { inSeconds, TimeLimit } from '../../core/query/time-limit';
import { isVirtuosoError, virtuosoComplaint } from '../../core/query/virtuoso-error';
import { hideEndpointSecrets } from '../../core/language/text/passwords';
import type { QueryModel } from '../../core/language/sparql/model';
import { parseQuery } from '../../core/language/sparql/parse';
import { HttpClient } from '../http';
import { explainHttpFault } from '../http-errors';
import { proxyFor, type HttpSettings } from '../http-settings';
import { MAX_IDENTIFICATION_BYTES } from '../reply-limits';
import { answerOf, saysInterrupted } from './remote-answer';
import {
  RemoteConnection,
  type Failure,
  type Rejection,
  type RemoteReply,
  type SecretOf,
} from './remote-connection';
import { recognise, waysOf, type EngineBehavior, type RecognizedEngine } from './remote-engines';
import { shown } from './remote-exchange';
import { serverErrorOf } from './remote-errors';

export interface RemoteOptions {
  readonly name: string;
  readonly config: EndpointConfig;
  /** Asks for a secret that is to be sent to an address; `rejected` where the one that was given is not accepted. */
  readonly secretOf: SecretOf;
  /** Why a query must not be sent. */
  readonly refusalOf?: (query: string) => string | undefined;
  readonly http: () => Promise<HttpSettings>;
}

export function openRemote(options: RemoteOptions): RemoteKb {
  return new RemoteKb(options);
}

const RESULTS = 'application/sparql-results+json';

export class RemoteKb implements KnowledgeBase {
  readonly name: string;
  readonly complete: boolean;
  readonly writable: boolean;
  private readonly http: HttpClient;
  private readonly reading: RemoteConnection;
  private readonly writing: RemoteConnection;
  private recognised: RecognizedEngine | undefined;
  /** QLever takes no longer time than its own from those without a token. */
  private keepsOwnTime = false;
  /** How long it works on a query at most, as far as it has shown. */
  private patienceMs = Infinity;

  constructor(private readonly options: RemoteOptions) {
    const { name, config, secretOf } = options;
    const { endpoint, updateEndpoint, engine = 'auto', complete = true, writable = false } = config;
    this.name = name;
    this.complete = complete;
    this.writable = writable;
    this.http = new HttpClient(options.http);
    this.reading = new RemoteConnection(this.http, endpoint, config, secretOf);
    this.writing =
      updateEndpoint === undefined
        ? this.reading
        : new RemoteConnection(this.http, updateEndpoint, config, secretOf);
    if (engine !== 'auto') this.recognised = { engine, name: undefined };
  }

  async execute(query: string, limits: Limits, signal: AbortSignal): Promise<Execution> {
    signal.throwIfAborted();
    const refusal = refusalBeforeSending(query, this);
    if (refusal) return refusal;
    const message = this.options.refusalOf?.(query);
    if (message !== undefined) return { status: 'refused', message };
    const door = isUpdate(query) ? this.writing : this.reading;
    const { timeoutMs } = limits;
    return door.through(signal, async () => {
      const began = performance.now();
      const recognised = await this.identify(timeoutMs, signal);
      if (!('engine' in recognised)) return recognised;
      const ways = waysOf(recognised.engine);
      const grace = ways.grace - (performance.now() - began);
      return this.within({ timeoutMs, grace }, door, signal, (limited) =>
        this.ask(query, ways, limits, door, limited),
      );
    });
  }

  async examine(timeoutMs: number, signal: AbortSignal): Promise<Examination> {
    signal.throwIfAborted();
    const door = this.reading;
    let began = performance.now();
    const outcome = await door.through(signal, () => {
      began = performance.now();
      return this.identify(timeoutMs, signal);
    });
    if (!('engine' in outcome)) return { works: false, lines: [outcome.message] };
    const milliseconds = Math.round(performance.now() - began);
    const { engine, name } = outcome;
    const title = name ?? (engine === 'other' ? undefined : waysOf(engine).title);
    const introduction =
      title === undefined
        ? 'It does not report its engine and is treated as a standard endpoint. Set "engine" if you know it.'
        : `It is ${title}.`;
    const warning =
      door.exposed === undefined
        ? []
        : [`Anyone on the network can read ${door.exposed}. Use https if the server supports it.`];
    return {
      works: true,
      lines: [`${door.shown} answers, in ${milliseconds} ms.`, introduction, ...warning],
    };
  }

  /** Which engine it is, found out by a request unless that is known, or why it does not answer. */
  async engine(timeoutMs: number, signal: AbortSignal): Promise<Engine | { readonly problem: string }> {
    signal.throwIfAborted();
    if (this.recognised) return this.recognised.engine;
    const outcome = await this.reading.through(signal, () => this.identify(timeoutMs, signal));
    return 'engine' in outcome ? outcome.engine : { problem: outcome.message };
  }

  close(): Promise<void> {
    return this.http.close();
  }

  /** Errors are returned; only a cancellation is thrown. */
  private async within<Outcome>(
    { timeoutMs, grace }: { readonly timeoutMs: number; readonly grace: number },
    { address, shown }: RemoteConnection,
    signal: AbortSignal,
    act: (signal: AbortSignal) => Promise<Outcome>,
  ): Promise<Outcome | Failure> {
    const limit = new TimeLimit(signal, timeoutMs + grace);
    try {
      return await act(limit.signal);
    } catch (error) {
      signal.throwIfAborted();
      if (limit.expired)
        return {
          status: 'timed-out',
          message: `${shown} did not answer within ${inSeconds(timeoutMs)}. Ask for less, or raise funfusic.run.timeoutSeconds.`,
        };
      const proxy = proxyFor(await this.options.http(), address);
      return { status: 'unreachable', message: explainHttpFault(error, address, proxy) };
    } finally {
      limit.end();
    }
  }

  private identify(timeoutMs: number, signal: AbortSignal): Promise<RecognizedEngine | Failure | Rejection> {
    return this.within({ timeoutMs, grace: 0 }, this.reading, signal, (limited) =>
      this.introduction(limited),
    );
  }

  /** Which engine it is, found out once by a question that costs nothing. */
  private async introduction(signal: AbortSignal): Promise<RecognizedEngine | Failure | Rejection> {
    if (this.recognised) return this.recognised;
    const asking = { form: [['query', 'ASK {}']] as const, headers: { accept: RESULTS }, update: false };
    const reply = await this.reading.ask(asking, signal, MAX_IDENTIFICATION_BYTES);
    if ('status' in reply) return reply;
    const refusal = reply.code >= 300 ? this.reading.refusalOf(reply) : undefined;
    if (refusal) return refusal;
    this.recognised = recognise(reply.headers, reply.text, reply.address);
    return this.recognised;
  }

  private async ask(
    query: string,
    ways: EngineBehavior,
    limits: Limits,
    door: RemoteConnection,
    signal: AbortSignal,
  ): Promise<Execution | Rejection> {
    // The address that it names may be that of another KB, with a password for that one.
    const model = parseQuery(hideEndpointSecrets(query), 'virtuoso');
    const update = isUpdate(query);
    const isGraph = model.query.form === 'construct' || model.query.form === 'describe';
    const { text, columns, complain } = wordsFor(ways, model, limits);
    const kept = this.keepsOwnTime || update ? {} : ways.limits(limits);
    const reply = await door.ask(
      {
        form: [[update ? 'update' : 'query', text], ...this.graphs(update), ...(kept.form ?? [])],
        headers: { accept: isGraph ? ways.graphs : RESULTS, ...kept.headers },
        update,
      },
      signal,
    );
    if ('status' in reply) return reply;
    if (ways.engine === 'qlever' && isAboutTime(reply) && !this.keepsOwnTime) {
      this.keepsOwnTime = true;
      return this.ask(query, ways, limits, door, signal);
    }
    if (reply.code >= 300)
      return door.refusalOf(reply) ?? serverError(reply, ways, model) ?? complain(reply.text);
    if (update) return { status: 'answered', answer: { kind: 'done' } };
    this.learnPatience(reply, limits);
    const { patienceMs } = this;
    const execution = await answerOf(
      { ...reply, address: shown(reply.address), columns, patienceMs },
      model,
      ways,
      limits,
    );
    return 'message' in execution ? { ...execution, message: reply.clean(execution.message) } : execution;
  }

  /** An engine that breaks off before our own limit has one that is shorter, and is somewhat late to notice. */
  private learnPatience({ headers, milliseconds }: RemoteReply, { timeoutMs }: Limits): void {
    if (saysInterrupted(headers) && milliseconds < timeoutMs)
      this.patienceMs = Math.min(this.patienceMs, Math.max(1000, milliseconds - 2000));
  }

  private graphs(update: boolean): readonly (readonly [string, string])[] {
    const name = update ? 'using-graph-uri' : 'default-graph-uri';
    return [this.options.config.defaultGraph ?? []].flat().map((graph) => [name, graph]);
  }
}

interface Words {
  readonly text: string;
  /** In the order in which they are to be shown, where the query does not name them. */
  readonly columns: readonly string[];
  readonly complain: (said: string) => Failure;
}

/** Virtuoso gets the query unchanged; others get standard SPARQL. */
function wordsFor({ engine, title }: EngineBehavior, model: QueryModel, { maxRows }: Limits): Words {
  if (engine === 'virtuoso')
    return {
      text: model.text.replace(/^\uFEFF/, ' '),
      columns: [],
      complain: (said) => virtuosoComplaint(said, model),
    };
  const { text, placeOf, columns } = standardQuery(model.text, maxRows, 'endpoint');
  return {
    text,
    columns,
    complain: (said) => standardComplaint(title, said, { text, problems: model.problems, placeOf }),
  };
}

/** Nothing where the engine speaks of the query, or where we ourselves find something wrong with that. */
function serverError(
  { code, text, address }: RemoteReply,
  { engine }: EngineBehavior,
  { problems }: QueryModel,
): Failure | undefined {
  if (code < 500 || problems.length) return undefined;
  if (engine === 'virtuoso' ? isVirtuosoError(text) : isAboutQuery(text)) return undefined;
  const said = text.trim() === '' ? '' : sentenceOf(text);
  return serverErrorOf({ status: code, text: said, address: shown(address) });
}

function isAboutTime({ code, text }: RemoteReply): boolean {
  return code === 403 && /timeout/i.test(clipErrorText(text));
}
