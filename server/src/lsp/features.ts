/** All that the server does when asked; what it tells by itself is in diagnostics.ts. */
import type { ServerCapabilities } from 'vscode-languageserver';
import { codeActions } from './code-actions';
import { documentHighlight } from './document-highlight';
import type { Feature } from './feature';
import { hover } from './hover';
import { references } from './references';
import { rename } from './rename';
import { signatureHelp } from './signature-help';

export const features: readonly Feature[] = [
  hover,
  codeActions,
  references,
  documentHighlight,
  rename,
  signatureHelp,
];

export function capabilitiesOf(list: readonly Feature[]): ServerCapabilities {
  return list.reduce((all, { capabilities }) => ({ ...all, ...capabilities }), {});
}
