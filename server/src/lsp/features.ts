/** The features of the language server. Diagnostics are in diagnostics.ts, commands in commands.ts. */
import type { ServerCapabilities } from 'vscode-languageserver';
import { askFeature } from './ask';
import { completion } from './completion';
import { codeActions } from './code-actions';
import { codeLens } from './code-lens';
import { definition } from './definition';
import { documentHighlight } from './document-highlight';
import { documentLinks } from './document-links';
import { documentSymbols } from './document-symbols';
import { entityRequests } from './entity-requests';
import { evaluations } from './evaluations';
import { explain } from './explain';
import type { Feature } from './feature';
import { folding } from './folding';
import { formatting } from './formatting';
import { forms } from './logical-forms';
import { hover } from './hover';
import { inlayHints } from './inlay-hints';
import { insertName } from './insert-name';
import { knowledgeBaseRequests } from './knowledge-base-requests';
import { modelRequests } from './model-requests';
import { references } from './references';
import { rename } from './rename';
import { repairs } from './repair';
import { run } from './run';
import { serveDumps } from './serve-dump';
import { selectionRanges } from './selection-ranges';
import { semanticTokens } from './semantic-tokens';
import { signatureHelp } from './signature-help';
import { schemaBrowser } from './schema-browser';
import { tools } from './tools';
import { whyEmpty } from './why-empty';
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
  schemaBrowser,
  insertName,
  run,
  repairs,
  askFeature,
  evaluations,
  tools,
  explain,
  whyEmpty,
  forms,
  entityRequests,
  knowledgeBaseRequests,
  serveDumps,
  modelRequests,
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
