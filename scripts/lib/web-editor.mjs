// Serves VS Code for the Web: the page of code-server without its server, so that extensions run in the browser's own extension host.
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { builtInExtensions } from './code-server-install.mjs';

const editor = join(builtInExtensions, '..');
const WORKBENCH = '/out/vs/code/browser/workbench/workbench';

const TYPES = {
  '.css': 'text/css',
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
};

/** What code-server changed in VS Code: its page always connects to its server, and stores the user's data there. */
const CHANGES = [
  [/remoteAuthority:location\.host/, () => 'remoteAuthority:void 0'],
  [
    /get userRoamingDataHome\(\)\{return \w+\((\w+)\.file\(this\.userDataPath\)\.with\(\{scheme:(\w+)\.vscodeRemote\}\),"User"\)\}/,
    (_, uri, schemes) =>
      `get userRoamingDataHome(){return ${uri}.file("/User").with({scheme:${schemes}.vscodeUserData})}`,
  ],
];

/** Undoes these changes. */
function withoutServer(script) {
  return CHANGES.reduce((text, [change, original]) => {
    if (!change.test(text)) throw new Error(`This version of code-server has no ${change}.`);
    return text.replace(change, original);
  }, script);
}

/**
 * @param {string} extension the folder of the extension
 * @param {Record<string, unknown>} settings
 * @returns {Promise<{ url: string, stop: () => void }>}
 */
export async function serveWebEditor(extension, settings) {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url, 'http://localhost');
    contentOf(decodeURIComponent(pathname)).then(
      (content) => {
        const type = TYPES[pathname === '/' ? '.html' : extname(pathname)] ?? 'application/octet-stream';
        response.writeHead(200, { 'content-type': type }).end(content);
      },
      () => response.writeHead(404).end(),
    );
  });
  await new Promise((resolve) => server.listen(0, 'localhost', resolve));
  const { port } = server.address();
  // The extension host of the browser loads scripts from this name only.
  const url = `http://localhost:${port}`;

  async function contentOf(path) {
    if (path === '/') return pageOf(await readFile(join(editor, `${WORKBENCH}.html`), 'utf8'));
    const [, root, rest] = /^\/(editor|extension)(\/.*)$/.exec(normalize(path)) ?? [];
    if (root === 'extension') return readFile(join(extension, rest));
    if (root !== 'editor') throw new Error('not found');
    const content = await readFile(join(editor, rest));
    return rest === `${WORKBENCH}.js` ? withoutServer(content.toString('utf8')) : content;
  }

  function pageOf(html) {
    const configuration = {
      additionalBuiltinExtensions: [{ scheme: 'http', authority: `localhost:${port}`, path: '/extension' }],
      configurationDefaults: settings,
      webviewEndpoint: `${url}/editor/out/vs/workbench/contrib/webview/browser/pre`,
      enableWorkspaceTrust: false,
      // code-server requires these.
      userDataPath: '/User',
      isEnabledFileDownloads: true,
      isEnabledFileUploads: true,
      isEnabledCoderGettingStarted: false,
      developmentOptions: { enableSmokeTestDriver: true },
    };
    const values = {
      WORKBENCH_WEB_CONFIGURATION: JSON.stringify(configuration).replaceAll('"', '&quot;'),
      WORKBENCH_WEB_BASE_URL: '/editor',
      WORKBENCH_NLS_FALLBACK_URL: '/editor/out/nls.messages.js',
      WORKBENCH_NLS_URL: '/editor/out/nls.messages.js',
    };
    return html.replace(/\{\{(\w+)\}\}/g, (_, name) => values[name] ?? '');
  }

  return { url, stop: () => server.close() };
}
