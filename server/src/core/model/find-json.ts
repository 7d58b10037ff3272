/** Finds JSON in the reply of a model: in text, in Markdown fences, after its reasoning. */

/** Limits the time for a text with many opening brackets. */
const MAX_TRIES = 200;
/** Limits the depth of the recursion of those who read the JSON. */
const MAX_DEPTH = 64;

/** Returns the outermost objects and arrays that can be parsed, in the order of the text. */
export function findJson(text: string): readonly unknown[] {
  const reply = removeReasoning(text);
  const values: unknown[] = [];
  let tries = 0;
  for (let start = findOpening(reply, 0); start >= 0 && tries < MAX_TRIES; tries++) {
    const end = findEnd(reply, start);
    const parsed = end === undefined ? undefined : parseJson(reply.slice(start, end));
    if (parsed) values.push(parsed.value);
    start = findOpening(reply, parsed && end !== undefined ? end : start + 1);
  }
  return values;
}

/** Removes the reasoning before the reply. Some servers omit the opening tag. */
export function removeReasoning(text: string): string {
  const end = text.lastIndexOf('</think>');
  if (end >= 0) return text.slice(end + '</think>'.length).trimStart();
  return /^\s*<think>/.test(text) ? '' : text;
}

function findOpening(text: string, from: number): number {
  const offset = text.slice(from).search(/[{[]/);
  return offset < 0 ? -1 : from + offset;
}

/** The offset after the bracket that closes the one at `start`. Returns undefined if there is none or the depth is exceeded. */
function findEnd(text: string, start: number): number | undefined {
  let depth = 0;
  let inString = false;
  for (let offset = start; offset < text.length; offset++) {
    const character = text[offset];
    if (inString) {
      if (character === '\\') offset++;
      else if (character === '"') inString = false;
    } else if (character === '"') inString = true;
    else if (character === '{' || character === '[') {
      if (++depth > MAX_DEPTH) return undefined;
    } else if ((character === '}' || character === ']') && --depth === 0) return offset + 1;
  }
  return undefined;
}

function parseJson(text: string): { readonly value: unknown } | undefined {
  for (const json of [text, fixJson(text)]) {
    try {
      return { value: JSON.parse(json) };
    } catch {
      // Try the fixed text.
    }
  }
  return undefined;
}

/** Escapes line ends in strings and removes trailing commas, which are common mistakes of models. */
function fixJson(text: string): string {
  return text.replace(/"[^"\\]*(?:\\[\s\S][^"\\]*)*(?:"|$)|,(?=\s*[}\]])/g, (part) =>
    part === ','
      ? ''
      : part.replace(
          /[\n\r\t]/g,
          (control) => ({ '\n': '\\n', '\r': '\\r', '\t': '\\t' })[control] ?? control,
        ),
  );
}
