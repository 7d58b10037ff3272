/** Parses and renders a prompt file: the inputs are declared in the front matter, followed by the messages. See prompts/README.md. */
import type { ChatMessage } from '../language-model';
import { readFrontMatter, type PromptInput } from './front-matter';
import { readMessages, type PromptPart, type PromptMessage } from './messages';

export interface PromptTemplate {
  readonly about: string;
  readonly inputs: ReadonlyMap<string, PromptInput>;
  readonly messages: readonly PromptMessage[];
}

export interface TemplateProblem {
  /** From 1. */
  readonly line: number;
  readonly message: string;
}

type ParsedTemplate =
  | { readonly template: PromptTemplate }
  | { readonly problems: readonly TemplateProblem[] };

export function parseTemplate(text: string): ParsedTemplate {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/);
  const problems: TemplateProblem[] = [];
  const addProblem = (line: number, message: string): void => void problems.push({ line, message });
  const { about, inputs, bodyStart } = readFrontMatter(lines, addProblem);
  const { messages, used } = readMessages(lines, bodyStart, inputs, addProblem);
  for (const [name, { line }] of inputs)
    if (!used.has(name))
      addProblem(line, `"${name}" is declared but not used. Use {{${name}}}, or remove the declaration.`);
  return problems.length
    ? { problems: problems.sort((left, right) => left.line - right.line) }
    : { template: { about, inputs, messages } };
}

/**
 * Inserts the values as data: text in a value that looks like a placeholder, a role or the end of a block is not interpreted.
 * Throws if a value is missing or unknown.
 */
export function renderTemplate(
  { inputs, messages }: PromptTemplate,
  values: Readonly<Record<string, string>>,
): readonly ChatMessage[] {
  for (const name of Object.keys(values))
    if (!inputs.has(name)) throw new Error(`The prompt has no input "${name}".`);
  for (const [name, { optional, line }] of inputs)
    if (!optional && !Object.hasOwn(values, name))
      throw new Error(`The input "${name}", declared in line ${line}, has no value.`);
  const escapeTags = createTagEscape(messages);
  const renderParts = (parts: readonly PromptPart[]): string => parts.map(renderPart).join('');
  const renderPart = (part: PromptPart): string => {
    if (part.kind === 'text') return part.text;
    const value = (Object.hasOwn(values, part.name) ? values[part.name] : undefined) ?? '';
    if (part.kind === 'value') return escapeTags(value);
    return (value.trim() !== '') === part.ifPresent ? renderParts(part.parts) : '';
  };
  return messages.flatMap(({ role, parts }) => {
    const content = renderParts(parts).trim();
    return content === '' ? [] : [{ role, content }];
  });
}

/**
 * Data is enclosed in tags such as `<question>` and `</question>`. A value with one of these tags could close its block and inject
 * instructions, so the bracket of the tag is escaped.
 */
function createTagEscape(messages: readonly PromptMessage[]): (value: string) => string {
  const tags = new Set<string>();
  const collectTags = (parts: readonly PromptPart[]): void => {
    for (const part of parts) {
      if (part.kind === 'section') collectTags(part.parts);
      if (part.kind === 'text')
        for (const [, tag = ''] of part.text.matchAll(/<\/([A-Za-z][\w-]*)>/g)) tags.add(tag);
    }
  };
  for (const { parts } of messages) collectTags(parts);
  if (!tags.size) return (value) => value;
  const pattern = new RegExp(`<(?=\\s*(?:/\\s*)?(?:${[...tags].join('|')})\\b)`, 'gi');
  return (value) => value.replace(pattern, '&lt;');
}
