import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { cell, runQuery } from './support/results';
import { Workbench } from './support/workbench';

const ns = (id: string): string => `<http://rdf.freebase.com/ns/${id}>`;
const people = [
  ['m.01', 'Ada Lovelace', 1815],
  ['m.02', 'Blaise Pascal', 1623],
  ['m.03', 'Charles Babbage', 1791],
] as const;
const kb = people
  .map(
    ([id, name, year]) =>
      `${ns(id)} ${ns('type.object.name')} "${name}"@en .\n${ns(id)} ${ns('people.person.date_of_birth')} "${year}"^^<http://www.w3.org/2001/XMLSchema#gYear> .\n`,
  )
  .join('');

const query = `PREFIX ns: <http://rdf.freebase.com/ns/>
SELECT ?person ?born WHERE {
  ?person ns:people.person.date_of_birth ?born .
}
ORDER BY ?person
`;

const attack = `<script>document.body.id='broken'</script><img src=x onerror="document.body.id='broken'">`;
const attackKb = [
  attack,
  `${'long '.repeat(200_000)}end`,
  'a \u202e tfel ot thgir \u0001 b',
  '\u05e9\u05dc\u05d5\u05dd \ud83d\ude00',
]
  .map(
    (value, index) =>
      `${ns(`m.0${index}`)} ${ns('common.topic.description')} ${JSON.stringify(value).replaceAll('\\u0001', '\\u0001')} .\n`,
  )
  .join('');

const attackQuery = `PREFIX ns: <http://rdf.freebase.com/ns/>
SELECT ?text WHERE { ?x ns:common.topic.description ?text } ORDER BY ?x
`;

const settings = {
  'funfusic.knowledgeBases': { people: { file: 'people.nt' }, attack: { file: 'attack.nt' } },
  'funfusic.knowledgeBase': 'people',
};
const files = { 'people.nt': kb, 'attack.nt': attackKb };

