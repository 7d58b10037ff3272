/** Prevents links such as `[text](command:…)` in messages with text of models and KBs. */
export function withoutLinks(text: string): string {
  return text.replace(/\](?=\()/g, '] ');
}
