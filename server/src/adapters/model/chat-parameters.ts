/** The parameters of a chat request. Parameters that a server rejects are omitted. */
import type { ModelRequest } from '../../core/model/language-model';
import type { ServedModelConfig } from '../../core/model/model-config';
import type { ModelError } from './model-errors';

export interface ChatParameters {
  readonly stream: boolean;
  readonly stream_options?: { readonly include_usage: true };
  readonly temperature?: number;
  readonly seed?: number;
  readonly max_tokens?: number;
  readonly max_completion_tokens?: number;
  readonly response_format?:
    | { readonly type: 'json_object' }
    | {
        readonly type: 'json_schema';
        readonly json_schema: {
          readonly name: string;
          readonly schema: Record<string, unknown>;
          readonly strict: boolean;
        };
      };
}

type ParameterError = Pick<ModelError, 'message' | 'param'>;

/** How structured output is requested, strictest first. */
type StructuredFormat = 'strict' | 'schema' | 'json' | 'none';

export class ServerPreferences {
  private readonly format: StructuredFormat;

  constructor(
    private readonly config: ServedModelConfig,
    private readonly omitted: ReadonlySet<string> = new Set(),
    format?: StructuredFormat,
  ) {
    const { structured = 'schema' } = config;
    this.format = format ?? (structured === 'schema' ? 'strict' : structured);
  }

  parametersFor(request: ModelRequest): ChatParameters {
    const { config } = this;
    const most = request.maxTokens ?? config.maxTokens;
    const stream = this.accepts('stream');
    return {
      stream,
      ...(stream && this.accepts('stream_options') && { stream_options: { include_usage: true } }),
      ...(this.accepts('temperature') && { temperature: request.temperature ?? config.temperature ?? 0 }),
      ...(config.seed !== undefined && this.accepts('seed') && { seed: config.seed }),
      ...(most !== undefined && this.tokenLimit(most)),
      ...this.formatFor(request),
    };
  }

  /** Omits the parameter that the server rejected; undefined if none can be omitted. */
  without(error: ParameterError, sent: ChatParameters): ServerPreferences | undefined {
    const rejected = rejectedParameter(error, sent);
    if (rejected === undefined) return undefined;
    if (rejected !== 'response_format')
      return new ServerPreferences(this.config, new Set([...this.omitted, rejected]), this.format);
    const { response_format: format } = sent;
    const wasStrict = format?.type === 'json_schema' && format.json_schema.strict;
    const next = wasStrict ? 'schema' : format?.type === 'json_schema' ? 'json' : 'none';
    return new ServerPreferences(this.config, this.omitted, next);
  }

  private accepts(parameter: string): boolean {
    return !this.omitted.has(parameter);
  }

  /** More servers know the older name. */
  private tokenLimit(most: number): Pick<ChatParameters, 'max_tokens' | 'max_completion_tokens'> {
    if (this.accepts('max_tokens')) return { max_tokens: most };
    return this.accepts('max_completion_tokens') ? { max_completion_tokens: most } : {};
  }

  private formatFor({ format }: ModelRequest): Pick<ChatParameters, 'response_format'> {
    if (!format || this.format === 'none') return {};
    if (this.format === 'json') return { response_format: { type: 'json_object' } };
    const { name, schema } = format;
    const strict = this.format === 'strict' && canBeStrict(schema);
    return { response_format: { type: 'json_schema', json_schema: { name, schema: { ...schema }, strict } } };
  }
}

/** The first parameter that the error mentions. */
function rejectedParameter({ message, param }: ParameterError, sent: ChatParameters): string | undefined {
  if (param === 'stream' || /verified to stream|streaming is not/i.test(message))
    return sent.stream ? 'stream' : undefined;
  const names = Object.keys(sent).filter((name) => name !== 'stream');
  const named = names
    .map((name) => ({
      name,
      at: `${param ?? ''} ${message}`.search(PARAMETER_PATTERNS[name] ?? new RegExp(`\\b${name}\\b`)),
    }))
    .filter(({ at }) => at >= 0)
    .sort((one, other) => one.at - other.at);
  return named[0]?.name;
}

const PARAMETER_PATTERNS: Readonly<Record<string, RegExp>> = {
  response_format: /response_format|json_schema|json_object|structured output|\bgrammar\b/i,
  max_tokens: /\bmax_tokens\b/,
};

/** OpenAI requires for strict schemas that every property is required, and no other is allowed. */
function canBeStrict(schema: unknown): boolean {
  if (Array.isArray(schema)) return schema.every(canBeStrict);
  if (typeof schema !== 'object' || schema === null) return true;
  const { properties, required, additionalProperties } = schema as Readonly<Record<string, unknown>>;
  if (typeof properties === 'object' && properties !== null) {
    const all = Object.keys(properties);
    const wanted: readonly unknown[] = Array.isArray(required) ? required : [];
    if (additionalProperties !== false || all.some((name) => !wanted.includes(name))) return false;
  }
  return Object.values(schema).every(canBeStrict);
}
