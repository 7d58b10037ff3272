/** What is said to a model, and what it proposes: one conversation, in which each query is answered with what is wrong with it. */
import type { Message, Usage } from '../model/language-model';
import { requestStructured, type StructuredReply } from '../model/structured-reply';
import { REPLIES, type ProposalReply as Reply } from '../model/prompts/replies';
import { hidePasswords } from '../language/text/passwords';
import type { ModelContext } from './context';
import type { RepairPorts, RepairTask } from './repair-ports';

export type ProposalResult =
  | { readonly query: string; readonly thought: string; readonly usage: Usage }
  /** The model says that the question cannot be asked of this KB. */
  | { readonly query: null; readonly thought: string; readonly usage: Usage }
  /** A sentence that says what is wrong, and what to do. */
  | { readonly fault: string; readonly usage: Usage };

type Model = NonNullable<RepairPorts['model']>;

export class Conversation {
  private messages: readonly Message[] = [];
  private purpose = '';

  constructor(
    private readonly model: Model,
    private readonly task: RepairTask,
    private readonly context: ModelContext,
    private readonly exemplars: string,
  ) {}

  /** Asks for a query: for the first, for a better one than was tried, or once more where the model said that there is none. */
  async next(
    tried: { readonly query: string; readonly feedback: string } | undefined,
    onProgress: (part: string) => void,
    signal: AbortSignal,
  ): Promise<ProposalResult> {
    const question = this.task.question ?? '';
    const begun = this.messages.length > 0;
    if (!begun && tried)
      this.say('repair-query', { question, query: hidePasswords(tried.query), findings: tried.feedback });
    else if (!begun) this.say('propose-query', { question });
    else this.add('user', tried ? complaint(tried.feedback) : LOOK_AGAIN);
    return this.ask(onProgress, signal);
  }

  private say(prompt: 'propose-query' | 'repair-query', values: Readonly<Record<string, string>>): void {
    this.purpose = prompt;
    const { text } = this.context;
    this.messages = this.model.prompts.render(prompt, {
      ...values,
      context: text,
      exemplars: this.exemplars,
    });
  }

  private add(role: Message['role'], content: string): void {
    this.messages = [...this.messages, { role, content }];
  }

  private async ask(onProgress: (part: string) => void, signal: AbortSignal): Promise<ProposalResult> {
    const request = { purpose: this.purpose, messages: this.messages };
    const asked = await requestStructured(
      this.model.model,
      request,
      REPLIES['repair-query'],
      onProgress,
      signal,
    );
    const usage = { calls: asked.calls, tokens: asked.usage };
    const written = asked.status === 'unfit' ? queryIn(asked.text) : undefined;
    if (written !== undefined) {
      this.add('assistant', written);
      return { query: written, thought: '', usage };
    }
    if (asked.status !== 'ok') return { fault: faultOf(asked, this.model.model.name), usage };
    this.add('assistant', JSON.stringify(asked.value));
    const { query, thought } = asked.value;
    return { query: query?.trim() ? query : null, thought, usage };
  }
}

/** Models that cannot write JSON still write queries: the only one in a fence, or the whole reply. */
function queryIn(text: string): string | undefined {
  const fenced = fencedIn(text);
  const [only, ...more] = fenced.length ? fenced : [text];
  const isQuery = /^\s*(?:PREFIX|BASE|SELECT|ASK)\b/i.test(only ?? '');
  return isQuery && !more.length ? only : undefined;
}

/** What stands between Markdown fences, without the rest of the first line. */
function fencedIn(text: string): readonly string[] {
  const parts = text.split('```');
  return parts
    .filter((part, index) => index % 2 === 1 && index < parts.length - 1 && part.includes('\n'))
    .map((part) => part.slice(part.indexOf('\n') + 1));
}

const LOOK_AGAIN =
  'Look once more. If what the context lists comes near to what is asked, reply with the query that uses it; otherwise null again. Reply as JSON.';

function complaint(feedback: string): string {
  return `<findings>\n${feedback}\n</findings>\n\nReply with the whole repaired query, as JSON.`;
}

function faultOf(asked: Exclude<StructuredReply<Reply>, { status: 'ok' }>, model: string): string {
  switch (asked.status) {
    case 'refused':
      return `The model ${model} refused to answer: ${asked.message}`;
    case 'unfit':
      return `The model ${model} replied twice in an invalid format. ${asked.problem} Choose a model that can write JSON.`;
    case 'failed':
      return asked.message;
  }
}
