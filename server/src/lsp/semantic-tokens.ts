import { SemanticTokensBuilder, type SemanticTokens } from 'vscode-languageserver';
import { SEMANTIC_MODIFIERS, SEMANTIC_TYPES, semanticTokensOf } from '../core/edit/semantic-tokens';
import { touches, type TextRange } from '../core/language/text/range';
import { answer, type Feature, type OpenDocument } from './feature';
import { toTextRange } from './to-lsp';

export const semanticTokens: Feature = {
  capabilities: {
    semanticTokensProvider: {
      legend: { tokenTypes: [...SEMANTIC_TYPES], tokenModifiers: [...SEMANTIC_MODIFIERS] },
      full: true,
      range: true,
    },
  },
  listen(connection, workspace) {
    const noTokens = { data: [] };
    connection.languages.semanticTokens.on(({ textDocument }, token) =>
      answer<SemanticTokens>(workspace, textDocument.uri, token, noTokens, (open) =>
        tokensIn(open, { start: 0, end: open.document.getText().length }),
      ),
    );
    connection.languages.semanticTokens.onRange(({ textDocument, range }, token) =>
      answer<SemanticTokens>(workspace, textDocument.uri, token, noTokens, (open) =>
        tokensIn(open, toTextRange(open.document, range)),
      ),
    );
  },
  refresh(connection, { workspace }) {
    if (workspace?.semanticTokens?.refreshSupport !== true) return undefined;
    return connection.languages.semanticTokens.refresh();
  },
};

function tokensIn({ document, schema, checked }: OpenDocument, visible: TextRange): SemanticTokens {
  const builder = new SemanticTokensBuilder();
  for (const query of checked().queries) {
    if (!touches(query.range, visible)) continue;
    for (const { start, end, type, modifiers } of semanticTokensOf(query, schema, visible)) {
      const { line, character } = document.positionAt(start);
      const bits = modifiers.reduce((sum, modifier) => sum | (1 << SEMANTIC_MODIFIERS.indexOf(modifier)), 0);
      builder.push(line, character, end - start, SEMANTIC_TYPES.indexOf(type), bits);
    }
  }
  return builder.build();
}
