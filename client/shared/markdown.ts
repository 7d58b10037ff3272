/** Markdown from untrusted texts. */
import { shownLines } from './terms';

export const section = (title: string, lines: readonly string[] | undefined): readonly string[] =>
  lines && lines.length > 0 ? [`${title}:`, list(lines.map(escaped))] : [];

export const list = (lines: readonly (string | false)[]): string =>
  lines
    .filter((line) => line !== false)
    .map((line) => `- ${line}`)
    .join('\n');

/** Escapes a text so that it has no markup, and puts it on one line. */
export const escaped = (text: string): string =>
  shownLines(text)
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[\\`*_[\]<>|~&]|^[#+-]|^\d+(?=[.)])/g, '\\$&');

/** A code block. Its fence is longer than any in the text. */
export function code(text: string, language = ''): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${shownLines(text)}\n${fence}`;
}
