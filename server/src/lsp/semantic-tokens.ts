import { SemanticTokensBuilder, type SemanticTokens } from 'vscode-languageserver';
import { SEMANTIC_MODIFIERS, SEMANTIC_TYPES, semanticTokensOf } from '../core/edit/semantic-tokens';
import { touches, type TextRange } from '../core/language/text/range';
import { answer, type Feature, type OpenDocument } from './feature';

export const semanticTokens: Feature = {
  capabilities: {
    semanticTokensProvider: {
      legend: { tokenTypes: [...SEMANTIC_TYPES], tokenModifiers: [...SEMANTIC_MODIFIERS] },
      full: true,
      range: true,
    },
  },
  listen(connection, workspace) {
    const nothing = { data: [] };
    connection.languages.semanticTokens.on(({ textDocument }, token) =>
      answer<SemanticTokens>(workspace, textDocument.uri, token, nothing, (open) =>
        tokensIn(open, { start: 0, end: open.document.getText().length }),
      ),
    );
    connection.languages.semanticTokens.onRange(({ textDocument, range }, token) =>
      answer<SemanticTokens>(workspace, textDocument.uri, token, nothing, (open) =>
        tokensIn(open, {
          start: open.document.offsetAt(range.start),
          end: open.document.offsetAt(range.end),
        }),
      ),
    );
  },
  refresh(connection, { workspace }) {
    if (workspace?.semanticTokens?.refreshSupport !== true) return undefined;
    return connection.languages.semanticTokens.refresh();
  },
};

function tokensIn({ document, schema, checked }: OpenDocument, wanted: TextRange): SemanticTokens {
  const builder = new SemanticTokensBuilder();
  for (const query of checked().queries) {
    if (!touches(query.range, wanted)) continue;
    for (const { start, end, type, modifiers } of semanticTokensOf(query, schema, wanted)) {
      const { line, character } = document.positionAt(start);
      const bits = modifiers.reduce((sum, modifier) => sum | (1 << SEMANTIC_MODIFIERS.indexOf(modifier)), 0);
      builder.push(line, character, end - start, SEMANTIC_TYPES.indexOf(type), bits);
    }
  }
  return builder.build();
}
