/** The editor's messages make links of `[words](command:…)`. What models and KBs say is text, and never something to click. */
export function plain(text: string): string {
  return text.replace(/\](?=\()/g, '] ');
}
