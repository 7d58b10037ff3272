/**
 * The features of the protocol. Diagnostics are in diagnostics.ts, commands in commands.ts, custom requests in custom-requests.ts.
 */
import type { ServerCapabilities } from 'vscode-languageserver';
import { completion } from './completion';
import { codeActions } from './code-actions';
import { codeLens } from './code-lens';
import { definition } from './definition';
import { documentHighlight } from './document-highlight';
import { documentLinks } from './document-links';
import { documentSymbols } from './document-symbols';
import type { Feature } from './feature';
import { folding } from './folding';
import { formatting } from './formatting';
import { hover } from './hover';
import { inlayHints } from './inlay-hints';
import { references } from './references';
import { rename } from './rename';
import { selectionRanges } from './selection-ranges';
import { semanticTokens } from './semantic-tokens';
import { signatureHelp } from './signature-help';
import { workspaceSymbols } from './workspace-symbols';

export const features: readonly Feature[] = [
  completion,
  hover,
  codeActions,
  references,
  documentHighlight,
  rename,
  signatureHelp,
  definition,
  documentLinks,
  workspaceSymbols,
  semanticTokens,
  inlayHints,
  formatting,
  codeLens,
  documentSymbols,
  folding,
  selectionRanges,
];

export function capabilitiesOf(list: readonly Feature[]): ServerCapabilities {
  return list.reduce((all, { capabilities }) => ({ ...all, ...capabilities }), {});
}
