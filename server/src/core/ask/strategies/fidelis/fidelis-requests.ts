/** The model requests of the search: a plan, the paths to extend, and the paths from which the answer follows. */
import {
  describeModelFault,
  requestStructured,
  type ReplySchema,
  type StructuredReply,
} from '../../../model/structured-reply';
import { REPLIES, type PlanReply } from '../../../model/prompts/replies';
import { promptLine } from '../../../repair/feedback';
import type { AskPorts } from '../../ask-ports';
import type { LinkedEntity } from '../../../question/linking/linking';

/** The model is unreachable, refuses, has no budget left, or sends too many invalid replies. */
export interface ModelUnavailable {
  readonly fault: string;
}

/** The result of a request; undefined if the reply is invalid. */
type RequestResult<Value> = Promise<Value | undefined | ModelUnavailable>;

const MAX_KEYWORDS = 12;
const MAX_STEPS = 8;
const ANSWER_PLACEHOLDER = '{answer}';

/** After so many invalid replies the search stops. Without a valid plan it stops at once. */
const MAX_INVALID_REPLIES = 2;

export class FidelisRequests {
  private invalidReplies = 0;

  constructor(
    private readonly question: string,
    private readonly model: NonNullable<AskPorts['model']>,
    private readonly signal: AbortSignal,
  ) {}

  async plan(entities: readonly LinkedEntity[]): RequestResult<PlanReply> {
    const lines = entities.map(({ name, types }) => `${promptLine(name)} (${types.slice(0, 3).join(', ')})`);
    const reply = await this.request('plan-question', { entities: lines.join('\n') });
    if (!reply || 'fault' in reply) return reply;
    const keywords = reply.keywords
      .map(promptLine)
      .filter((word) => word.trim())
      .slice(0, MAX_KEYWORDS);
    if (!keywords.length) return undefined;
    const statement = promptLine(reply.statement);
    return {
      keywords,
      steps: reply.steps.map(promptLine).slice(0, MAX_STEPS),
      statement: statement.includes(ANSWER_PLACEHOLDER) ? statement : defaultStatement(this.question),
    };
  }

  /** Returns the indexes of the paths to extend, the best first. */
  async choosePaths(
    plan: PlanReply,
    paths: readonly string[],
    limit: number,
  ): RequestResult<readonly number[]> {
    const reply = await this.request('choose-steps', {
      plan: plan.steps.join('\n') || plan.statement,
      paths: numberLines(paths),
      most: String(limit),
    });
    if (!reply || 'fault' in reply) return reply;
    const chosen = toIndexes(reply.choice, paths);
    // An empty choice is valid; one with only unknown numbers is not.
    return reply.choice.length && !chosen.length ? undefined : chosen.slice(0, limit);
  }

  /** Returns the indexes of the paths from which the answer, or a part of it, follows. */
  async checkPaths(
    plan: PlanReply,
    paths: readonly string[],
  ): RequestResult<{ readonly answers: readonly number[]; readonly parts: readonly number[] }> {
    const { statement } = plan;
    const reply = await this.request('follows-from-path', { statement, paths: numberLines(paths) });
    if (!reply || 'fault' in reply) return reply;
    return { answers: toIndexes(reply.answers, paths), parts: toIndexes(reply.parts, paths) };
  }

  private async request<Name extends 'plan-question' | 'choose-steps' | 'follows-from-path'>(
    name: Name,
    values: Readonly<Record<string, string>>,
  ): RequestResult<Reply<Name>> {
    const { model, prompts } = this.model;
    const messages = prompts.render(name, { question: this.question, ...values });
    const schema = REPLIES[name] as unknown as ReplySchema<Reply<Name>>;
    const reply: StructuredReply<Reply<Name>> = await requestStructured(
      model,
      { purpose: name, messages },
      schema,
      () => undefined,
      this.signal,
    );
    if (reply.status === 'ok') return reply.value;
    const isLastTry = name === 'plan-question' || ++this.invalidReplies >= MAX_INVALID_REPLIES;
    return reply.status === 'unfit' && !isLastTry
      ? undefined
      : { fault: describeModelFault(reply, model.name) };
  }
}

type Reply<Name extends keyof typeof REPLIES> =
  (typeof REPLIES)[Name] extends ReplySchema<infer Type> ? Type : never;

export function defaultStatement(question: string): string {
  return `${ANSWER_PLACEHOLDER} is the answer to: ${promptLine(question)}`;
}

function numberLines(lines: readonly string[]): string {
  return lines.map((line, index) => `${index + 1}. ${line}`).join('\n');
}

/** Converts the numbers of a reply to indexes, without unknown and repeated ones. */
function toIndexes(numbers: readonly number[], list: readonly unknown[]): readonly number[] {
  const indexes = new Set(numbers.map((number) => number - 1));
  return [...indexes].filter((index) => index >= 0 && index < list.length);
}
