/** A prompt as a file: its inputs are declared in the front matter, its messages follow by role. See prompts/README.md. */
import type { Message } from '../language-model';
import { readFrontMatter, type PromptInput } from './front-matter';
import { readMessages, type PromptPart, type PromptMessage } from './messages';

export interface PromptTemplate {
  readonly about: string;
  readonly inputs: ReadonlyMap<string, PromptInput>;
  readonly messages: readonly PromptMessage[];
}

/** Lines count from one. */
export interface TemplateProblem {
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
  const { about, inputs, bodyFrom } = readFrontMatter(lines, addProblem);
  const { messages, used } = readMessages(lines, bodyFrom, inputs, addProblem);
  for (const [name, { line }] of inputs)
    if (!used.has(name))
      addProblem(line, `"${name}" is declared but not used. Use {{${name}}}, or remove the declaration.`);
  return problems.length
    ? { problems: problems.sort((left, right) => left.line - right.line) }
    : { template: { about, inputs, messages } };
}

/**
 * Fills in the values. They are data: text in a value that looks like a placeholder, a role or the end of a block is not
 * interpreted. Throws when a value is missing or unknown.
 */
export function renderTemplate(
  { inputs, messages }: PromptTemplate,
  values: Readonly<Record<string, string>>,
): readonly Message[] {
  for (const name of Object.keys(values))
    if (!inputs.has(name)) throw new Error(`The prompt has no input "${name}".`);
  for (const [name, { optional, line }] of inputs)
    if (!optional && !Object.hasOwn(values, name))
      throw new Error(`The input "${name}", declared in line ${line}, has no value.`);
  const keepInside = blockKeeper(messages);
  const fill = (parts: readonly PromptPart[]): string => parts.map(written).join('');
  const written = (part: PromptPart): string => {
    if (part.kind === 'text') return part.text;
    const value = (Object.hasOwn(values, part.name) ? values[part.name] : undefined) ?? '';
    if (part.kind === 'value') return keepInside(value);
    return (value.trim() !== '') === part.whenGiven ? fill(part.parts) : '';
  };
  return messages.flatMap(({ role, parts }) => {
    const content = fill(parts).trim();
    return content === '' ? [] : [{ role, content }];
  });
}

/**
 * Data are enclosed in tags such as `<question>` and `</question>`. A value that contains one of these tags could
 * close its block and inject text into the prompt, so its bracket is escaped.
 */
function blockKeeper(messages: readonly PromptMessage[]): (value: string) => string {
  const tags = new Set<string>();
  const gather = (parts: readonly PromptPart[]): void => {
    for (const part of parts) {
      if (part.kind === 'section') gather(part.parts);
      if (part.kind === 'text')
        for (const [, tag = ''] of part.text.matchAll(/<\/([A-Za-z][\w-]*)>/g)) tags.add(tag);
    }
  };
  for (const { parts } of messages) gather(parts);
  if (!tags.size) return (value) => value;
  const ours = new RegExp(`<(?=\\s*(?:/\\s*)?(?:${[...tags].join('|')})\\b)`, 'gi');
  return (value) => value.replace(ours, '&lt;');
}
