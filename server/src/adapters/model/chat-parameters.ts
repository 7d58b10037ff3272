/** What is asked of a chat API beside the messages. What a server does not take is left out. */
import type { ModelRequest } from '../../core/model/language-model';
import type { ServedModelConfig } from '../../core/model/model-config';

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

/** How a shape is asked for, from the strictest on. */
type Format = 'strict' | 'schema' | 'json' | 'none';

export class ServerPreferences {
  private readonly format: Format;

  constructor(
    private readonly config: ServedModelConfig,
    private readonly leftOut: ReadonlySet<string> = new Set(),
    format?: Format,
  ) {
    const { structured = 'schema' } = config;
    this.format = format ?? (structured === 'schema' ? 'strict' : structured);
  }

  parametersFor(request: ModelRequest): ChatParameters {
    const { config } = this;
    const most = request.maxTokens ?? config.maxTokens;
    const stream = this.takes('stream');
    return {
      stream,
      ...(stream && this.takes('stream_options') && { stream_options: { include_usage: true } }),
      ...(this.takes('temperature') && { temperature: request.temperature ?? config.temperature ?? 0 }),
      ...(config.seed !== undefined && this.takes('seed') && { seed: config.seed }),
      ...(most !== undefined && this.limit(most)),
      ...this.formatFor(request),
    };
  }

  /** With what a server says of it left out; undefined where it speaks of nothing that can be. */
  without(
    said: { readonly message: string; readonly param: string | null },
    sent: ChatParameters,
  ): ServerPreferences | undefined {
    const refused = refusedIn(said, sent);
    if (refused === undefined) return undefined;
    if (refused !== 'response_format')
      return new ServerPreferences(this.config, new Set([...this.leftOut, refused]), this.format);
    const { response_format: format } = sent;
    const wasStrict = format?.type === 'json_schema' && format.json_schema.strict;
    const next = wasStrict ? 'schema' : format?.type === 'json_schema' ? 'json' : 'none';
    return new ServerPreferences(this.config, this.leftOut, next);
  }

  private takes(parameter: string): boolean {
    return !this.leftOut.has(parameter);
  }

  /** The older name is known to more servers. */
  private limit(most: number): Pick<ChatParameters, 'max_tokens' | 'max_completion_tokens'> {
    if (this.takes('max_tokens')) return { max_tokens: most };
    return this.takes('max_completion_tokens') ? { max_completion_tokens: most } : {};
  }

  private formatFor({ format }: ModelRequest): Pick<ChatParameters, 'response_format'> {
    if (!format || this.format === 'none') return {};
    if (this.format === 'json') return { response_format: { type: 'json_object' } };
    const { name, schema } = format;
    const strict = this.format === 'strict' && canBeStrict(schema);
    return {
      response_format: { type: 'json_schema', json_schema: { name, schema: { ...schema }, strict } },
    };
  }
}

/** The first that is named, in whatever words. */
function refusedIn(
  { message, param }: { readonly message: string; readonly param: string | null },
  sent: ChatParameters,
): string | undefined {
  if (param === 'stream' || /verified to stream|streaming is not/i.test(message))
    return sent.stream ? 'stream' : undefined;
  const names = Object.keys(sent).filter((name) => name !== 'stream');
  const named = names
    .map((name) => ({
      name,
      at: `${param ?? ''} ${message}`.search(WORDS_FOR[name] ?? new RegExp(`\\b${name}\\b`)),
    }))
    .filter(({ at }) => at >= 0)
    .sort((one, other) => one.at - other.at);
  return named[0]?.name;
}

const WORDS_FOR: Readonly<Record<string, RegExp>> = {
  response_format: /response_format|json_schema|json_object|structured output|\bgrammar\b/i,
  max_tokens: /\bmax_tokens\b/,
};

/** OpenAI keeps to a schema strictly only where every property is required, and no other is allowed. */
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
