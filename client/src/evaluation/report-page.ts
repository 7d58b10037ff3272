/** Adapts the HTML of a report for a webview: only its own script runs, nothing is loaded, and it uses the theme of the editor. */
import { pagePolicy } from '../page-policy';

/** `nonce` must be new for each page. This file does not import the editor. */
export function reportPage(html: string, nonce: string): string {
  const source = `'nonce-${nonce}'`;
  const policy = pagePolicy({ script: source, style: source });
  return html
    .replace(OWN_POLICY, `<meta http-equiv="Content-Security-Policy" content="${policy}">`)
    .replace(DARK, (_, colors: string) => `${DARK_THEMES} { color-scheme: dark;${colors}}`)
    .replace('</style>', `${EDITOR_STYLE}</style>`)
    .replace(/<(script|style)>/g, `<$1 nonce="${nonce}">`);
}

/** The policy of the report has the hash of its style, which is changed here. */
const OWN_POLICY = /<meta http-equiv="Content-Security-Policy"[^>]*>/;

/** The theme of the editor is used instead of that of the system. */
const DARK = /@media \(prefers-color-scheme: dark\) \{\s*:root \{([^}]*)\}\s*\}/;
const DARK_THEMES = 'body.vscode-dark, body.vscode-high-contrast:not(.vscode-high-contrast-light)';

/** As specific as the other selectors, so that the last rule applies. */
const EDITOR = 'html body[data-vscode-theme-kind][class]';

const EDITOR_STYLE = `
${EDITOR} { --ground: var(--vscode-editor-background); --text: var(--vscode-editor-foreground);
  --raised: var(--vscode-textCodeBlock-background, var(--vscode-editor-background));
  --muted: var(--vscode-descriptionForeground); --accent: var(--vscode-textLink-foreground);
  --rule: var(--vscode-contrastBorder, var(--vscode-widget-border, var(--vscode-panel-border)));
  font-family: var(--vscode-font-family); font-size: max(13px, var(--vscode-font-size)); }
body.vscode-light, body.vscode-high-contrast-light { color-scheme: light; }
${EDITOR}.vscode-high-contrast { --muted: var(--vscode-editor-foreground); --raised: var(--vscode-editor-background); }
body code, body pre { color: inherit; background: none; }
body pre { background: var(--raised); font-family: var(--vscode-editor-font-family); }
input { background: var(--vscode-input-background); color: var(--vscode-input-foreground); }
`;