describe('UI: results of a query', () => {
  let workbench: Workbench;
  afterEach(async function () {
    await Workbench.saveScreenshot(this.currentTest);
    await Workbench.release();
  });

  it('results show names, sort, filter and copy', async () => {
    workbench = await Workbench.open(query, settings, files);
    await workbench.statusItem.filter({ hasText: 'relations' }).waitFor();
    await runQuery(workbench);
    const panel = workbench.panel;
    await cell(panel, 0, 0).filter({ hasText: 'Ada Lovelace' }).filter({ hasText: 'm.01' }).waitFor();
    assert.equal(await panel.locator('[role=grid]').getAttribute('aria-rowcount'), '4');

    await panel.locator('.head-cell').nth(1).click();
    await cell(panel, 0, 0).filter({ hasText: 'Blaise Pascal' }).waitFor();
    await panel.locator('.filter').fill('a -pascal');
    await cell(panel, 0, 0).filter({ hasText: 'Charles Babbage' }).waitFor();
    await panel.locator('.status', { hasText: '2 of 3 rows match' }).waitFor();

    await cell(panel, 0, 1).click();
    await workbench.press('Shift+ArrowLeft');
    await workbench.press('Shift+ArrowDown');
    await workbench.press('Control+C');
    await workbench.lines.first().click();
    await workbench.press('Control+End');
    await workbench.press('Control+V');
    await workbench.lines.filter({ hasText: /^m\.03\s+1791$/ }).waitFor();
    await workbench.lines.filter({ hasText: /^m\.01\s+1815$/ }).waitFor();
    await workbench.press('Control+Z');
  });

  it('values with markup, control characters or huge text are shown as plain text', async () => {
    workbench = await Workbench.open(attackQuery, { ...settings, 'funfusic.knowledgeBase': 'attack' }, files);
    await runQuery(workbench);
    const panel = workbench.panel;
    await cell(panel, 0, 0)
      .filter({ hasText: attack.slice(0, 60) })
      .waitFor();
    await cell(panel, 2, 0).filter({ hasText: '‹202E›' }).waitFor();
    await cell(panel, 3, 0).filter({ hasText: '\ud83d\ude00' }).waitFor();
    assert.equal(await panel.locator('.grid img, .grid script, #broken').count(), 0);

    await cell(panel, 1, 0).click();
    await workbench.press('Space');
    await panel.locator('.dialog footer', { hasText: '1,000,003 characters' }).waitFor();
    await workbench.press('Escape');
  });

  it('Why is it empty? replaces the relation by one that matches', async () => {
    const wrong = query.replace('people.person.date_of_birth', 'people.deceased_person.date_of_death');
    workbench = await Workbench.open(wrong, settings, files);
    await runQuery(workbench);
    await workbench.panel.getByRole('button', { name: 'Why is it empty?' }).press('Enter');
    await workbench.panel
      .getByRole('button', { name: 'Change to people.person.date_of_birth' })
      .press('Enter');
    await workbench.lines.filter({ hasText: 'people.person.date_of_birth' }).waitFor();
    // The editor gets the focus after the change.
    await workbench.focusedEditor.waitFor();
    await workbench.press('Control+Enter');
    await cell(workbench.panel, 0, 0).filter({ hasText: 'Ada Lovelace' }).waitFor();
  });

  it('the key Delete deletes the focused run, and a pinned one is deleted after a confirmation', async () => {
    const titles = ['ASK { ?first ?is 1 }', 'ASK { ?second ?is 1 }', 'ASK { ?third ?is 1 }'];
    workbench = await Workbench.open(titles.join('\n###\n'));
    await workbench.run('FUn-FuSIC: Run All Queries in File');
    await workbench.openSchemaView();
    const [first, second, third] = titles.map((title) => workbench.treeRow(title));
    assert.ok(first && second && third);
    await first.waitFor();
    // The newest run is the first row. A click selects it, and opens its results, which take the focus.
    await third.click();
    await workbench.panel.locator('body').waitFor();
    await third.click({ modifiers: ['Control'] });
    await third.click({ modifiers: ['Control'] });
    await workbench.press('ArrowDown');
    await workbench.press('Delete');
    await second.waitFor({ state: 'detached' });
    // The row below has the focus, so that the next key has a row.
    await first.and(workbench.page.locator('.focused')).waitFor();
    // A pinned run is deleted only after a confirmation.
    await workbench.chooseFromMenu(third, 'Pin');
    const pinned = workbench.page.locator('.monaco-list-row[aria-label$=", pinned"]');
    await pinned.waitFor();
    await workbench.chooseFromMenu(pinned, 'Delete');
    await workbench.answerDialog('Delete “ASK { ?third ?is 1 }”?', 'Cancel');
    await workbench.chooseFromMenu(pinned, 'Delete');
    await workbench.answerDialog('Delete “ASK { ?third ?is 1 }”?', 'Delete');
    await pinned.waitFor({ state: 'detached' });
  });

  it('results are exported and compared with another run', async () => {
    workbench = await Workbench.open(query, settings, files);
    await runQuery(workbench);
    const panel = workbench.panel;
    await cell(panel, 2, 0).filter({ hasText: 'Charles Babbage' }).waitFor();
    await panel.locator('.filter').fill('ada');
    await panel.locator('.status', { hasText: '1 of 3 rows match' }).waitFor();
    await panel.locator('[aria-label^="Export"]').click();
    await workbench.choose('CSV with Names');
    await workbench.choose('As Shown');
    // The dialog fills in its field when it is ready, which would overwrite typed text.
    await workbench.page.waitForFunction(
      "document.querySelector('.quick-input-widget input.input')?.value.endsWith('results.csv')",
    );
    await workbench.press('Enter');
    await workbench.page
      .locator('.explorer-folders-view .monaco-list-row[aria-label^="results.csv"]')
      .waitFor();
    assert.equal(
      await contentOf(join(workbench.folderPath, 'results.csv')),
      'person,person_name,born\r\nhttp://rdf.freebase.com/ns/m.01,Ada Lovelace,1815\r\n',
    );

    await workbench.lines.filter({ hasText: 'ORDER' }).click();
    await workbench.press('End');
    await workbench.type(' LIMIT 2');
    await runQuery(workbench);
    await panel.locator('.summary', { hasText: '2 rows' }).waitFor();
    await workbench.run('FUn-FuSIC: Compare Results');
    await workbench.confirm('first run to compare');
    await workbench.confirm('run to compare with');
    await panel.locator('.chip', { hasText: 'Only in A 1' }).click();
    await cell(panel, 0, 1).filter({ hasText: 'Charles Babbage' }).waitFor();
    await panel.locator('.chip', { hasText: 'In both 2' }).waitFor();
  });
});

/** A file is listed before its content is written. */
async function contentOf(file: string): Promise<string> {
  for (let tries = 1; ; tries++) {
    const content = readFileSync(file, 'utf8');
    if (content || tries === 100) return content;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
