import { MarkupKind, type MarkupContent, type SignatureHelp } from 'vscode-languageserver';
import { signatureAt } from '../core/edit/signature';
import { signatureOf } from '../core/language/sparql/vocabulary';
import { answerAt, queryAt, type Feature, type OpenDocument } from './feature';

export const signatureHelp: Feature = {
  capabilities: { signatureHelpProvider: { triggerCharacters: ['(', ','], retriggerCharacters: [';', ')'] } },
  listen(connection, workspace) {
    connection.onSignatureHelp((params, token) => answerAt(workspace, params, token, null, signatureHelpAt));
  },
};

function signatureHelpAt({ checked }: OpenDocument, offset: number): SignatureHelp | null {
  const query = queryAt(checked(), offset);
  const found = query && signatureAt(query, offset);
  if (!found) return null;
  const { word, active } = found;
  const { label, parameters } = signatureOf(word);
  return {
    signatures: [
      {
        label,
        documentation: markdown(`${word.about} Gives ${word.returns}.`),
        parameters: word.parameters.map(({ about }, index) => ({
          label: [...(parameters[index] ?? [0, 0])] as [number, number],
          ...(about === undefined ? {} : { documentation: markdown(about) }),
        })),
      },
    ],
    activeSignature: 0,
    activeParameter: active,
  };
}

function markdown(value: string): MarkupContent {
  return { kind: MarkupKind.Markdown, value };
}
