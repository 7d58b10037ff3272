/** Reads the front matter of a prompt, between two lines `---`: its purpose, and its inputs, one per line. */

export interface PromptInput {
  readonly about: string;
  /** It may be empty; then its sections are omitted. */
  readonly optional: boolean;
  /** The line of its declaration, from 1. */
  readonly line: number;
}

interface FrontMatter {
  readonly about: string;
  readonly inputs: ReadonlyMap<string, PromptInput>;
  /** The index of the first line after it. */
  readonly bodyStart: number;
}

const FENCE = /^---\s*$/;
const FIELD = /^([a-z]+):(.*)$/;
const INPUT = /^\s+([A-Za-z][\w-]*)(\s*\(optional\))?:(.*)$/;

export function readFrontMatter(
  lines: readonly string[],
  addProblem: (line: number, message: string) => void,
): FrontMatter {
  const inputs = new Map<string, PromptInput>();
  let about = '';
  const end = FENCE.test(lines[0] ?? '')
    ? lines.findIndex((line, index) => index > 0 && FENCE.test(line))
    : -1;
  if (end < 0) {
    addProblem(
      1,
      'A prompt starts with front matter: a line ---, "about:", "inputs:", and another line ---.',
    );
    return { about, inputs, bodyStart: 0 };
  }
  let field = '';
  for (let index = 1; index < end; index++) {
    const line = lines[index] ?? '';
    if (line.trim() === '' || line.startsWith('#')) continue;
    const [, input, optional, description = ''] = INPUT.exec(line) ?? [];
    if (input !== undefined && field === 'inputs') {
      if (inputs.has(input)) addProblem(index + 1, `"${input}" is declared twice.`);
      else if (!description.trim()) addProblem(index + 1, `Describe "${input}" after the colon.`);
      inputs.set(input, { about: description.trim(), optional: optional !== undefined, line: index + 1 });
      continue;
    }
    const [, name = '', value = ''] = FIELD.exec(line) ?? [];
    field = name;
    if (name === 'about') about = value.trim();
    else if (name !== 'inputs' || value.trim())
      addProblem(
        index + 1,
        `"${line.trim()}" is not allowed here. Use "about: …", and "inputs:" with lines such as "  question (optional): what it is".`,
      );
  }
  if (!about) addProblem(1, 'Describe the prompt in a line "about: …".');
  return { about, inputs, bodyStart: end + 1 };
}
