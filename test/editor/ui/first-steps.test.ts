import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { Workbench, writeMachineSettings } from './support/workbench';

const query = `PREFIX ns: <http://rdf.freebase.com/ns/>
SELECT DISTINCT ?place WHERE {
  ns:m.02mjmr ns:people.person.place_of_birth ?place .
}
`;
const OPEN_ON_INSTALL = 'workbench.welcomePage.walkthroughs.openOnInstall';

describe('UI: first steps', () => {
  let workbench: Workbench;
  afterEach(async function () {
    writeMachineSettings({ [OPEN_ON_INSTALL]: false });
    await Workbench.saveScreenshot(this.currentTest);
    await Workbench.release();
  });

  it('the walkthrough opens beside the query on the first start only, with a button in the text of each step', async () => {
    workbench = await Workbench.openFirstTime(query, { [OPEN_ON_INSTALL]: true });
    await steps(workbench).first().waitFor();
    await workbench.activeTab.filter({ hasText: 'query.rq' }).waitFor();
    const count = await steps(workbench).count();
    assert.equal(count, 6);
    for (let step = 0; step < count; step += 1) {
      await steps(workbench).nth(step).locator('.step-title').click();
      await steps(workbench).nth(step).locator('.step-container .monaco-button').first().waitFor();
    }
    const last = steps(workbench)
      .nth(count - 1)
      .locator('.step-container .monaco-button');
    assert.deepEqual(await last.allInnerTexts(), ['Add Knowledge Base…', 'Add Model…']);
    await workbench.run('View: Close All Editors');
    await workbench.activeTab.first().waitFor({ state: 'detached' });
    await workbench.reloadWindow();
    await workbench.openFromExplorer('query.rq');
    await workbench.statusItem.filter({ hasText: 'relations' }).waitFor();
    assert.equal(await workbench.tab('Walkthrough').count(), 0);
  });

  it('the walkthrough finds, fixes and runs a query by the keyboard in a narrow window', async () => {
    workbench = await Workbench.open(query);
    const { page } = workbench;
    const size = page.viewportSize() ?? assert.fail();
    await page.setViewportSize({ width: 900, height: 700 });
    try {
      await workbench.run('FUn-FuSIC: Get Started');
      await pressButton(workbench, 0, 'Open Query With a Mistake');
      await workbench.errorSquiggles.first().waitFor({ state: 'attached' });
      await workbench.run('FUn-FuSIC: Get Started');
      await pressButton(workbench, 1, 'Show Problem');
      await page.locator('.peekview-widget, .marker-widget').first().waitFor();
      await workbench.press('Escape');
      await workbench.run('FUn-FuSIC: Get Started');
      await pressButton(workbench, 2, 'Show Fixes');
      // The menu may close if the page takes the focus again while it opens.
      await workbench.menuItems
        .first()
        .waitFor({ timeout: 15_000 })
        .catch(() => workbench.openQuickFixes());
      await workbench.press('Enter');
      await workbench.lines.filter({ hasText: /place_of_birth/ }).waitFor();
      await workbench.run('FUn-FuSIC: Get Started');
      await pressButton(workbench, 3, 'Run Query');
      await workbench.panel.getByText('Honolulu').first().waitFor();
    } finally {
      await page.setViewportSize(size);
    }
  });

  it('a new query has no problem, and Tab goes through its parts', async () => {
    // Tab would accept an open suggestion.
    workbench = await Workbench.open(query, {
      'editor.quickSuggestions': { other: 'off', strings: 'off' },
      'editor.suggestOnTriggerCharacters': false,
    });
    await workbench.run('FUn-FuSIC: New Query');
    await workbench.lines.filter({ hasText: 'ns:type.object.name' }).waitFor();
    await workbench.page.locator('.codelens-decoration', { hasText: /no.problems.found/ }).waitFor();
    await workbench.insert('ns:film.film.directed_by');
    await workbench.press('Tab');
    await workbench.insert('ns:m.03_gd');
    await workbench.press('Tab');
    await workbench.insert(' # end');
    await workbench.lines
      .filter({ hasText: /\?x.*ns:film\.film\.directed_by.ns:m\.03_gd.*\..#.end/ })
      .waitFor();
  });

  it('sample queries are grouped by what they show', async () => {
    workbench = await Workbench.open(query);
    await workbench.run('FUn-FuSIC: Open Sample Query…');
    await workbench.quickPickItems.filter({ hasText: 'one-hop.rq' }).waitFor();
    await workbench.page.locator('.quick-input-list-separator', { hasText: 'Find facts' }).waitFor();
    await workbench.choose('Two conditions on one variable');
    await workbench.lines
      .filter({ hasText: /Spielberg/ })
      .first()
      .waitFor();
  });
});

function steps({ page }: Workbench): Locator {
  return page.locator('.getting-started-step');
}

/** Presses a button of a step with the keyboard. */
async function pressButton(workbench: Workbench, step: number, name: string): Promise<void> {
  const row = steps(workbench).nth(step);
  await row.waitFor();
  if (!(await row.getAttribute('class'))?.includes('expanded')) {
    await row.focus();
    await workbench.press('Enter');
  }
  const button = row.getByRole('button', { name });
  await button.focus();
  await workbench.press('Enter');
}
