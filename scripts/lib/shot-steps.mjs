/** The steps before a screenshot. Each waits until its effect is visible. */
export const steps = {
  async problems(page) {
    await page.keyboard.press('Control+Shift+M');
    await page.locator('.markers-panel .monaco-list-row').first().waitFor();
    await page.keyboard.press('Control+1');
  },
  async hover(page) {
    await page.keyboard.press('Control+K');
    await page.keyboard.press('Control+I');
    await page.locator('.monaco-hover:not(.hidden) .hover-row').first().waitFor();
  },
  async quickFix(page) {
    await untilSeen(page, 'Control+.', '.action-widget .monaco-list-row');
  },
  async typeRelation(page) {
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await page.keyboard.type('?film ns:prod', { delay: 50 });
    await untilSeen(page, 'Control+Space', '.suggest-widget.visible .monaco-list-row');
    // The same keys toggle the details.
    await untilSeen(page, 'Control+Space', '.suggest-details .docs', { escape: false });
  },
  async outline(page) {
    await command(page, 'Explorer: Focus on Outline View');
    await page.locator('.outline-pane .monaco-list-row').first().waitFor();
  },
  async statusMenu(page) {
    await page.locator('[id="fun-fusic.fun-fusic.funfusic.status"]').click();
    await page.locator('.quick-input-list .monaco-list-row').first().waitFor();
  },
  async kbMenu(page) {
    await page.locator('[id="fun-fusic.fun-fusic.funfusic.kb"]').click();
    await page.locator('.quick-input-list .monaco-list-row').first().waitFor();
  },
  async runQuery(page) {
    await page.keyboard.press('Control+Enter');
    await resultsOf(page).getByRole('gridcell').first().waitFor();
  },
  async runToNothing(page) {
    await page.keyboard.press('Control+Enter');
    await resultsOf(page).getByRole('button', { name: 'Why is it empty?' }).click();
    await resultsOf(page).locator('.why-summary').first().waitFor();
  },
  async graphTab(page) {
    await resultsOf(page).getByRole('tab', { name: 'Graph' }).click();
    await resultsOf(page).locator('.graph-node-label').first().waitFor();
  },
  async factsOfFirst(page) {
    await resultsOf(page).getByRole('gridcell').locator('.link, a').first().click();
    await resultsOf(page).locator('.facts-title').first().waitFor();
  },
  async repair(page) {
    await page.keyboard.press('Control+Alt+Enter');
    await page.locator('.tab.active', { hasText: 'Repair: ' }).waitFor();
    await page
      .locator('.monaco-diff-editor .char-insert, .monaco-diff-editor .line-insert')
      .first()
      .waitFor();
    await notifications(page, '→');
  },
  async repairWithPatience(page) {
    await page.keyboard.press('Control+Alt+Enter');
    await notifications(page, 'asking Llama');
  },
  async repairWithNotice(page) {
    await page.keyboard.press('Control+Alt+Enter');
    await notifications(page, 'Sent to');
  },
  async modelMenu(page) {
    await page.locator('[id="fun-fusic.fun-fusic.funfusic.model"]').click();
    await page.locator('.quick-input-list .monaco-list-row').first().waitFor();
  },
  async repairAndTrace(page) {
    await command(page, 'FUn-FuSIC: Repair Query');
    await page.locator('.tab.active', { hasText: 'Repair: ' }).waitFor();
    await command(page, 'FUn-FuSIC: Show Repair Trace');
    await resultsOf(page).getByRole('heading', { name: 'Repaired' }).waitFor();
    await resultsOf(page).locator('.small-table .name').first().waitFor();
  },
  async explainQuery(page) {
    await command(page, 'FUn-FuSIC: Explain Query');
    await resultsOf(page).locator('.explanation .phrase').first().hover();
    await resultsOf(page).locator('.code .part.lit').first().waitFor();
  },
  async ask(page) {
    await ask(page, 'Who directed Titanic?');
    await resultsOf(page).locator('.one-answer').waitFor();
    await resultsOf(page).locator('.asked-graph .graph-node').first().waitFor();
  },
  async askForMany(page) {
    await ask(page, 'What films did James Cameron direct?');
    await resultsOf(page).locator('.answer-list, .one-answer').first().waitFor();
  },
  async askInVain(page) {
    await ask(page, 'What is the shoe size of James Cameron?');
    await resultsOf(page).locator('.unanswered').waitFor();
  },
  async askWithPatience(page) {
    await ask(page, 'Who directed Titanic?');
    await resultsOf(page).locator('.live-step').nth(1).waitFor();
  },
  async openAllParts(page) {
    // An expanded node no longer matches.
    const closed = resultsOf(page).locator('.fold:not([open]) > summary');
    while (await closed.count()) await closed.first().click();
    await resultsOf(page).locator('.alternative > summary').nth(1).click();
    await resultsOf(page).locator('.alternative-body .code').first().waitFor();
    await resultsOf(page)
      .locator('.text-page')
      .evaluate((shown) => shown.scrollTo(0, 0));
  },
  async entityMenu(page) {
    await resultsOf(page).locator('.entity-chip').first().click();
    await resultsOf(page).getByRole('menuitem', { name: 'Find Another…' }).waitFor();
  },
  async pickEntity(page) {
    await resultsOf(page).getByRole('menuitem', { name: 'Find Another…' }).click();
    await page.locator('.quick-input-list .monaco-list-row').first().waitFor();
  },
  async openAskView(page) {
    await page.locator('.activitybar a[aria-label^="FUn-FuSIC"]').click();
    await askViewOf(page).locator('textarea').waitFor();
    await askViewOf(page).locator('.samples, .question').first().waitFor();
  },
  async listQuestions(page) {
    await askViewOf(page).locator('.question').nth(2).waitFor();
    await askViewOf(page).locator('.question').nth(1).click();
    await resultsOf(page).locator('.one-answer').waitFor();
  },
  async mistypeForm(page) {
    await page.keyboard.press('Control+Shift+ArrowRight');
    await page.keyboard.type('director_by');
    await page
      .locator('.editor-instance .squiggly-error, .editor-instance .squiggly-warning')
      .first()
      .waitFor();
    await page.keyboard.press('Control+Shift+M');
    await page.locator('.markers-panel .monaco-list-row').first().waitFor();
    await page.keyboard.press('Control+1');
  },
  async convert(page) {
    await command(page, 'FUn-FuSIC: Convert');
    await page.locator('.editor-instance .view-line', { hasText: 'SELECT' }).first().waitFor();
    await page.locator('.editor-instance .codelens-decoration a').first().waitFor();
  },
  async openAskedQuery(page) {
    await resultsOf(page).getByRole('button', { name: 'Open Query' }).click();
    await page.locator('.editor-instance .view-line', { hasText: 'Who directed Titanic' }).first().waitFor();
    await page.locator('.editor-instance .codelens-decoration a').first().waitFor();
  },
  async evaluationView(page) {
    await command(page, 'Focus on Evaluation View');
    await page.locator('.monaco-list-row[aria-label^="evaluation "]').waitFor();
    // Closes the other views to make room.
    for (const name of ['Ask', 'Schema', 'Runs'])
      await page.locator(`.pane-header.expanded h3.title:text-is("${name}")`).click();
    await unfold(page, 'evaluation ');
    await unfold(page, 'Scores');
    await unfold(page, 'Correct, ');
    await page.locator('.monaco-list-row[aria-label*=", Correct, "]').first().waitFor();
  },
  async evaluationReport(page) {
    const run = page.locator('.monaco-list-row[aria-label^="evaluation "]');
    await run.hover();
    await run.locator('[aria-label^="Open"]').first().click();
    await resultsOf(page).getByRole('heading', { name: 'Scores' }).waitFor();
    await page.mouse.move(900, 600);
  },
  async evaluationTrace(page) {
    await page.locator('.monaco-list-row[aria-label*=", Correct, "]').first().click();
    await resultsOf(page).locator('.asked-answer').first().waitFor();
  },
  async walkthrough(page) {
    await command(page, 'FUn-FuSIC: Get Started');
    await page.locator('.getting-started-step').first().waitFor();
  },
  async openFromWalkthrough(page) {
    await page.getByRole('button', { name: 'Open Query With a Mistake' }).click();
    await page.locator('.editor-instance .squiggly-error').first().waitFor();
  },
  async samplesMenu(page) {
    await command(page, 'FUn-FuSIC: Open Sample Query…');
    await page.locator('.quick-input-list .monaco-list-row', { hasText: 'one-hop.rq' }).waitFor();
  },
  async newQuery(page) {
    await command(page, 'FUn-FuSIC: New Query');
    await page.locator('.editor-instance .view-line', { hasText: 'ns:type.object.name' }).waitFor();
  },
  async tour(page) {
    await command(page, 'FUn-FuSIC: Open Sample Query…');
    await page.locator('.quick-input-list .monaco-list-row', { hasText: 'Tour of the samples' }).click();
    await page
      .frameLocator('iframe.webview.ready')
      .frameLocator('iframe#active-frame')
      .getByRole('heading', { name: 'A tour of the samples' })
      .waitFor();
  },
  async openParentPage(page) {
    await page.keyboard.press('ArrowLeft');
    await page.locator('.monaco-list-row.focused[aria-label^="type film, "]').waitFor();
    await page.keyboard.press('Enter');
    await page.locator('.tab.active[data-resource-name="film.film"]').waitFor();
    await page.locator('.editor-instance .detected-link').first().waitFor();
  },
  async revealInSchema(page) {
    await command(page, 'FUn-FuSIC: Reveal in Schema');
    await page.locator('.monaco-list-row.selected[aria-label^="relation"]').waitFor();
    await page.waitForFunction(() => globalThis.document.activeElement?.closest('.monaco-list') !== null);
  },
  async expandSelected(page) {
    await page.keyboard.press('ArrowRight');
    await page.locator('.monaco-list-row[aria-label^="relation actor, "]').waitFor();
  },
  async openSelectedPage(page) {
    await page.keyboard.press('Enter');
    await page.locator('.tab.active[data-resource-name^="film.film"]').waitFor();
    await page.locator('.editor-instance .view-line').filter({ hasText: 'Example' }).waitFor();
    await page.locator('.editor-instance .detected-link').first().waitFor();
  },
  async searchSchema(page) {
    await command(page, 'FUn-FuSIC: Search Schema');
    await page.locator('.quick-input-widget input.input[placeholder^="Parts of"]:focus').waitFor();
    await page.keyboard.type('birth place');
    await page
      .locator('.quick-input-list .monaco-list-row')
      .filter({ hasText: 'place_of_birth' })
      .first()
      .waitFor();
  },
  /** A mistake is explained and repaired, the query runs, and a question is asked. */
  async demo(page, animation) {
    await animation.frame(3);
    await this.hover(page);
    await animation.frame(4);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+Alt+Enter');
    await page.locator('.tab.active', { hasText: 'Repair: ' }).waitFor();
    await page.locator('.monaco-diff-editor .char-insert').first().waitFor();
    await page.locator('.codelens-decoration a', { hasText: 'Accept' }).first().waitFor();
    await animation.frame(5);
    await command(page, 'FUn-FuSIC: Accept All Repair Changes');
    await page.locator('.tab.active', { hasText: 'mistakes.rq' }).waitFor();
    await page
      .locator('.codelens-decoration', { hasText: /no.problems.found/ })
      .first()
      .waitFor();
    await animation.frame(2);
    await this.runQuery(page);
    await animation.frame(4);
    await command(page, 'FUn-FuSIC: Ask KB a Question…');
    await page.locator('.quick-input-widget input.input[placeholder^="Where was"]:focus').waitFor();
    await animation.frame(1);
    await animation.type('Who directed Titanic?');
    await animation.frame(0.5);
    await page.keyboard.press('Enter');
    await resultsOf(page).locator('.one-answer').waitFor();
    await resultsOf(page).locator('.asked-graph .graph-node').first().waitFor();
    await animation.frame(6);
  },
  async hideSideBar(page) {
    await page.keyboard.press('Control+B');
    await page.locator('.part.sidebar').waitFor({ state: 'hidden' });
  },
};

