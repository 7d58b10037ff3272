/** The front matter of a prompt, between two lines `---`: its purpose, and its inputs, one per line. */

export interface PromptInput {
  readonly about: string;
  /** It may be empty; then its sections are left out. */
  readonly optional: boolean;
  /** Where it is declared; lines count from one. */
  readonly line: number;
}

interface FrontMatter {
  readonly about: string;
  readonly inputs: ReadonlyMap<string, PromptInput>;
  /** The index of the first line below it. */
  readonly bodyFrom: number;
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
    const [, input, optional, description = ''] = INPUT.exec(line) ?? [];
    if (input !== undefined && field === 'inputs') {
      if (inputs.has(input)) addProblem(at + 1, `"${input}" is declared twice.`);
      else if (!description.trim()) addProblem(at + 1, `Describe "${input}" after the colon.`);
      inputs.set(input, { about: description.trim(), optional: optional !== undefined, line: at + 1 });
      continue;
    }
    const [, name = '', value = ''] = FIELD.exec(line) ?? [];
    field = name;
    if (name === 'about') about = value.trim();
    else if (name !== 'inputs' || value.trim())
      addProblem(
        at + 1,
        `"${line.trim()}" is not allowed here. Use "about: …", and "inputs:" with lines such as "  question (optional): what it is".`,
      );
  }
  if (!about) addProblem(1, 'Describe the prompt in a line "about: …".');
  return { about, inputs, bodyFrom: end + 1 };
}
