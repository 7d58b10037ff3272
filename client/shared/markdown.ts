/** Markdown from untrusted texts. */
import { displayLines } from './terms';

export const section = (title: string, lines: readonly string[] | undefined): readonly string[] =>
  lines && lines.length > 0 ? [`${title}:`, bulletList(lines.map(escapeMarkdown))] : [];

export const bulletList = (lines: readonly (string | false)[]): string =>
  lines
    .filter((line) => line !== false)
    .map((line) => `- ${line}`)
    .join('\n');

/** A table. The texts of its cells are Markdown. */
export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

/** Escapes a text so that it has no markup, and puts it on one line. */
export const escapeMarkdown = (text: string): string =>
  displayLines(text)
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[\\`*_[\]<>|~&]|^[#+-]|^\d+(?=[.)])/g, '\\$&');

/** A code block. Its fence is longer than any in the text. */
export function codeBlock(text: string, language = ''): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${displayLines(text)}\n${fence}`;
}
