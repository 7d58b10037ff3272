/** What the model is asked on the way: a plan, which paths to go on with, and whether one has arrived. */
import { requestStructured, type StructuredReply, type ReplySchema } from '../../../model/structured-reply';
import type { PromptName } from '../../../model/prompts/prompt-library';
import { REPLIES, type PlanReply } from '../../../model/prompts/replies';
import { explainModelFailure } from '../../../describe/model-failure';
import { oneLine } from '../../../repair/feedback';
import type { AskPorts } from '../../ask-ports';
import type { LinkedEntity } from '../../../question/linking/linking';

/** The model cannot be asked any more: it is away, refuses, or the budget is spent; or it is of no use. */
export interface ModelUnavailable {
  readonly fault: string;
}

/** A model that writes novels is cut short. */
const MAX_KEYWORDS = 12;
const MAX_STEPS = 8;
const GAP = '{answer}';

/** A model that replies so often what cannot be used would go on so. Without a plan there is nothing to go by. */
const MAX_UNFIT = 2;

export class Guide {
  private unfit = 0;

  constructor(
    private readonly question: string,
    private readonly model: NonNullable<AskPorts['model']>,
    private readonly signal: AbortSignal,
  ) {}

  async plan(entities: readonly LinkedEntity[]): Promise<PlanReply | undefined | ModelUnavailable> {
    const lines = entities.map(({ name, types }) => `${oneLine(name)} (${types.slice(0, 3).join(', ')})`);
    const asked = await this.ask('plan-question', { entities: lines.join('\n') });
    if (!asked || 'fault' in asked) return asked;
    const keywords = asked.keywords
      .map(oneLine)
      .filter((word) => word.trim())
      .slice(0, MAX_KEYWORDS);
    if (!keywords.length) return undefined;
    const statement = oneLine(asked.statement);
    return {
      keywords,
      steps: asked.steps.map(oneLine).slice(0, MAX_STEPS),
      statement: statement.includes(GAP) ? statement : statementOf(this.question),
    };
  }

  /** Where paths stand in the list, the best first; nothing where the reply cannot be used. */
  async choose(
    plan: PlanReply,
    paths: readonly string[],
    most: number,
  ): Promise<readonly number[] | undefined | ModelUnavailable> {
    const asked = await this.ask('choose-steps', {
      plan: plan.steps.join('\n') || plan.statement,
      paths: numbered(paths),
      most: String(most),
    });
    if (!asked || 'fault' in asked) return asked;
    const chosen = within(asked.choice, paths);
    // Numbers that there are not are no choice; none at all is one.
    return asked.choice.length && !chosen.length ? undefined : chosen.slice(0, most);
  }

  async follows(
    plan: PlanReply,
    paths: readonly string[],
  ): Promise<
    { readonly answers: readonly number[]; readonly parts: readonly number[] } | undefined | ModelUnavailable
  > {
    const asked = await this.ask('follows-from-path', { statement: plan.statement, paths: numbered(paths) });
    if (!asked || 'fault' in asked) return asked;
    return { answers: within(asked.answers, paths), parts: within(asked.parts, paths) };
  }

  private async ask<Name extends 'plan-question' | 'choose-steps' | 'follows-from-path'>(
    name: Name & PromptName,
    values: Readonly<Record<string, string>>,
  ): Promise<Reply<Name> | undefined | ModelUnavailable> {
    const { model, prompts } = this.model;
    const messages = prompts.render(name, { question: this.question, ...values });
    const shape = REPLIES[name] as unknown as ReplySchema<Reply<Name>>;
    const asked: StructuredReply<Reply<Name>> = await requestStructured(
      model,
      { purpose: name, messages },
      shape,
      () => undefined,
      this.signal,
    );
    if (asked.status === 'ok') return asked.value;
    const isOver = name === 'plan-question' || ++this.unfit >= MAX_UNFIT;
    return asked.status === 'unfit' && !isOver ? undefined : { fault: explainModelFailure(asked) };
  }
}

type Reply<Name extends keyof typeof REPLIES> =
  (typeof REPLIES)[Name] extends ReplySchema<infer Type> ? Type : never;

export function statementOf(question: string): string {
  return `${GAP} is the answer to: ${oneLine(question)}`;
}

function numbered(lines: readonly string[]): string {
  return lines.map((line, at) => `${at + 1}. ${line}`).join('\n');
}

function within(numbers: readonly number[], list: readonly unknown[]): readonly number[] {
  return [...new Set(numbers.map((number) => number - 1))].filter((at) => at >= 0 && at < list.length);
}
