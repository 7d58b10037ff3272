/** One conversation with a model, which proposes queries and gets feedback on each. */
import type { ChatMessage, Usage } from '../model/language-model';
import { describeModelFault, requestStructured } from '../model/structured-reply';
import { REPLIES } from '../model/prompts/replies';
import { hidePasswords } from '../language/text/passwords';
import type { ModelContext } from './context';
import type { RepairPorts, RepairTask } from './repair-ports';

export type ProposalResult =
  | { readonly query: string; readonly thought: string; readonly usage: Usage }
  /** The model replies that no query to this KB asks the question. */
  | { readonly query: null; readonly thought: string; readonly usage: Usage }
  /** A sentence that says what is wrong and what to do. */
  | { readonly fault: string; readonly usage: Usage };

type Model = NonNullable<RepairPorts['model']>;

export class Conversation {
  private messages: readonly ChatMessage[] = [];
  private purpose = '';

  constructor(
    private readonly model: Model,
    private readonly task: RepairTask,
    private readonly context: ModelContext,
    private readonly exemplars: string,
  ) {}

  /** Requests a first query, a better one than `tried`, or a second look if the model replied that there is none. */
  async next(
    tried: { readonly query: string; readonly feedback: string } | undefined,
    onProgress: (part: string) => void,
    signal: AbortSignal,
  ): Promise<ProposalResult> {
    const question = this.task.question ?? '';
    const hasStarted = this.messages.length > 0;
    if (!hasStarted && tried)
      this.start('repair-query', { question, query: hidePasswords(tried.query), findings: tried.feedback });
    else if (!hasStarted) this.start('propose-query', { question });
    else this.add('user', tried ? formatFeedback(tried.feedback) : LOOK_AGAIN);
    return this.request(onProgress, signal);
  }

  private start(prompt: 'propose-query' | 'repair-query', values: Readonly<Record<string, string>>): void {
    this.purpose = prompt;
    const { text: context } = this.context;
    this.messages = this.model.prompts.render(prompt, { ...values, context, exemplars: this.exemplars });
  }

  private add(role: ChatMessage['role'], content: string): void {
    this.messages = [...this.messages, { role, content }];
  }

  private async request(onProgress: (part: string) => void, signal: AbortSignal): Promise<ProposalResult> {
    const request = { purpose: this.purpose, messages: this.messages };
    const { model } = this.model;
    const reply = await requestStructured(model, request, REPLIES['repair-query'], onProgress, signal);
    const usage = { calls: reply.calls, tokens: reply.usage };
    const written = reply.status === 'unfit' ? findQuery(reply.text) : undefined;
    if (written !== undefined) {
      this.add('assistant', written);
      return { query: written, thought: '', usage };
    }
    if (reply.status !== 'ok') return { fault: describeModelFault(reply, model.name), usage };
    this.add('assistant', JSON.stringify(reply.value));
    const { query, thought } = reply.value;
    return { query: query?.trim() ? query : null, thought, usage };
  }
}

/** Models that cannot write JSON still write queries: in a single Markdown fence, or as the whole reply. */
function findQuery(text: string): string | undefined {
  const fenced = fencedBlocks(text);
  const [only, ...more] = fenced.length ? fenced : [text];
  const isQuery = /^\s*(?:PREFIX|BASE|SELECT|ASK)\b/i.test(only ?? '');
  return isQuery && !more.length ? only : undefined;
}

/** The contents of Markdown fences, without the language tag. */
function fencedBlocks(text: string): readonly string[] {
  const parts = text.split('```');
  return parts
    .filter((part, index) => index % 2 === 1 && index < parts.length - 1 && part.includes('\n'))
    .map((part) => part.slice(part.indexOf('\n') + 1));
}

const LOOK_AGAIN =
  'Check again. If what the context lists is close to what is asked, reply with a query that uses it; otherwise reply with null again. Reply as JSON.';

function formatFeedback(feedback: string): string {
  return `<findings>\n${feedback}\n</findings>\n\nReply with the whole repaired query, as JSON.`;
}
