import assert from 'node:assert/strict';
import { join } from 'node:path';
import { Workbench } from './support/workbench';

const NS = 'http://rdf.freebase.com/ns/';
const fact = (id: string): string => `<${NS}m.${id}> <${NS}type.object.name> "Name of ${id}"@en .\n`;
const broken = `${fact('01')}<broken line\n${fact('02')}another one\n`;
const query = 'SELECT ?name { ?x ?y ?name }\n';

describe('UI: importing a dump', () => {
  let workbench: Workbench;
  afterEach(async function () {
    await Workbench.saveScreenshot(this.currentTest);
    await Workbench.release();
  });

  it('a broken dump is reported at once, and opened at the first skipped line', async () => {
    workbench = await Workbench.open(query, {}, { 'broken.nt': broken });
    await importFile(workbench, 'broken.nt');
    const message = await workbench.notification('broken is incomplete: 2 lines were skipped');
    assert.match(await message.innerText(), /The first is line 2 of broken\.nt: <broken line/);
    assert.equal(await workbench.notifications.filter({ hasText: 'ready' }).count(), 0);
    await workbench.pressInNotification(message, 'Open File');
    await workbench.activeTab.filter({ hasText: 'broken.nt' }).waitFor();
    await workbench.page
      .locator('[id="status.editor.selection"]')
      .filter({ hasText: 'Ln 2, Col 1' })
      .waitFor();
  });

  it('a dump that cannot be read is reported and removed', async () => {
    workbench = await Workbench.open(query, {}, { 'wrong.ttl': '@prefix a: <http://a/> .\na:b a:c\n' });
    await importFile(workbench, 'wrong.ttl');
    const message = await workbench.notification('wrong was not imported');
    await workbench.pressInNotification(message, 'Remove');
    await workbench.notification('The KB wrong was removed.');
    await workbench.run('FUn-FuSIC: Manage Knowledge Bases…');
    await workbench.quickPickItems.filter({ hasText: 'Sample' }).first().waitFor();
    assert.equal(await workbench.quickPickItems.filter({ hasText: 'wrong' }).count(), 0);
    await workbench.press('Escape');
  });

  it('a dump is ready when everything was read', async () => {
    workbench = await Workbench.open(query, {}, { 'people.nt': fact('01') });
    await importFile(workbench, 'people.nt');
    const message = await workbench.notification('people is ready: all of its facts were imported.');
    await workbench.pressInNotification(message, 'Use for Queries');
    await workbench.page
      .locator('[id="fun-fusic.fun-fusic.funfusic.kb"]')
      .filter({ hasText: 'people' })
      .waitFor();
  });
});

/** Imports a file of the folder, by the keyboard. */
async function importFile(workbench: Workbench, name: string): Promise<void> {
  await workbench.run('FUn-FuSIC: Manage Knowledge Bases…');
  await workbench.choose('Import Dump…');
  await workbench.page.locator('.quick-input-titlebar', { hasText: 'Import dump as KB' }).waitFor();
  // The file dialog ignores Enter while it lists the folder.
  const naming = workbench.page.locator('.quick-input-titlebar', { hasText: 'Add KB: name' });
  for (let tries = 1; !(await naming.isVisible()); tries += 1) {
    assert.ok(tries < 8, 'The file dialog does not accept the file.');
    await workbench.press('Control+A');
    await workbench.insert(join(workbench.folderPath, name));
    await workbench.press('Enter');
    await naming.waitFor({ timeout: 4000 }).catch(() => undefined);
  }
  await workbench.press('Enter');
}
