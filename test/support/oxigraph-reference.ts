/** Whether oxigraph parses a text. Errors of an execution do not matter. */
import { Store } from 'oxigraph';

export function oxigraphAccepts(kind: 'query' | 'update', text: string): boolean {
  const store = new Store();
  store.load('<http://e/g> <http://e/g> <http://e/g> <http://e/g> .', { format: 'application/n-quads' });
  try {
    if (kind === 'query') store.query(text);
    else store.update(text);
    return true;
  } catch (error) {
    return !/^Error: error at|cannot be shared/.test(String(error));
  }
}
