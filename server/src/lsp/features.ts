/** All that the server does when asked; what it tells by itself is in diagnostics.ts. */
import type { ServerCapabilities } from 'vscode-languageserver';
import { codeActions } from './code-actions';
import type { Feature } from './feature';
import { hover } from './hover';

export const features: readonly Feature[] = [hover, codeActions];

export function capabilitiesOf(list: readonly Feature[]): ServerCapabilities {
  return list.reduce((all, { capabilities }) => ({ ...all, ...capabilities }), {});
}
