import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { eventually } from './support/eventually';
import { closeEditors, openQuery } from './support/query';

const query = `# question: Where was he born?
PREFIX ns: <http://rdf.freebase.com/ns/>
SELECT DISTINCT ?place WHERE {
  ns:m.02mjmr ‹ns:people.person.place_of_birth› ?place .
}
`;

describe('document features', () => {
  afterEach(closeEditors);

  it('the outline shows a query under its question', async () => {
    const { document } = await openQuery(query);
    const symbols = await eventually(
      'there is an outline',
      async () =>
        vscode.commands.executeCommand<vscode.DocumentSymbol[] | undefined>(
          'vscode.executeDocumentSymbolProvider',
          document.uri,
        ),
      (all) => (all?.length ?? 0) > 0,
    );
    const names = (all: readonly vscode.DocumentSymbol[]): readonly string[] =>
      all.flatMap(({ name, detail, children }) => [`${name} ${detail}`, ...names(children)]);
    assert.match(names(symbols ?? []).join('\n'), /Where was he born\?/);
  });

  it('semantic tokens distinguish relations and entities', async () => {
    const { document, marked } = await openQuery(query);
    const legend = await vscode.commands.executeCommand<vscode.SemanticTokensLegend>(
      'vscode.provideDocumentSemanticTokensLegend',
      document.uri,
    );
    const { data } = await eventually(
      'there are tokens',
      async () =>
        vscode.commands.executeCommand<vscode.SemanticTokens>(
          'vscode.provideDocumentSemanticTokens',
          document.uri,
        ),
      (tokens) => tokens.data.length > 0,
    );
    assert.ok(tokensOf(data, legend).includes(`property ${marked.start.line}`));
    assert.ok(tokensOf(data, legend).some((token) => token.startsWith('entity ')));
  });

  it('a query can be folded', async () => {
    const { document } = await openQuery(query);
    const ranges = await eventually(
      'there are folding ranges',
      async () =>
        vscode.commands.executeCommand<vscode.FoldingRange[]>(
          'vscode.executeFoldingRangeProvider',
          document.uri,
        ),
      (all) => all.length > 0,
    );
    assert.ok(ranges.some(({ start }) => start === 2));
  });
});

/** Formats each token as type and line. */
function tokensOf(data: Uint32Array, { tokenTypes }: vscode.SemanticTokensLegend): readonly string[] {
  const tokens: string[] = [];
  let line = 0;
  for (let at = 0; at < data.length; at += 5) {
    line += data[at] ?? 0;
    tokens.push(`${tokenTypes[data[at + 3] ?? -1] ?? ''} ${line}`);
  }
  return tokens;
}
