import type { MarkupKind, SignatureHelp } from 'vscode-languageserver';
import { signatureAt } from '../core/edit/signature';
import { signatureOf } from '../core/language/sparql/vocabulary';
import { answerAt, queryAt, type Feature, type OpenDocument } from './feature';
import { toMarkup } from './to-lsp';

export const signatureHelp: Feature = {
  capabilities: { signatureHelpProvider: { triggerCharacters: ['(', ','], retriggerCharacters: [';', ')'] } },
  listen(connection, workspace) {
    connection.onSignatureHelp((params, token) =>
      answerAt(workspace, params, token, (open, offset) =>
        signatureHelpAt(open, offset, workspace.client.signatureFormat),
      ),
    );
  },
};

function signatureHelpAt(
  { checked }: OpenDocument,
  offset: number,
  format: MarkupKind,
): SignatureHelp | null {
  const query = queryAt(checked(), offset);
  const found = query && signatureAt(query, offset);
  if (!found) return null;
  const { word, active } = found;
  const { label, parameters } = signatureOf(word);
  return {
    signatures: [
      {
        label,
        documentation: toMarkup(`${word.about} Gives ${word.returns}.`, format),
        parameters: word.parameters.map(({ about }, index) => ({
          label: [...(parameters[index] ?? [0, 0])] as [number, number],
          ...(about === undefined ? {} : { documentation: toMarkup(about, format) }),
        })),
      },
    ],
    activeSignature: 0,
    activeParameter: active,
  };
}
