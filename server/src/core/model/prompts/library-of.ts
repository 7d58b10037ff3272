/** The prompts that come along, and those of the user in their place where they can be used. */
import { PROMPTS, type PromptLibrary, type PromptName } from './prompt-library';
import { parseTemplate, renderTemplate, type PromptTemplate, type TemplateProblem } from './template';

export interface PromptSource {
  readonly name: PromptName;
  /** For messages: its path. */
  readonly from: string;
  readonly text: string;
}

/** Throws when one of ours is missing or wrong. Problems that are known already come first. */
export function libraryOf(
  ours: readonly PromptSource[],
  own: readonly PromptSource[],
  problems: readonly string[] = [],
): PromptLibrary {
  const bundled = new Map(ours.map((source) => [source.name, sound(source)]));
  const chosen = new Map<PromptName, PromptTemplate>();
  const told = [...problems];
  for (const { name, from, text } of own) {
    const parsed = parseTemplate(text);
    const wrong =
      'problems' in parsed ? parsed.problems : disagreements(templateOf(bundled, name), parsed.template);
    if (wrong.length)
      told.push(`${from} is not used; the built-in prompt is used instead. ${wrong.map(sentence).join(' ')}`);
    else if ('template' in parsed) chosen.set(name, parsed.template);
  }
  return {
    problems: told,
    render(name, values) {
      const ours = templateOf(bundled, name);
      const template = chosen.get(name);
      // Our own inputs decide what must be given: the user's prompt may do without some of them.
      if (!template) return renderTemplate(ours, values);
      renderTemplate(ours, values);
      const wanted = Object.entries(values).filter(([input]) => template.inputs.has(input));
      return renderTemplate(template, Object.fromEntries(wanted));
    },
  };
}

function templateOf(templates: ReadonlyMap<PromptName, PromptTemplate>, name: PromptName): PromptTemplate {
  const template = templates.get(name);
  if (!template) throw new Error(`There is no prompt "${name}". There are ${PROMPTS.join(', ')}.`);
  return template;
}

function sound({ from, text }: PromptSource): PromptTemplate {
  const parsed = parseTemplate(text);
  if ('template' in parsed) return parsed.template;
  throw new Error(`The prompt ${from} is damaged. ${parsed.problems.map(sentence).join(' ')}`);
}

/** What the user's prompt wants that will not be given to it, and what it cannot do without. */
function disagreements(ours: PromptTemplate, own: PromptTemplate): readonly TemplateProblem[] {
  const problems: TemplateProblem[] = [];
  for (const [name, { line, optional }] of own.inputs) {
    const input = ours.inputs.get(name);
    if (!input)
      problems.push({
        line,
        message: `There is no input "${name}". The inputs are ${[...ours.inputs.keys()].join(', ')}.`,
      });
    else if (input.optional && !optional)
      problems.push({ line, message: `"${name}" may be empty: declare it as "${name} (optional)".` });
  }
  for (const [name, { optional, about }] of ours.inputs)
    if (!optional && !own.inputs.has(name))
      problems.push({ line: 1, message: `The input "${name}" is missing (${about.replace(/\.$/, '')}).` });
  return problems;
}

function sentence({ line, message }: TemplateProblem): string {
  return `Line ${line}: ${message}`;
}
