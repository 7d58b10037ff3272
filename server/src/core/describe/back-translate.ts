/** Back-translation: describes a query with a model, or with templates if the model fails. */
import type { KbSchema } from '../schema/schema';
import type { LanguageModel, ChatMessage, Usage } from '../model/language-model';
import { describeModelFault, requestStructured, type StructuredReply } from '../model/structured-reply';
import { addTokens, NO_USAGE } from '../model/usage';
import type { PromptLibrary } from '../model/prompts/prompt-library';
import { REPLIES, type BackTranslationReply } from '../model/prompts/replies';
import type { QueryModel } from '../language/sparql/model';
import { onOneLine } from '../language/text/control-characters';
import { range } from '../language/text/range';
import { toNamedQuery, numberParts, type NamedQuery } from './named-query';
import type { QueryDescription } from './description';
import { describeQuery } from './describe-query';

export interface BackTranslation {
  readonly reading: QueryDescription;
  readonly usage: Usage;
  /** Why the model could not describe the query. */
  readonly trouble?: string;
}

export interface DescriptionPorts {
  readonly schema: KbSchema;
  readonly nameOf: (iri: string) => string | undefined;
  readonly model?: LanguageModel | undefined;
  readonly prompts?: PromptLibrary | undefined;
}

const PURPOSE = 'read-back';
const MAX_LENGTH = 600;

export async function backTranslate(
  query: QueryModel,
  { schema, nameOf, model, prompts }: DescriptionPorts,
  onText: (part: string) => void,
  signal: AbortSignal,
): Promise<BackTranslation> {
  const byTemplates = (): QueryDescription => describeQuery(query, schema, nameOf);
  if (!model || !prompts || query.query.form === 'none') return { reading: byTemplates(), usage: NO_USAGE };
  const named = toNamedQuery(query, schema, nameOf);
  const messages = prompts.render(PURPOSE, { query: named.text, parts: numberParts(named) });
  const request = (conversation: readonly ChatMessage[]): Promise<StructuredReply<BackTranslationReply>> =>
    requestStructured(model, { purpose: PURPOSE, messages: conversation }, REPLIES[PURPOSE], onText, signal);
  const first = await request(messages);
  const spent = { calls: first.calls, tokens: first.usage };
  if (first.status !== 'ok')
    return { reading: byTemplates(), usage: spent, trouble: describeModelFault(first, model.name) };
  const vague = findVagueWords(first.value.question, named);
  if (vague === undefined) return finished(first.value, spent);

  const second = await request([...messages, ...complaint(first.value, vague)]);
  const all = { calls: spent.calls + second.calls, tokens: addTokens(spent.tokens, second.usage) };
  return finished(second.status === 'ok' ? second.value : first.value, all);

  function finished(reply: BackTranslationReply, usage: Usage): BackTranslation {
    const reading = toDescription(reply, named, model?.name ?? '');
    if (reading) return { reading, usage };
    return { reading: byTemplates(), usage, trouble: 'The model wrote no valid question.' };
  }
}

/** Words that do not identify a relation, unless its label contains them. */
const VAGUE_WORDS = /\b(?:associated|related|connected|linked|affiliated) (?:with|to)\b/i;

function findVagueWords(question: string, { text }: NamedQuery): string | undefined {
  const [found] = VAGUE_WORDS.exec(question) ?? [];
  if (found === undefined) return undefined;
  const stem = found.split(' ')[0]?.slice(0, 6) ?? '';
  return text.toLowerCase().includes(stem.toLowerCase()) ? undefined : found;
}

function complaint(reply: BackTranslationReply, vague: string): readonly ChatMessage[] {
  return [
    { role: 'assistant', content: JSON.stringify(reply) },
    {
      role: 'user',
      content: `"${vague}" does not say which relation it is. Write the question again, and name every relation by what it means.`,
    },
  ];
}

function toDescription(
  { question, parts }: BackTranslationReply,
  named: NamedQuery,
  by: string,
): QueryDescription | undefined {
  const line = onOneLine(question).replace(/\s+/g, ' ').trim();
  if (line === '' || line.length > MAX_LENGTH) return undefined;
  const pairs = parts.flatMap(({ words, part }) => {
    const phrase = words.trim();
    const start = line.toLowerCase().indexOf(phrase.toLowerCase());
    const described = named.parts[part - 1];
    return start < 0 || phrase === '' || !described
      ? []
      : [{ phrase: range(start, start + phrase.length), part: described.range }];
  });
  const covered = new Set(parts.map(({ part }) => part));
  const leftOut = named.parts.flatMap(({ text }, index) => (covered.has(index + 1) ? [] : [text]));
  return { question: line, pairs, by, leftOut };
}
