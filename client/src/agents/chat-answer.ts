/** The answers of `@kb`. This file uses interfaces instead of the chat API, so that it can be tested. */
import { formatNumber, t } from '../../shared/l10n';
import type { AskTrace, ToolName, ToolResult } from '../../../server/src/protocol/index';
import { askTraceHead } from '../../shared/ask/ask-trace-head';
import { confidenceSentences, unansweredBlocks } from '../../shared/ask/answer-markdown';
import { answerName, qualifications } from '../../shared/ask/ask-texts';
import { codeBlock, escapeMarkdown, bulletList } from '../../shared/markdown';

export const OPEN_DRAFT_COMMAND = 'funfusic.openDraft';
const OPEN_QUESTION_COMMAND = 'funfusic.openQuestion';

export interface ChatStream {
  markdown(text: string): void;
  progress(text: string): void;
  button(command: { readonly command: string; readonly title: string; readonly arguments: unknown[] }): void;
}

export interface ChatQuestion {
  readonly prompt: string;
  readonly command: string | undefined;
  /** The query that is open in the editor, for /check without a text. */
  readonly openQuery: string | undefined;
}

/** The trace of a question with the ID that it is saved under. */
export type ChatReply =
  | { readonly id: string; readonly trace: AskTrace; readonly document?: string }
  | { readonly problem: string };

export interface ChatActions {
  readonly ask: (question: string, report: (message: string) => void) => Promise<ChatReply | undefined>;
  readonly use: (name: ToolName, input: object, report: (message: string) => void) => Promise<ToolResult>;
}

/** The metadata of a chat answer, for follow-up questions. It must be serializable. */
export interface ChatMetadata {
  readonly question?: string;
  readonly entities?: readonly { readonly id: string; readonly name: string }[];
}

export async function answerChat(
  { prompt, command, openQuery }: ChatQuestion,
  stream: ChatStream,
  parts: ChatActions,
): Promise<ChatMetadata> {
  const text = prompt.trim();
  const report = (message: string): void => stream.progress(message);
  switch (command) {
    case 'check':
      return checkQuery(withoutFence(text) || openQuery, stream, parts, report);
    case 'describe':
      if (!text) return write(stream, t('Enter an ID such as `people.person`, or a name.'));
      return showToolResult(await parts.use('describe', { what: text }, report), stream);
    default:
      if (!text) return write(stream, t('Ask a question, for example: *Who directed Titanic?*'));
      return showAnswer(await parts.ask(text, report), command === 'sparql', stream);
  }
}

async function checkQuery(
  query: string | undefined,
  stream: ChatStream,
  { use }: ChatActions,
  report: (message: string) => void,
): Promise<ChatMetadata> {
  if (!query?.trim()) return write(stream, t('Open a query, or paste it after `/check`.'));
  return showToolResult(await use('check', { query }, report), stream);
}

/** The text of a tool is written for models, so it is shown unformatted. */
function showToolResult({ text }: ToolResult, stream: ChatStream): ChatMetadata {
  return write(stream, text.includes('\n') ? codeBlock(text, 'text') : escapeMarkdown(text));
}

function write(stream: ChatStream, markdown: string): ChatMetadata {
  stream.markdown(`${markdown}\n`);
  return {};
}

/** Removes the code fence of a pasted query. */
function withoutFence(text: string): string {
  return /^```\w*\n([\s\S]*?)\n?```$/.exec(text)?.[1] ?? text;
}

function showAnswer(reply: ChatReply | undefined, onlyQuery: boolean, stream: ChatStream): ChatMetadata {
  if (!reply) return write(stream, t('The question was not asked.'));
  if ('problem' in reply) return write(stream, escapeMarkdown(reply.problem));
  const { id, trace, document } = reply;
  const { question, result, used } = trace;
  const { query } = result;
  const blocks =
    onlyQuery && query !== undefined
      ? [codeBlock(document ?? query, 'sparql')]
      : [
          ...(result.kind === 'answer' ? answerBlocks(trace) : unansweredBlocks(askTraceHead(trace))),
          ...interpretationBlocks(trace),
        ];
  stream.markdown(`${blocks.filter(Boolean).join('\n\n')}\n`);
  if (query !== undefined)
    stream.button({ command: OPEN_DRAFT_COMMAND, title: t('Open Query'), arguments: [document ?? query] });
  // Opens the saved answer: asking again may cost money.
  stream.button({ command: OPEN_QUESTION_COMMAND, title: t('Show Details'), arguments: [{ question: id }] });
  return { question, entities: used.map(({ id, name }) => ({ id, name })) };
}

const MAX_ANSWERS = 50;

function answerBlocks({ result }: AskTrace): readonly string[] {
  const { answers, more, confidence } = result;
  const shown = answers.slice(0, MAX_ANSWERS).map((one) => {
    const name = `**${escapeMarkdown(answerName(one))}**`;
    return one.iri === undefined ? name : `${name} (${escapeMarkdown(one.value)})`;
  });
  const left = answers.length - shown.length;
  return [
    shown.length === 1 ? (shown[0] ?? '') : bulletList(shown),
    left > 0 ? t('And {0} more.', formatNumber(left)) : more === true ? t('And more.') : '',
    ...qualifications(result).map(escapeMarkdown),
    confidenceSentences(confidence),
  ];
}

function interpretationBlocks({ result: { reading, query }, used, advice }: AskTrace): readonly string[] {
  const entities = used.map(({ name, id }) => `${escapeMarkdown(name)} (${escapeMarkdown(id)})`).join(', ');
  return [
    entities === '' ? '' : t('Interpreted as: {0}', entities),
    reading ? t('The query asks: {0}', escapeMarkdown(reading.question)) : '',
    query === undefined ? '' : codeBlock(query, 'sparql'),
    ...advice.map((one) => `*${escapeMarkdown(one)}*`),
  ];
}

const MAX_FOLLOW_UPS = 3;

/** Suggested follow-up questions. */
export function suggestFollowUps({ question, entities = [] }: ChatMetadata): readonly {
  readonly prompt: string;
  readonly command: string;
  readonly label: string;
}[] {
  if (question === undefined) return [];
  return [
    ...entities.map(({ id, name }) => ({
      prompt: id,
      command: 'describe',
      label: t('What does the KB know about {0}?', name),
    })),
    { prompt: question, command: 'sparql', label: t('Show only the query') },
  ].slice(0, MAX_FOLLOW_UPS);
}
