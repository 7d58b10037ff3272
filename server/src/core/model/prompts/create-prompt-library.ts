/** Creates a prompt library of the built-in prompts and the custom prompts that replace them. */
import { PROMPT_NAMES, type PromptLibrary, type PromptName } from './prompt-library';
import { parseTemplate, renderTemplate, type PromptTemplate, type TemplateProblem } from './template';

export interface PromptSource {
  readonly name: PromptName;
  /** The path, for messages. */
  readonly from: string;
  readonly text: string;
}

/** Throws if a built-in prompt is missing or invalid. `knownProblems` come first. */
export function createPromptLibrary(
  builtIn: readonly PromptSource[],
  custom: readonly PromptSource[],
  knownProblems: readonly string[] = [],
): PromptLibrary {
  const builtInTemplates = new Map(builtIn.map((source) => [source.name, parseBuiltIn(source)]));
  const customTemplates = new Map<PromptName, PromptTemplate>();
  const problems = [...knownProblems];
  for (const { name, from, text } of custom) {
    const parsed = parseTemplate(text);
    const found =
      'problems' in parsed
        ? parsed.problems
        : compareInputs(templateOf(builtInTemplates, name), parsed.template);
    if (found.length)
      problems.push(
        `${from} is not used; the built-in prompt is used instead. ${found.map(formatProblem).join(' ')}`,
      );
    else if ('template' in parsed) customTemplates.set(name, parsed.template);
  }
  return {
    problems,
    render(name, values) {
      // Validates the values also for a custom prompt, which may omit optional inputs.
      const messages = renderTemplate(templateOf(builtInTemplates, name), values);
      const template = customTemplates.get(name);
      if (!template) return messages;
      const used = Object.entries(values).filter(([input]) => template.inputs.has(input));
      return renderTemplate(template, Object.fromEntries(used));
    },
  };
}

function templateOf(templates: ReadonlyMap<PromptName, PromptTemplate>, name: PromptName): PromptTemplate {
  const template = templates.get(name);
  if (!template) throw new Error(`There is no prompt "${name}". There are ${PROMPT_NAMES.join(', ')}.`);
  return template;
}

function parseBuiltIn({ from, text }: PromptSource): PromptTemplate {
  const parsed = parseTemplate(text);
  if ('template' in parsed) return parsed.template;
  throw new Error(`The prompt ${from} is damaged. ${parsed.problems.map(formatProblem).join(' ')}`);
}

/** Finds the inputs of a custom prompt that are unknown or not declared as optional, and those that are missing. */
function compareInputs(builtIn: PromptTemplate, custom: PromptTemplate): readonly TemplateProblem[] {
  const problems: TemplateProblem[] = [];
  for (const [name, { line, optional }] of custom.inputs) {
    const input = builtIn.inputs.get(name);
    if (!input)
      problems.push({
        line,
        message: `There is no input "${name}". The inputs are ${[...builtIn.inputs.keys()].join(', ')}.`,
      });
    else if (input.optional && !optional)
      problems.push({ line, message: `"${name}" may be empty: declare it as "${name} (optional)".` });
  }
  for (const [name, { optional, about }] of builtIn.inputs)
    if (!optional && !custom.inputs.has(name))
      problems.push({ line: 1, message: `The input "${name}" is missing (${about.replace(/\.$/, '')}).` });
  return problems;
}

function formatProblem({ line, message }: TemplateProblem): string {
  return `Line ${line}: ${message}`;
}