/** Expands a node of a tree, by the beginning of its label. */
async function unfold(page, spoken) {
  const row = page.locator(`.monaco-list-row[aria-label^="${spoken}"]`).first();
  await row.waitFor();
  if ((await row.getAttribute('aria-expanded')) !== 'true') await row.locator('.monaco-tl-twistie').click();
}

/** In an automated editor, notifications do not pop up. They are listed under the bell, which then has a dot. */
async function notifications(page, words) {
  const bell = page.locator('[id="status.notifications"]');
  await bell.locator('.codicon-bell-dot').waitFor();
  await bell.click();
  // Moves the mouse away from the bell, whose tooltip would cover them.
  await page.mouse.move(600, 400);
  await page.locator('.notifications-center .notification-list-item', { hasText: words }).first().waitFor();
}

async function untilSeen(page, keys, selector, { escape = true } = {}) {
  for (let attempt = 1; ; attempt += 1) {
    await page.keyboard.press(keys);
    try {
      await page.locator(selector).first().waitFor({ timeout: 3000 });
      return;
    } catch (error) {
      if (attempt === 5) throw error;
      if (escape) await page.keyboard.press('Escape');
    }
  }
}

async function command(page, title) {
  // A webview that has just been created receives no keys.
  await untilSeen(page, 'F1', '.quick-input-widget input.input:focus');
  await page.keyboard.type(title);
  await page.locator('.quick-input-list .monaco-list-row').filter({ hasText: title }).first().waitFor();
  await page.keyboard.press('Enter');
}

async function ask(page, question) {
  await command(page, 'FUn-FuSIC: Ask KB a Question…');
  await page.locator('.quick-input-widget input.input[placeholder^="Where was"]:focus').waitFor();
  await page.keyboard.type(question);
  await page.keyboard.press('Enter');
}

function askViewOf(page) {
  return page.frameLocator('iframe.webview[src*="purpose=webviewView"]').frameLocator('iframe#active-frame');
}

function resultsOf(page) {
  return page
    .frameLocator('iframe.webview.ready:not([src*="purpose=webviewView"]):visible')
    .frameLocator('iframe#active-frame');
}
