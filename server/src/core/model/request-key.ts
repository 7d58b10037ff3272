/** A request as a text: alike for two that are alike, whatever the order of their parts. */
import type { ModelRequest } from './language-model';

export function requestKey(request: ModelRequest): string {
  return JSON.stringify(inOrder(request));
}

function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([, part]) => part !== undefined);
  return Object.fromEntries(
    entries.sort(([one], [other]) => (one < other ? -1 : 1)).map(([name, part]) => [name, inOrder(part)]),
  );
}
