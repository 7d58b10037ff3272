// A real editor with the extension: VS Code in code-server, shown by Chromium.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { installChromium, launchChromium } from '../scripts/lib/chromium.mjs';
import { installCodeServer } from '../scripts/lib/code-server-install.mjs';
import {
  installExtension,
  prepareHome,
  quietSettings,
  remoteUri,
  startCodeServer,
  workbenchUrl,
} from '../scripts/lib/code-server.mjs';
import { onExit } from '../scripts/lib/processes.mjs';
import { temporaryFolder } from '../scripts/lib/temporary-folder.mjs';
import { packVsix } from '../scripts/lib/vsix.mjs';

/** `prepare` writes the workspace. Returns a function that opens a file of it in a new window. */
export async function startEditor(prepare) {
  await installCodeServer();
  const temporary = temporaryFolder();
  const home = join(temporary.path, 'user');
  const workspace = join(temporary.path, 'workspace');
  prepareHome(home, quietSettings);
  mkdirSync(workspace);
  prepare(workspace);
  const { file } = await packVsix(join(temporary.path, 'extension.vsix'));
  await installExtension(home, file);
  const server = await startCodeServer({ home, testDriver: true });
  const browser = await launchChromium(await installChromium());
  onExit(() => browser.close());
  return async (name = 'query.rq') => {
    const page = await browser.newPage({ viewport: { width: 1600, height: 1000 } });
    page.setDefaultTimeout(180_000);
    const file = remoteUri(server, join(workspace, name));
    await page.goto(workbenchUrl(server, workspace, [['openFile', file]]));
    if (name.endsWith('.rq')) await extensionIsReady(page);
    else await page.locator('.editor-instance .view-line').first().waitFor();
    return page;
  };
}

export const extensionIsReady = (page) =>
  page.locator('[id="fun-fusic.fun-fusic.funfusic.status"]', { hasText: 'relations' }).waitFor();
