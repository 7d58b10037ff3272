/** A model that stops before it costs more than it may. */
import type { LanguageModel, ModelRequest, Usage, Completion } from './language-model';
import { addTokens, costOf, estimateTokens, NO_USAGE, usageOf, type Prices } from './usage';

/** 0 stands for no limit. Money counts where there are prices. */
export interface Budget {
  readonly calls: number;
  readonly tokens: number;
  readonly money: number;
}

/** Where the user raises a limit. */
export type LimitName = (what: keyof Budget) => string;

const inSettings: LimitName = (what) => `funfusic.repair.budget.${what}`;

/**
 * A call that cannot be afforded is not made: it fails by `budget`, and says what raises the limit. How long a reply will be is not
 * known before, so that the last one may go beyond. What is under way at the same time is reckoned with.
 */
export function withBudget(
  model: LanguageModel,
  budget: Budget,
  prices?: Prices,
  nameOf: LimitName = inSettings,
  /** What was spent before. */
  already: Pick<Usage, 'calls' | 'tokens'> = NO_USAGE,
): { readonly model: LanguageModel; readonly usage: () => Usage } {
  let { calls, tokens } = already;
  let underWay = 0;
  const money = (): number => (prices ? costOf(tokens, prices) : 0);

  const lack = (input: number): string | undefined => {
    if (budget.calls > 0 && calls + 1 > budget.calls)
      return `${calls} ${calls === 1 ? 'call' : 'calls'} of ${budget.calls} (${nameOf('calls')})`;
    const used = tokens.input + tokens.output;
    if (budget.tokens > 0 && used + underWay + input > budget.tokens)
      return `${used} of ${budget.tokens} tokens, and the next call needs about ${input} more (${nameOf('tokens')})`;
    if (prices && budget.money > 0) {
      const next = costOf({ input: underWay + input, output: 0 }, prices);
      if (money() + next > budget.money)
        return `${amount(money())} of ${amount(budget.money)} ${prices.currency ?? 'USD'}, and the next call costs at least ${amount(next)} more (${nameOf('money')})`;
    }
    return undefined;
  };

  const complete: LanguageModel['complete'] = async (request, onProgress, signal) => {
    signal.throwIfAborted();
    const input = inputOf(request);
    const missing = lack(input);
    if (missing !== undefined)
      return {
        status: 'failed',
        reason: 'budget',
        message: `The budget is used up: ${missing}. Raise it to continue.`,
        unasked: true,
      };
    calls++;
    underWay += input;
    try {
      const completion = await model.complete(request, onProgress, signal);
      const spent = usageOf(completion);
      tokens = addTokens(tokens, spent.tokens);
      // Another budget may have stopped it behind this one.
      calls += spent.calls - 1;
      return completion;
    } finally {
      underWay -= input;
    }
  };
  return {
    model: { name: model.name, where: model.where, complete },
    usage: () => ({ calls, tokens, ...(prices && { money: money() }) }),
  };
}

/** Why a limit of money cannot be kept, and what to do; undefined where it can be, or where there is none. */
export function unpricedLimit(
  model: string,
  { money }: Pick<Budget, 'money'>,
  prices: Prices | undefined,
  nameOf: LimitName = inSettings,
): string | undefined {
  if (!(money > 0) || prices) return undefined;
  return `${nameOf('money')} has no effect: the prices of ${model} are not known. Set "prices" of ${model} in funfusic.models, or limit calls or tokens instead.`;
}

function inputOf({ messages }: ModelRequest): number {
  return messages.reduce((sum, { content }) => sum + estimateTokens(content), 0);
}

/** To a hundredth of a cent. */
function amount(money: number): string {
  return money.toFixed(4).replace(/(\.\d\d)00$|(?<=\.\d\d\d)0$/, '$1');
}

/** A model that turns its user away is asked no more: nothing gets better before another key is set, or a right given. */
export function untilUnauthorized(model: LanguageModel): LanguageModel {
  const { name, where } = model;
  let refusal: Completion | undefined;
  return {
    name,
    where,
    complete: async (request, onProgress, signal) => {
      signal.throwIfAborted();
      if (refusal) return { ...refusal, unasked: true };
      const completion = await model.complete(request, onProgress, signal);
      if (completion.status === 'failed' && completion.reason === 'unauthorized') refusal = completion;
      return completion;
    },
  };
}
