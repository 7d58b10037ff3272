/** A KB behind a SPARQL endpoint. Each query is one request; closing the connection cancels it. */
import { performance } from 'node:perf_hooks';
import type { EndpointConfig, Engine } from '../../core/kb/kb-config';
import type {
  ConnectionTestResult,
  Execution,
  KnowledgeBase,
  ExecutionLimits,
} from '../../core/kb/knowledge-base';
import { refused, timedOut, unreachable, type FailedExecution } from '../../core/query/failures';
import { isUpdate, refusalBeforeSending } from '../../core/query/refusal-before-sending';
import { isAboutQuery, errorMessage, explainStandardError } from '../../core/query/standard-error';
import { clipErrorText } from '../../core/query/server-text';
import { standardQuery } from '../../core/query/standard-query';
import { inSeconds, TimeLimit } from '../../core/query/time-limit';
import { isVirtuosoError, explainVirtuosoError } from '../../core/query/virtuoso-error';
import { hideEndpointSecrets } from '../../core/language/text/passwords';
import type { QueryModel } from '../../core/language/sparql/model';
import { parseQuery } from '../../core/language/sparql/parse';
import { HttpClient } from '../http';
import { explainHttpFault } from '../http-errors';
import { proxyFor, type HttpSettings } from '../http-settings';
import { MAX_IDENTIFICATION_BYTES } from '../reply-limits';
import { readExecution, isInterrupted } from './remote-answer';
import {
  RemoteConnection,
  type RejectedCredentials,
  type RemoteReply,
  type SecretOf,
} from './remote-connection';
import {
  detectEngine,
  behaviorOf,
  JSON_RESULTS,
  type EngineBehavior,
  type DetectedEngine,
} from './remote-engines';
import { displayAddress } from './remote-exchange';
import { serverErrorOf } from './remote-errors';

export interface RemoteOptions {
  readonly name: string;
  readonly config: EndpointConfig;
  /** Requests a secret for an address; `rejected` if the previous one was not accepted. */
  readonly secretOf: SecretOf;
  /** Why a query must not be sent. */
  readonly refusalOf?: (query: string) => string | undefined;
  readonly http: () => Promise<HttpSettings>;
}

interface RequestTime {
  readonly timeoutMs: number;
  /** Additional milliseconds for the server to send its partial answer. */
  readonly grace: number;
  /** What to do if the time is over. */
  readonly advice: string;
}

