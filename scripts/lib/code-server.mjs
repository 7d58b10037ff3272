// Runs code-server on a folder.
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { builtInExtensions, codeServerCommand, codeServerEnvironment } from './code-server-install.mjs';
import { Failure } from './failure.mjs';
import { lastLines } from './project.mjs';
import { run, start } from './processes.mjs';

/** Settings that hide everything but the query. */
export const quietSettings = {
  'workbench.startupEditor': 'none',
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'workbench.tips.enabled': false,
  'chat.disableAIFeatures': true,
  'security.workspace.trust.enabled': false,
  'telemetry.telemetryLevel': 'off',
  'extensions.autoCheckUpdates': false,
  'extensions.autoUpdate': false,
  'update.mode': 'none',
  'git.enabled': false,
  // Otherwise unsaved editors of an earlier run are restored.
  'files.hotExit': 'off',
  'files.simpleDialog.enable': true,
};

/** Settings for tests: also without parts of the editor that only cost time. */
export const testSettings = {
  ...quietSettings,
  'breadcrumbs.enabled': false,
  'editor.cursorBlinking': 'solid',
  'editor.minimap.enabled': false,
  // In a browser, VS Code saves by itself: the text of one test may overwrite the file of the next one.
  'files.autoSave': 'off',
  'workbench.editor.languageDetection': false,
};

/**
 * Creates a data folder for code-server: settings and extensions.
 * @param {string} home
 * @param {Record<string, unknown>} settings
 * @param {{ walkthrough?: boolean }} [options] whether the walkthrough opens on the first start
 */
export function prepareHome(home, settings, { walkthrough = false } = {}) {
  mkdirSync(join(home, 'User'), { recursive: true });
  mkdirSync(join(home, 'extensions'), { recursive: true });
  writeFileSync(join(home, 'config.yaml'), 'auth: none\n');
  writeFileSync(join(home, 'User', 'settings.json'), `${JSON.stringify(settings, null, 2)}\n`);
  // The editor reads this setting only from the settings of the machine.
  mkdirSync(join(home, 'Machine'), { recursive: true });
  const machine = { 'workbench.welcomePage.walkthroughs.openOnInstall': walkthrough };
  writeFileSync(join(home, 'Machine', 'settings.json'), JSON.stringify(machine));
}

export async function installExtension(home, vsix) {
  const args = [...baseArguments(home), '--install-extension', vsix, '--force'];
  const result = await run(codeServerCommand.node, args, { env: codeServerEnvironment(), seconds: 90 });
  if (result.code === 0) return;
  throw new Failure(
    'The extension could not be installed into code-server.',
    'The output above says why.',
    lastLines(result.output),
  );
}

/**
 * Starts code-server and waits until it listens.
 * @param {{ home: string, port?: number, testDriver?: boolean, minimal?: boolean }} options port 0 means any free one; `testDriver`
 *   lets the page's address load an extension under development, which is ignored otherwise; `minimal` leaves out parts that tests do
 *   not need
 */
export async function startCodeServer({ home, port = 0, testDriver = false, minimal = false }) {
  let announce;
  const listening = new Promise((resolve) => (announce = resolve));
  const args = [
    ...baseArguments(home),
    ...['--auth', 'none', '--bind-addr', `127.0.0.1:${port}`],
    ...[
      '--disable-telemetry',
      '--disable-update-check',
      '--disable-workspace-trust',
      '--disable-getting-started-override',
    ],
    ...(testDriver ? ['--reconnection-grace-time', '1', '--vscode-option', 'enable-smoke-test-driver'] : []),
    ...(minimal
      ? [
          ...['--vscode-option', 'disable-websocket-compression'],
          ...['--vscode-option', `builtin-extensions-dir=${linkBuiltIn(home)}`],
        ]
      : []),
  ];
  const server = start(codeServerCommand.node, args, {
    // Under test, no extension gallery is contacted.
    env: {
      ...codeServerEnvironment(),
      ...(testDriver && { EXTENSIONS_GALLERY: '{}', NODE_EXTRA_CA_CERTS: '' }),
    },
    onOutput: (text) => {
      const address = /listening on https?:\/\/127\.0\.0\.1:(\d+)/.exec(text);
      if (address) announce(Number(address[1]));
    },
  });
  const late = setTimeout(announce, 60_000);
  const bound = await Promise.race([listening, server.exited.then(() => undefined)]);
  clearTimeout(late);
  if (bound !== undefined)
    return {
      port: bound,
      url: `http://127.0.0.1:${bound}`,
      exited: server.exited,
      output: server.output,
      stop: server.stop,
    };
  await server.stop();
  const advice = /EADDRINUSE/.test(server.output())
    ? `Port ${port} is taken: choose another with --port.`
    : 'The output above says why.';
  throw new Failure('code-server did not start.', advice, lastLines(server.output()));
}

/** Built-in extensions that the tests need. The others, such as Git and TypeScript, would start in each window. */
const BUILT_IN = ['json', 'theme-defaults', 'theme-modern-icons', 'theme-seti'];

/** Creates a folder with these extensions. */
function linkBuiltIn(home) {
  const folder = join(home, 'built-in');
  mkdirSync(folder);
  for (const name of BUILT_IN) symlinkSync(join(builtInExtensions, name), join(folder, name), 'junction');
  return folder;
}

/** The address of the page that shows a folder; `payload` are options of VS Code's web client. */
export function workbenchUrl(server, folder, payload = []) {
  const query = new URLSearchParams({ folder });
  if (payload.length > 0) query.set('payload', JSON.stringify(payload));
  return `${server.url}/?${query}`;
}

/** The URI of a file in the page. */
export const remoteUri = (server, path) => `vscode-remote://127.0.0.1:${server.port}${path}`;

const baseArguments = (home) => [
  codeServerCommand.entry,
  ...[
    '--config',
    join(home, 'config.yaml'),
    '--user-data-dir',
    home,
    '--extensions-dir',
    join(home, 'extensions'),
  ],
];
