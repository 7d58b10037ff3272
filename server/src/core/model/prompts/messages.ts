/** Reads the body of a prompt: messages under `## system`, `## user` and `## assistant`, with placeholders for the inputs. */
import type { ChatMessage } from '../language-model';
import type { PromptInput } from './front-matter';

export interface PromptMessage {
  readonly role: ChatMessage['role'];
  readonly parts: readonly PromptPart[];
}

export type PromptPart =
  | { readonly kind: 'text'; readonly text: string }
  /** `{{name}}` */
  | { readonly kind: 'value'; readonly name: string }
  /** `{{#name}} … {{/name}}` if the input has a value, `{{^name}} … {{/name}}` if it is empty. */
  | {
      readonly kind: 'section';
      readonly name: string;
      readonly ifPresent: boolean;
      readonly parts: readonly PromptPart[];
    };

type AddProblem = (line: number, message: string) => void;

const ROLES: readonly ChatMessage['role'][] = ['system', 'user', 'assistant'];
const HEADING = /^##(?!#)(.*)$/;
const BRACES = /\{\{([^{}]*)\}\}/g;
/** A tag starts with a letter: `{{ ?film` and `{{}` are SPARQL. */
const TAG = /^([#^/]?)\s*([A-Za-z].*)$/;
const OPEN_TAG = /\{\{\s*(?:[#^/]\s*)?[A-Za-z]/g;
/** A line with only a section tag is dropped. */
const TAG_LINE = /^\s*\{\{\s*[#^/][^{}]*\}\}\s*$/;

export function readMessages(
  lines: readonly string[],
  start: number,
  inputs: ReadonlyMap<string, PromptInput>,
  addProblem: AddProblem,
): { readonly messages: readonly PromptMessage[]; readonly used: ReadonlySet<string> } {
  const used = new Set<string>();
  const messages: { role: ChatMessage['role']; parts: PromptPart[] }[] = [];
  let sections: OpenSection[] = [];
  let isReported = false;

  const closeSections = (): void => {
    for (const { name, line } of sections)
      addProblem(line, `{{#${name}}} is not closed in its message. Add {{/${name}}} where it ends.`);
    sections = [];
  };

  for (let index = start; index < lines.length; index++) {
    const line = lines[index] ?? '';
    const heading = HEADING.exec(line)?.[1]?.trim();
    if (heading !== undefined) {
      closeSections();
      const role = ROLES.find((known) => known === heading);
      if (!role)
        addProblem(
          index + 1,
          `"## ${heading}" is not ## system, ## user or ## assistant. A heading within a message has three #.`,
        );
      if (role === 'system' && messages.length)
        addProblem(index + 1, '"## system" can only be the first message.');
      messages.push({ role: role ?? 'user', parts: [] });
      continue;
    }
    const message = messages.at(-1);
    if (!message) {
      if (line.trim() !== '' && !isReported)
        addProblem(index + 1, 'Text above the first message has no role. Add ## system or ## user above it.');
      isReported ||= line.trim() !== '';
      continue;
    }
    readLine(line, index + 1, { message, sections, inputs, used, addProblem });
  }
  closeSections();
  if (messages.at(-1)?.role !== 'user')
    addProblem(lines.length, 'The last message must be "## user": the model replies to it.');
  return { messages, used };
}

interface OpenSection {
  readonly name: string;
  readonly line: number;
  readonly parts: PromptPart[];
}

interface LineContext {
  readonly message: { readonly parts: PromptPart[] };
  readonly sections: OpenSection[];
  readonly inputs: ReadonlyMap<string, PromptInput>;
  readonly used: Set<string>;
  readonly addProblem: AddProblem;
}

function readLine(line: string, number: number, context: LineContext): void {
  const add = (part: PromptPart): void => void (context.sections.at(-1) ?? context.message).parts.push(part);
  const isTagLine = TAG_LINE.test(line);
  let textStart = 0;
  let tags = 0;
  for (const { 0: braces, 1: inside = '', index } of line.matchAll(BRACES)) {
    const [, mark, name] = TAG.exec(inside.trim()) ?? [];
    if (mark === undefined || name === undefined) continue;
    tags++;
    if (index > textStart && !isTagLine) add({ kind: 'text', text: line.slice(textStart, index) });
    textStart = index + braces.length;
    readTag(mark, name, number, context, add);
  }
  if ((line.match(OPEN_TAG)?.length ?? 0) > tags)
    context.addProblem(
      number,
      'This placeholder is not closed with }} on the same line. To write two braces, put a space between them: { {.',
    );
  if (!isTagLine) add({ kind: 'text', text: `${line.slice(textStart)}\n` });
}

function readTag(
  mark: string,
  name: string,
  line: number,
  { sections, inputs, used, addProblem }: LineContext,
  add: (part: PromptPart) => void,
): void {
  if (mark === '/') {
    const open = sections.at(-1);
    if (open?.name === name) sections.pop();
    else if (open) addProblem(line, `{{/${name}}} does not match {{#${open.name}}} in line ${open.line}.`);
    else addProblem(line, `{{/${name}}} has no opening tag.`);
    return;
  }
  const input = inputs.get(name);
  if (!input) {
    const known = [...inputs.keys()].map((declared) => `{{${declared}}}`).join(', ');
    addProblem(
      line,
      `{{${name}}} is not declared under "inputs:". ${known ? `There are ${known}.` : 'None is.'}`,
    );
  }
  used.add(name);
  if (mark === '') {
    add({ kind: 'value', name });
    return;
  }
  if (input && !input.optional)
    addProblem(
      line,
      `"${name}" is required, so it needs no conditional part. Declare it as optional, or remove the condition.`,
    );
  const parts: PromptPart[] = [];
  add({ kind: 'section', name, ifPresent: mark === '#', parts });
  sections.push({ name, line, parts });
}
