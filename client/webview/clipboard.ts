import { host } from './host';

/** The editor copies where the page may not. */
export async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    host.tell({ type: 'copy', text });
  }
}
