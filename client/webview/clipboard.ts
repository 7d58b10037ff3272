import { host } from './host';

/** Falls back to the clipboard of the editor. */
export async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    host.send({ type: 'copy', text });
  }
}
