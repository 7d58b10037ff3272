/** Back-translation: a query described by a model, or by templates where the model fails. */
import type { KbSchema } from '../schema/schema';
import type { LanguageModel, Message, Usage } from '../model/language-model';
import { requestStructured } from '../model/structured-reply';
import { addTokens, NO_TOKENS } from '../model/usage';
import type { PromptLibrary } from '../model/prompts/prompt-library';
import { REPLIES, type BackTranslationReply } from '../model/prompts/replies';
import type { QueryModel } from '../language/sparql/model';
import { onOneLine } from '../language/text/controls';
import { range } from '../language/text/range';
import { modelFailure } from './model-failure';
import { namedQuery, numbered, type NamedQuery } from './named-query';
import type { Reading } from './description';
import { describeQuery } from './describe-query';

export interface BackTranslation {
  readonly reading: Reading;
  readonly usage: Usage;
  /** Why the reading is by templates although there is a model. */
  readonly trouble?: string;
}

export interface ReadingPorts {
  readonly schema: KbSchema;
  readonly nameOf: (iri: string) => string | undefined;
  readonly model?: LanguageModel | undefined;
  readonly prompts?: PromptLibrary | undefined;
}

const PURPOSE = 'read-back';
const LONGEST = 600;

export async function backTranslate(
  query: QueryModel,
  { schema, nameOf, model, prompts }: ReadingPorts,
  tell: (part: string) => void,
  signal: AbortSignal,
): Promise<BackTranslation> {
  const byTemplates = (): Reading => describeQuery(query, schema, nameOf);
  if (!model || !prompts || query.query.form === 'none') return { reading: byTemplates(), usage: NOTHING };
  const named = namedQuery(query, schema, nameOf);
  const messages = prompts.render(PURPOSE, { query: named.text, parts: numbered(named) });
  const first = await requestStructured(
    model,
    { purpose: PURPOSE, messages },
    REPLIES[PURPOSE],
    tell,
    signal,
  );
  const spent = { calls: first.calls, tokens: first.usage };
  if (first.status !== 'ok') return { reading: byTemplates(), usage: spent, trouble: modelFailure(first) };
  const vague = vagueWords(first.value.question, named);
  if (vague === undefined) return finished(first.value, spent);

  const again = [...messages, ...complaint(first.value, vague)];
  const second = await requestStructured(
    model,
    { purpose: PURPOSE, messages: again },
    REPLIES[PURPOSE],
    tell,
    signal,
  );
  const all = { calls: spent.calls + second.calls, tokens: addTokens(spent.tokens, second.usage) };
  return finished(second.status === 'ok' ? second.value : first.value, all);

  function finished(reply: BackTranslationReply, usage: Usage): BackTranslation {
    const reading = readingOf(reply, named, model?.name ?? '');
    if (reading) return { reading, usage };
    return { reading: byTemplates(), usage, trouble: 'The model wrote no question that could be used.' };
  }
}

const NOTHING: Usage = { calls: 0, tokens: NO_TOKENS };

/** Words that say nothing, unless the relation itself says no more. */
const VAGUE = /\b(?:associated|related|connected|linked|affiliated) (?:with|to)\b/i;

function vagueWords(question: string, { text }: NamedQuery): string | undefined {
  const [found] = VAGUE.exec(question) ?? [];
  if (found === undefined) return undefined;
  const stem = found.split(' ')[0]?.slice(0, 6) ?? '';
  return text.toLowerCase().includes(stem.toLowerCase()) ? undefined : found;
}

function complaint(reply: BackTranslationReply, vague: string): readonly Message[] {
  return [
    { role: 'assistant', content: JSON.stringify(reply) },
    {
      role: 'user',
      content: `"${vague}" does not say which relation it is. Write the question again, and name every relation by what it means.`,
    },
  ];
}

function readingOf(
  { question, parts }: BackTranslationReply,
  named: NamedQuery,
  by: string,
): Reading | undefined {
  const line = onOneLine(question).replace(/\s+/g, ' ').trim();
  if (line === '' || line.length > LONGEST) return undefined;
  const pairs = parts.flatMap(({ words, part }) => {
    const place = line.toLowerCase().indexOf(words.trim().toLowerCase());
    const said = named.parts[part - 1];
    return place < 0 || words.trim() === '' || !said
      ? []
      : [{ phrase: range(place, place + words.trim().length), part: said.range }];
  });
  const told = new Set(parts.map(({ part }) => part));
  const leftOut = named.parts.flatMap(({ text }, index) => (told.has(index + 1) ? [] : [text]));
  return { question: line, pairs, by, leftOut };
}
