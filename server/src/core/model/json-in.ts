/** Finds JSON in the reply of a model: in text, in Markdown fences, after its reasoning. */

/** A text of nothing but openings would otherwise be read anew from each of them. */
const MAX_TRIES = 200;
/** No reply that is asked for is nested as deep; whoever reads it calls itself for each level. */
const MAX_DEPTH = 64;

/** Every object and list that can be read, in the order of the text. What stands inside another is not told by itself. */
export function jsonIn(text: string): readonly unknown[] {
  const spoken = withoutThoughts(text);
  const found: unknown[] = [];
  let tries = 0;
  for (let at = nextOpening(spoken, 0); at >= 0 && tries < MAX_TRIES; tries++) {
    const end = endOfJson(spoken, at);
    const read = end === undefined ? undefined : parse(spoken.slice(at, end));
    if (read) found.push(read.value);
    at = nextOpening(spoken, read && end !== undefined ? end : at + 1);
  }
  return found;
}

/** Some models write down what they think before they speak. An end without a beginning counts: servers leave the beginning out. */
export function withoutThoughts(text: string): string {
  const end = text.lastIndexOf('</think>');
  if (end >= 0) return text.slice(end + '</think>'.length).trimStart();
  return /^\s*<think>/.test(text) ? '' : text;
}

function nextOpening(text: string, from: number): number {
  const offset = text.slice(from).search(/[{[]/);
  return offset < 0 ? -1 : from + offset;
}

/** Behind the bracket that closes the one at `start`; brackets in texts do not count. Undefined if it is nested too deep. */
function endOfJson(text: string, start: number): number | undefined {
  let depth = 0;
  let inText = false;
  for (let at = start; at < text.length; at++) {
    const character = text[at];
    if (inText) {
      if (character === '\\') at++;
      else if (character === '"') inText = false;
    } else if (character === '"') inText = true;
    else if (character === '{' || character === '[') {
      if (++depth > MAX_DEPTH) return undefined;
    } else if ((character === '}' || character === ']') && --depth === 0) return at + 1;
  }
  return undefined;
}

function parse(text: string): { readonly value: unknown } | undefined {
  for (const form of [text, mended(text)]) {
    try {
      return { value: JSON.parse(form) };
    } catch {
      // The next form may do.
    }
  }
  return undefined;
}

/** Models forget to escape the ends of lines in a query, and leave commas behind the last item. */
function mended(text: string): string {
  return text.replace(/"[^"\\]*(?:\\[\s\S][^"\\]*)*"|,(?=\s*[}\]])/g, (part) =>
    part === ','
      ? ''
      : part.replace(
          /[\n\r\t]/g,
          (control) => ({ '\n': '\\n', '\r': '\\r', '\t': '\\t' })[control] ?? control,
        ),
  );
}
