/** Where two requests differ, in words. */
import type { ModelRequest } from './language-model';

const MAX_LENGTH = 80;

export function differenceBetween(asked: ModelRequest, other: ModelRequest): string {
  const length = Math.max(asked.messages.length, other.messages.length);
  for (let index = 0; index < length; index++) {
    const [one, two] = [asked.messages[index], other.messages[index]];
    if (one?.role === two?.role && one?.content === two?.content) continue;
    if (!one || !two) return `it has ${other.messages.length} messages, this one ${asked.messages.length}.`;
    return `message ${index + 1} (${one.role}) is ${quoted(one.content, two.content)} instead of ${quoted(two.content, one.content)}.`;
  }
  const parts = (['format', 'temperature', 'maxTokens'] as const).filter(
    (part) => JSON.stringify(asked[part]) !== JSON.stringify(other[part]),
  );
  return `it differs in ${parts.join(', ') || 'nothing that is known'}.`;
}

/** The first line that differs, from where it does. */
function quoted(text: string, other: string): string {
  const [lines, others] = [text.split('\n'), other.split('\n')];
  const at = lines.findIndex((line, index) => line !== others[index]);
  const line = (at < 0 ? lines[others.length] : lines[at]) ?? '';
  const counterpart = others[at] ?? '';
  let unlike = 0;
  while (unlike < line.length && line[unlike] === counterpart[unlike]) unlike++;
  const start = unlike > MAX_LENGTH / 2 ? unlike - 10 : 0;
  const part = line.slice(start, start + MAX_LENGTH);
  return `“${start > 0 ? '…' : ''}${part}${start + MAX_LENGTH < line.length ? '…' : ''}”`;
}
