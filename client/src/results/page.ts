import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';
import { pagePolicy } from '../page-policy';

/** A page of ours, by the name of its bundle: its one script and its one style, and nothing else may load, run or be fetched. */
export function pageOf(
  webview: vscode.Webview,
  dist: vscode.Uri,
  bundle: 'results' | 'ask',
  title: string,
): string {
  const nonce = randomBytes(18).toString('base64');
  const address = (name: string): string => webview.asWebviewUri(vscode.Uri.joinPath(dist, name)).toString();
  const policy = pagePolicy({ script: `'nonce-${nonce}'`, style: webview.cspSource });
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" href="${address(`${bundle}.css`)}">
<title>${title}</title>
</head>
<body>
<script nonce="${nonce}" src="${address(`${bundle}.js`)}"></script>
</body>
</html>`;
}
