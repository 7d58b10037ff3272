/** Adds up the usage and cost of model requests. */
import type { ModelCompletion, TokenUsage, Usage } from './language-model';
import type { ModelConfig } from './model-config';

export type Prices = NonNullable<ModelConfig['prices']>;

export const NO_TOKENS: TokenUsage = { input: 0, output: 0 };
export const NO_USAGE: Usage = { calls: 0, tokens: NO_TOKENS };

/** The sum is estimated if a summand is. */
export function addTokens(one: TokenUsage, other: TokenUsage): TokenUsage {
  const estimated = one.estimated === true || other.estimated === true;
  return {
    input: one.input + other.input,
    output: one.output + other.output,
    ...(estimated && { estimated }),
  };
}

export function addUsage(one: Usage, other: Usage): Usage {
  const money =
    one.money === undefined && other.money === undefined ? undefined : (one.money ?? 0) + (other.money ?? 0);
  return {
    calls: one.calls + other.calls,
    tokens: addTokens(one.tokens, other.tokens),
    ...(money !== undefined && { money }),
  };
}

export function usageOf(completion: ModelCompletion): Pick<Usage, 'calls' | 'tokens'> {
  return {
    calls: completion.unasked === true ? 0 : 1,
    tokens: completion.status === 'failed' ? NO_TOKENS : completion.usage,
  };
}

export function costOf({ input, output }: TokenUsage, prices: Prices): number {
  return (input * prices.input + output * prices.output) / 1_000_000;
}

/** About one token for four characters of English, for models that do not report their usage. */
export function estimateTokens(text: string): number {
  return Math.ceil(text.length / 4);
}
