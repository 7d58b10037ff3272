import * as vscode from 'vscode';
import { SCHEMA_SCHEME, type SchemaPageResult } from '../../../server/src/protocol/index';
import { idOfPage, pageAddress } from './page-address';
import type { PageFiles } from './page-files';
import type { SchemaRequests } from './schema-requests';

type PageLink = SchemaPageResult['links'][number];

/** Links and hovers for every ID on a schema page. */
export function registerPageLinks(files: PageFiles, requests: SchemaRequests): readonly vscode.Disposable[] {
  const linksIn = async (document: vscode.TextDocument): Promise<readonly PageLink[]> => {
    const { text, links } = await files.page(document.uri);
    // Until the editor shows the changed page, its links would not match the text.
    return text === document.getText() ? links : [];
  };
  const linkAt = async (
    document: vscode.TextDocument,
    position: vscode.Position,
  ): Promise<PageLink | undefined> => {
    const offset = document.offsetAt(position);
    return (await linksIn(document)).find(({ start, end }) => start <= offset && offset <= end);
  };
  const pages: vscode.DocumentSelector = { scheme: SCHEMA_SCHEME };
  return [
    vscode.languages.registerDocumentLinkProvider(pages, {
      async provideDocumentLinks(document) {
        const own = idOfPage(document.uri);
        return (await linksIn(document))
          .filter(({ id }) => id !== own)
          .map((link) => {
            const result = new vscode.DocumentLink(rangeOf(document, link), pageAddress(link.id));
            result.tooltip = link.id
              ? vscode.l10n.t('Open the page of {0}', link.id)
              : vscode.l10n.t('Open the schema overview');
            return result;
          });
      },
    }),
    vscode.languages.registerDefinitionProvider(pages, {
      async provideDefinition(document, position) {
        const link = await linkAt(document, position);
        if (!link) return [];
        return [
          {
            originSelectionRange: rangeOf(document, link),
            targetUri: pageAddress(link.id),
            targetRange: new vscode.Range(0, 0, 0, 0),
          },
        ];
      },
    }),
    vscode.languages.registerHoverProvider(pages, {
      async provideHover(document, position) {
        const link = await linkAt(document, position);
        if (!link || link.id === idOfPage(document.uri)) return undefined;
        const text = await requests.describe(link.id);
        return text ? new vscode.Hover(new vscode.MarkdownString(text), rangeOf(document, link)) : undefined;
      },
    }),
  ];
}

function rangeOf(document: vscode.TextDocument, { start, end }: PageLink): vscode.Range {
  return new vscode.Range(document.positionAt(start), document.positionAt(end));
}
