import * as vscode from 'vscode';
import { pagePolicy } from '../page-policy';

/** The HTML of a page, which may load only its own script and style. The translations are in an attribute of the body. */
export function webviewHtml(
  webview: vscode.Webview,
  dist: vscode.Uri,
  bundle: 'results' | 'ask',
  title: string,
): string {
  const nonce = crypto.randomUUID();
  const uriOf = (name: string): string => webview.asWebviewUri(vscode.Uri.joinPath(dist, name)).toString();
  const policy = pagePolicy({ script: `'nonce-${nonce}'`, style: webview.cspSource });
  const translations = vscode.l10n.bundle;
  return `<!DOCTYPE html>
<html lang="${translations ? vscode.env.language : 'en'}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" href="${uriOf(`${bundle}.css`)}">
<title>${escapeHtml(title)}</title>
</head>
<body${translations ? ` data-translations="${escapeHtml(JSON.stringify(translations))}"` : ''}>
<script nonce="${nonce}" src="${uriOf(`${bundle}.js`)}"></script>
</body>
</html>`;
}

const escapeHtml = (text: string): string =>
  text.replace(/[&"<>]/g, (character) => `&#${character.charCodeAt(0)};`);
