/** Limits the calls, tokens and cost of a model. */
import { withComplete, type LanguageModel, type Usage, type ModelCompletion } from './language-model';
import { addTokens, costOf, estimateTokens, NO_USAGE, usageOf, type Prices } from './usage';

/** 0 means no limit. The limit of money needs prices. */
export interface ModelBudget {
  readonly calls: number;
  readonly tokens: number;
  readonly money: number;
}

export const NO_LIMITS: ModelBudget = { calls: 0, tokens: 0, money: 0 };

/** The setting or option that raises a limit. */
export type BudgetLimitName = (what: keyof ModelBudget) => string;

const settingName: BudgetLimitName = (what) => `funfusic.repair.budget.${what}`;

/**
 * A request beyond the budget is not sent; it fails with the reason `budget`. Pending requests count. Because the length of a reply
 * is unknown, the last one can exceed the budget.
 */
export function withBudget(
  model: LanguageModel,
  budget: ModelBudget,
  prices?: Prices,
  nameOf: BudgetLimitName = settingName,
  previousUsage: Pick<Usage, 'calls' | 'tokens'> = NO_USAGE,
): { readonly model: LanguageModel; readonly usage: () => Usage } {
  let { calls, tokens } = previousUsage;
  let pendingTokens = 0;
  const money = (): number => (prices ? costOf(tokens, prices) : 0);

  const findExceeded = (input: number): string | undefined => {
    if (budget.calls > 0 && calls + 1 > budget.calls)
      return `${calls} ${calls === 1 ? 'call' : 'calls'} of ${budget.calls} (${nameOf('calls')})`;
    const used = tokens.input + tokens.output;
    if (budget.tokens > 0 && used + pendingTokens + input > budget.tokens)
      return `${used} of ${budget.tokens} tokens, and the next call needs about ${input} more (${nameOf('tokens')})`;
    if (prices && budget.money > 0) {
      const next = costOf({ input: pendingTokens + input, output: 0 }, prices);
      if (money() + next > budget.money)
        return `${formatMoney(money())} of ${formatMoney(budget.money)} ${prices.currency ?? 'USD'}, and the next call costs at least ${formatMoney(next)} more (${nameOf('money')})`;
    }
    return undefined;
  };

  const complete: LanguageModel['complete'] = async (request, onProgress, signal) => {
    signal.throwIfAborted();
    const input = request.messages.reduce((sum, { content }) => sum + estimateTokens(content), 0);
    const exceeded = findExceeded(input);
    if (exceeded !== undefined)
      return {
        status: 'failed',
        reason: 'budget',
        message: `The budget is used up: ${exceeded}. Raise it to continue.`,
        unasked: true,
      };
    calls++;
    pendingTokens += input;
    try {
      const completion = await model.complete(request, onProgress, signal);
      const used = usageOf(completion);
      tokens = addTokens(tokens, used.tokens);
      // An inner cache or budget may have answered without a request.
      calls += used.calls - 1;
      return completion;
    } finally {
      pendingTokens -= input;
    }
  };
  return {
    model: withComplete(model, complete),
    usage: () => ({ calls, tokens, ...(prices && { money: money() }) }),
  };
}

/** The problem with a limit of money without prices. */
export function findUnpricedLimit(
  model: string,
  { money }: Pick<ModelBudget, 'money'>,
  prices: Prices | undefined,
  nameOf: BudgetLimitName = settingName,
): string | undefined {
  if (!(money > 0) || prices) return undefined;
  return `${nameOf('money')} has no effect: the prices of ${model} are not known. Set "prices" of ${model} in funfusic.models, or limit calls or tokens instead.`;
}

/** Rounds to a hundredth of a cent. */
function formatMoney(money: number): string {
  return money.toFixed(4).replace(/(\.\d\d)00$|(?<=\.\d\d\d)0$/, '$1');
}

/** Sends no more requests after an authorization failure, because the next ones would fail too. */
export function stopWhenUnauthorized(model: LanguageModel): LanguageModel {
  let refusal: ModelCompletion | undefined;
  return withComplete(model, async (request, onProgress, signal) => {
    signal.throwIfAborted();
    if (refusal) return { ...refusal, unasked: true };
    const completion = await model.complete(request, onProgress, signal);
    if (completion.status === 'failed' && completion.reason === 'unauthorized') refusal = completion;
    return completion;
  });
}
