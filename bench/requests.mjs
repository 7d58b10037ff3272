// The requests of an editor that our server supports, each in a typical situation.
import * as situations from './situations.mjs';

const { disordered, fixable, inFile, inSchema, misspelt, onScreen, overKeyword, overRelation, overVariable } =
  situations;

/**
 * @typedef {object} Request
 * @property {string} name
 * @property {string} method
 * @property {(text: string) => situations.Situation} situate
 * @property {object} [params] parameters besides the document and the position
 * @property {(provider: object) => boolean} [isSupported] whether the server supports this use of the method
 * @property {(result: unknown) => boolean} [hasContent] whether a response that is not empty has useful content
 */

/** The completion with the most candidates: the whole schema. */
export const relationCompletion = completion('relation, nothing typed', '?film ns:');

/** @type {readonly Request[]} */
export const requests = [
  relationCompletion,
  completion('relation, three letters', '?film ns:dir'),
  completion('relation, by meaning', '?film ns:actor'),
  completion('class', '?film a '),
  completion('keyword', 'FIL'),
  {
    name: 'completion: details of an item',
    method: 'completionItem/resolve',
    situate: (text) => {
      const { position, ...situation } = situations.writing(text, '?film ns:dir');
      const { method, params } = relationCompletion;
      return { ...situation, itemOf: { method, params: { position, ...params } } };
    },
    isSupported: ({ resolveProvider }) => resolveProvider === true,
    hasContent: ({ documentation }) => documentation !== undefined,
  },
  {
    name: 'signature help',
    method: 'textDocument/signatureHelp',
    situate: (text) => situations.writing(text, 'FILTER (REGEX('),
  },
  { name: 'hover: relation', method: 'textDocument/hover', situate: overRelation },
  { name: 'hover: variable', method: 'textDocument/hover', situate: overVariable },
  { name: 'hover: keyword', method: 'textDocument/hover', situate: overKeyword },
  {
    name: 'quick fixes of a finding',
    method: 'textDocument/codeAction',
    situate: misspelt,
    params: { context: { diagnostics: [] } },
  },
  {
    name: 'fix all',
    method: 'textDocument/codeAction',
    situate: fixable,
    params: { context: { diagnostics: [], only: ['source.fixAll'] } },
    isSupported: ({ codeActionKinds = [] }) =>
      codeActionKinds.some((kind) => kind.startsWith('source.fixAll')),
  },
  { name: 'inlay hints: a screen', method: 'textDocument/inlayHint', situate: onScreen },
  { name: 'inlay hints: the file', method: 'textDocument/inlayHint', situate: inFile },
  { name: 'semantic tokens', method: 'textDocument/semanticTokens/full', situate: inFile },
  { name: 'highlight', method: 'textDocument/documentHighlight', situate: overVariable },
  {
    name: 'references',
    method: 'textDocument/references',
    situate: overVariable,
    params: { context: { includeDeclaration: true } },
  },
  {
    name: 'rename',
    method: 'textDocument/rename',
    situate: overVariable,
    params: { newName: 'movie' },
  },
  { name: 'definition', method: 'textDocument/definition', situate: overRelation },
  { name: 'document links', method: 'textDocument/documentLink', situate: inFile },
  { name: 'document symbols', method: 'textDocument/documentSymbol', situate: inFile },
  {
    name: 'workspace symbols',
    method: 'workspace/symbol',
    situate: inSchema,
    params: { query: 'director' },
  },
  { name: 'code lenses', method: 'textDocument/codeLens', situate: inFile },
  { name: 'folding', method: 'textDocument/foldingRange', situate: inFile },
  {
    name: 'wider selection',
    method: 'textDocument/selectionRange',
    situate: (text) => {
      const { position, ...situation } = overRelation(text);
      return { ...situation, positions: [position] };
    },
    hasContent: ([selection]) => selection.parent !== undefined,
  },
  formatting('one line in disorder', disordered),
  formatting('all in disorder', (text) => disordered(text.replace(/^ +/gm, ''))),
];

function completion(what, typedText) {
  return {
    name: `completion: ${what}`,
    method: 'textDocument/completion',
    situate: (text) => situations.writing(text, typedText),
    params: { context: { triggerKind: 1 } },
  };
}

function formatting(what, situate) {
  return {
    name: `formatting: ${what}`,
    method: 'textDocument/formatting',
    situate,
    params: { options: { tabSize: 2, insertSpaces: true } },
  };
}

/** The server capability of each method. */
const providers = {
  'completionItem/resolve': 'completionProvider',
  'textDocument/codeAction': 'codeActionProvider',
  'textDocument/codeLens': 'codeLensProvider',
  'textDocument/completion': 'completionProvider',
  'textDocument/definition': 'definitionProvider',
  'textDocument/documentHighlight': 'documentHighlightProvider',
  'textDocument/documentLink': 'documentLinkProvider',
  'textDocument/documentSymbol': 'documentSymbolProvider',
  'textDocument/foldingRange': 'foldingRangeProvider',
  'textDocument/formatting': 'documentFormattingProvider',
  'textDocument/hover': 'hoverProvider',
  'textDocument/inlayHint': 'inlayHintProvider',
  'textDocument/references': 'referencesProvider',
  'textDocument/rename': 'renameProvider',
  'textDocument/selectionRange': 'selectionRangeProvider',
  'textDocument/semanticTokens/full': 'semanticTokensProvider',
  'textDocument/signatureHelp': 'signatureHelpProvider',
  'workspace/symbol': 'workspaceSymbolProvider',
};

export function isRequestSupported({ method, isSupported }, capabilities) {
  const provider = capabilities[providers[method]];
  return Boolean(provider) && (isSupported?.(provider) ?? true);
}

/** Whether a response has content. An empty response would be fast and not comparable. */
export function isUseful({ hasContent }, result) {
  if (result === null || result === undefined) return false;
  const parts = result.items ?? result.data ?? result.signatures ?? result.changes ?? result;
  return Object.keys(parts).length > 0 && (hasContent?.(result) ?? true);
}
