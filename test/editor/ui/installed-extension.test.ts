import assert from 'node:assert/strict';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { answer, box, viewOf } from './support/questions';
import { globalStorage, installedExtensions, Workbench } from './support/workbench';

const misspelt = `PREFIX ns: <http://rdf.freebase.com/ns/>
SELECT DISTINCT ?place WHERE {
  ns:m.02mjmr ns:people.person.place_of_brith ?place .
}
`;

/** The script installs the VSIX, so this is what users get. */
describe('UI: the installed extension', () => {
  afterEach(async function () {
    await Workbench.saveScreenshot(this.currentTest);
    await Workbench.release();
  });

  it('the extension is installed from the VSIX of this version, without sources', () => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { readonly version: string };
    const folders = readdirSync(installedExtensions(), { withFileTypes: true }).filter((entry) =>
      entry.isDirectory(),
    );
    assert.deepEqual(
      folders.map(({ name }) => name),
      [`fun-fusic.fun-fusic-${version}`],
    );
    const files = readdirSync(join(installedExtensions(), folders[0]?.name ?? ''));
    assert.ok(files.includes('dist'));
    for (const absent of ['server', 'client', 'test', 'node_modules'])
      assert.ok(!files.includes(absent), absent);
  });

  it('the installed extension checks, completes, runs and answers', async () => {
    const workbench = await Workbench.open(misspelt);
    await workbench.errorSquiggles.first().waitFor({ state: 'attached' });
    await workbench.moveTo(3, '  ns:m.02mjmr ns:people.person.place_of_brith'.length + 1);
    for (let left = 'rith'.length; left > 0; left -= 1) await workbench.press('Backspace');
    await workbench.openCompletions();
    await workbench.completions.first().filter({ hasText: 'people.person.place_of_birth' }).waitFor();
    await workbench.press('Tab');
    await workbench.errorSquiggles.first().waitFor({ state: 'detached' });
    await workbench.press('Control+Enter');
    await workbench.panel.getByText('Honolulu').first().waitFor();
    await workbench.openSchemaView();
    await box(viewOf(workbench)).fill('Who directed Titanic?');
    await workbench.press('Enter');
    await answer(workbench.panel, 'James Cameron').waitFor();
  });

  it('a later window loads the extension from the code cache that an earlier one has written', async () => {
    const folder = join(globalStorage(), 'code');
    // An evaluation writes one for the command line.
    const files = (): readonly unknown[] =>
      readdirSync(folder)
        .filter((name) => name.startsWith('client-'))
        .map((name) => [name, statSync(join(folder, name)).mtimeMs]);
    const workbench = await Workbench.open(misspelt);
    await workbench.statusItem.filter({ hasText: 'relations' }).waitFor();
    const written = files();
    assert.equal(written.length, 1);
    await workbench.reloadWindow();
    await workbench.statusItem.filter({ hasText: 'relations' }).waitFor();
    // A cache that V8 rejects would be written again.
    assert.deepEqual(files(), written);
  });
});