export class RemoteKb implements KnowledgeBase {
  readonly name: string;
  readonly complete: boolean;
  readonly writable: boolean;
  private readonly http: HttpClient;
  private readonly reading: RemoteConnection;
  private readonly writing: RemoteConnection;
  private recognized: DetectedEngine | undefined;
  /** QLever rejects a timeout longer than its own without a token. */
  private usesServerTimeout = false;
  /** The shortest time limit of the server that was observed. */
  private serverLimitMs = Infinity;

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
    if (engine !== 'auto') this.recognized = { engine, name: undefined };
  }

  async execute(query: string, limits: ExecutionLimits, signal: AbortSignal): Promise<Execution> {
    signal.throwIfAborted();
    const refusal = refusalBeforeSending(query, this);
    if (refusal) return refusal;
    const message = this.options.refusalOf?.(query);
    if (message !== undefined) return refused(message);
    const connection = isUpdate(query) ? this.writing : this.reading;
    const { timeoutMs } = limits;
    return connection.authenticated(signal, async () => {
      const began = performance.now();
      const recognized = await this.identify(timeoutMs, signal);
      if (!('engine' in recognized)) return recognized;
      const behavior = behaviorOf(recognized.engine);
      const grace = behavior.grace - (performance.now() - began);
      const advice = 'Ask for less, or raise funfusic.run.timeoutSeconds.';
      return this.withTimeout({ timeoutMs, grace, advice }, connection, signal, (limited) =>
        this.sendQuery(query, behavior, limits, connection, limited),
      );
    });
  }

  async testConnection(timeoutMs: number, signal: AbortSignal): Promise<ConnectionTestResult> {
    signal.throwIfAborted();
    const connection = this.reading;
    let began = performance.now();
    const outcome = await connection.authenticated(signal, () => {
      began = performance.now();
      return this.identify(timeoutMs, signal);
    });
    if (!('engine' in outcome)) return { works: false, lines: [outcome.message] };
    const milliseconds = Math.round(performance.now() - began);
    const { engine, name } = outcome;
    const engineName = name ?? (engine === 'other' ? undefined : behaviorOf(engine).title);
    const engineLine =
      engineName === undefined
        ? 'It does not report its engine and is treated as a standard endpoint. Set "engine" if you know it.'
        : `It is ${engineName}.`;
    const warning =
      connection.exposed === undefined
        ? []
        : [`Anyone on the network can read ${connection.exposed}. Use https if the server supports it.`];
    return {
      works: true,
      lines: [`${connection.shown} answers, in ${milliseconds} ms.`, engineLine, ...warning],
    };
  }

  /** Returns the engine, which is detected with a request unless it is known, or why the endpoint does not answer. */
  async detectEngine(timeoutMs: number, signal: AbortSignal): Promise<Engine | { readonly problem: string }> {
    signal.throwIfAborted();
    if (this.recognized) return this.recognized.engine;
    const outcome = await this.reading.authenticated(signal, () => this.identify(timeoutMs, signal));
    return 'engine' in outcome ? outcome.engine : { problem: outcome.message };
  }

  close(): Promise<void> {
    return this.http.close();
  }

  /** Errors are returned; only a cancellation is thrown. */
  private async withTimeout<Outcome>(
    { timeoutMs, grace, advice }: RequestTime,
    { address, shown }: RemoteConnection,
    signal: AbortSignal,
    act: (signal: AbortSignal) => Promise<Outcome>,
  ): Promise<Outcome | FailedExecution> {
    const limit = new TimeLimit(signal, timeoutMs + grace);
    try {
      return await act(limit.signal);
    } catch (error) {
      signal.throwIfAborted();
      if (limit.expired) return timedOut(`${shown} did not answer within ${inSeconds(timeoutMs)}. ${advice}`);
      const proxy = proxyFor(await this.options.http(), address);
      return unreachable(explainHttpFault(error, address, proxy));
    } finally {
      limit.end();
    }
  }

  private identify(
    timeoutMs: number,
    signal: AbortSignal,
  ): Promise<DetectedEngine | FailedExecution | RejectedCredentials> {
    // The query is trivial, and the limit may be shorter than that of the settings.
    const advice = 'Check the address, and whether the server is busy.';
    return this.withTimeout({ timeoutMs, grace: 0, advice }, this.reading, signal, (limited) =>
      this.identifyOnce(limited),
    );
  }

  /** Detects the engine with a trivial query. */
  private async identifyOnce(
    signal: AbortSignal,
  ): Promise<DetectedEngine | FailedExecution | RejectedCredentials> {
    if (this.recognized) return this.recognized;
    const asking = { form: [['query', 'ASK {}']] as const, headers: { accept: JSON_RESULTS }, update: false };
    const reply = await this.reading.request(asking, signal, MAX_IDENTIFICATION_BYTES);
    if ('status' in reply) return reply;
    const refusal = reply.code >= 300 ? this.reading.refusalOf(reply) : undefined;
    if (refusal) return refusal;
    this.recognized = detectEngine(reply.headers, reply.text, reply.address);
    return this.recognized;
  }

  private async sendQuery(
    query: string,
    behavior: EngineBehavior,
    limits: ExecutionLimits,
    connection: RemoteConnection,
    signal: AbortSignal,
  ): Promise<Execution | RejectedCredentials> {
    // An address in the query may be that of another KB with its password.
    const model = parseQuery(hideEndpointSecrets(query), 'virtuoso');
    const update = isUpdate(query);
    const { form } = model.query;
    const isGraph = form === 'construct' || form === 'describe';
    const rowFormat = limits.fastFormat && form === 'select' ? behavior.fastRows : JSON_RESULTS;
    const { text, columns, explainError } = prepareQuery(behavior, model, limits);
    const limitParameters = this.usesServerTimeout || update ? {} : behavior.limits(limits);
    const reply = await connection.request(
      {
        form: [[update ? 'update' : 'query', text], ...this.graphs(update), ...(limitParameters.form ?? [])],
        headers: { accept: isGraph ? behavior.graphs : rowFormat, ...limitParameters.headers },
        update,
      },
      signal,
    );
    if ('status' in reply) return reply;
    if (behavior.engine === 'qlever' && isAboutTime(reply) && !this.usesServerTimeout) {
      this.usesServerTimeout = true;
      return this.sendQuery(query, behavior, limits, connection, signal);
    }
    if (reply.code >= 300)
      return connection.refusalOf(reply) ?? serverError(reply, behavior, model) ?? explainError(reply.text);
    if (update) return { status: 'answered', answer: { kind: 'done' } };
    this.observeServerLimit(reply, limits);
    const { serverLimitMs: patienceMs } = this;
    const execution = await readExecution(
      { ...reply, address: displayAddress(reply.address), columns, serverLimitMs: patienceMs },
      model,
      behavior,
      limits,
    );
    return 'message' in execution ? { ...execution, message: reply.redact(execution.message) } : execution;
  }

  /** An engine that stops before our limit has a shorter one, which it checks with some delay. */
  private observeServerLimit({ headers, milliseconds }: RemoteReply, { timeoutMs }: ExecutionLimits): void {
    if (isInterrupted(headers) && milliseconds < timeoutMs)
      this.serverLimitMs = Math.min(this.serverLimitMs, Math.max(1000, milliseconds - 2000));
  }

  private graphs(update: boolean): readonly (readonly [string, string])[] {
    const name = update ? 'using-graph-uri' : 'default-graph-uri';
    return [this.options.config.defaultGraph ?? []].flat().map((graph) => [name, graph]);
  }
}

interface PreparedQuery {
  readonly text: string;
  /** The order of the columns of `SELECT *`. */
  readonly columns: readonly string[];
  readonly explainError: (error: string) => FailedExecution;
}

/** Virtuoso gets the query unchanged; others get standard SPARQL. */
function prepareQuery(
  { engine, title }: EngineBehavior,
  model: QueryModel,
  { maxRows }: ExecutionLimits,
): PreparedQuery {
  if (engine === 'virtuoso')
    return {
      text: model.text.replace(/^\uFEFF/, ' '),
      columns: [],
      explainError: (error) => explainVirtuosoError(error, model),
    };
  const { text, placeOf, columns } = standardQuery(model.text, maxRows, 'endpoint');
  return {
    text,
    columns,
    explainError: (error) => explainStandardError(title, error, { text, problems: model.problems, placeOf }),
  };
}

/** Undefined if the error is about the query, or if the query has syntax problems. */
function serverError(
  { code, text, address }: RemoteReply,
  { engine }: EngineBehavior,
  { problems }: QueryModel,
): FailedExecution | undefined {
  if (code < 500 || problems.length) return undefined;
  if (engine === 'virtuoso' ? isVirtuosoError(text) : isAboutQuery(text)) return undefined;
  const error = text.trim() === '' ? '' : errorMessage(text);
  return serverErrorOf({ status: code, text: error, address: displayAddress(address) });
}

function isAboutTime({ code, text }: RemoteReply): boolean {
  return code === 403 && /timeout/i.test(clipErrorText(text));
}
