import { host } from './host';

/** Copies a text. If the page may not, the extension copies it. */
export async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    host.send({ type: 'copy', text });
  }
}
