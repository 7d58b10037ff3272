/** What stands above a prompt, between two lines `---`: what the prompt is for, and its inputs, one a line. */

export interface PromptInput {
  readonly about: string;
  /** It may be empty; what is said about it is then left out. */
  readonly optional: boolean;
  /** Where it is declared; lines count from one. */
  readonly line: number;
}

export interface FrontMatter {
  readonly about: string;
  readonly inputs: ReadonlyMap<string, PromptInput>;
  /** The index of the first line below it. */
  readonly bodyFrom: number;
}

const FENCE = /^---\s*$/;
const FIELD = /^([a-z]+):\s*(.*?)\s*$/;
const INPUT = /^\s+([A-Za-z][\w-]*)(\s*\(optional\))?:\s*(.*?)\s*$/;

export function readFrontMatter(
  lines: readonly string[],
  addProblem: (line: number, message: string) => void,
): FrontMatter {
  const inputs = new Map<string, PromptInput>();
  let about = '';
  const end = FENCE.test(lines[0] ?? '') ? lines.findIndex((line, at) => at > 0 && FENCE.test(line)) : -1;
  if (end < 0) {
    addProblem(
      1,
      'A prompt starts with front matter: a line ---, "about:", "inputs:", and another line ---.',
    );
    return { about, inputs, bodyFrom: 0 };
  }
  let field = '';
  for (let at = 1; at < end; at++) {
    const line = lines[at] ?? '';
    if (line.trim() === '' || line.startsWith('#')) continue;
    const [, input, optional, told = ''] = INPUT.exec(line) ?? [];
    if (input !== undefined && field === 'inputs') {
      if (inputs.has(input)) addProblem(at + 1, `"${input}" is declared twice.`);
      else if (!told) addProblem(at + 1, `Describe "${input}" after the colon.`);
      inputs.set(input, { about: told, optional: optional !== undefined, line: at + 1 });
      continue;
    }
    const [, name = '', value = ''] = FIELD.exec(line) ?? [];
    field = name;
    if (name === 'about') about = value;
    else if (name !== 'inputs' || value)
      addProblem(
        at + 1,
        `"${line.trim()}" is not allowed here. Use "about: …", and "inputs:" with lines such as "  question (optional): what it is".`,
      );
  }
  if (!about) addProblem(1, 'Describe the prompt in a line "about: …".');
  return { about, inputs, bodyFrom: end + 1 };
}
