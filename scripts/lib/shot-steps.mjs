/** What a shot can do before it is taken; each waits until it is seen. */
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
  async complete(page) {
    await untilSeen(page, 'Control+Space', '.suggest-widget.visible .monaco-list-row');
  },
  async statusMenu(page) {
    await page.locator('[id="fun-fusic.fun-fusic.funfusic.status"]').click();
    await page.locator('.quick-input-list .monaco-list-row').first().waitFor();
  },
  async hideSideBar(page) {
    await page.keyboard.press('Control+B');
    await page.locator('.part.sidebar').waitFor({ state: 'hidden' });
  },
};

async function untilSeen(page, keys, selector) {
  for (let attempt = 1; ; attempt += 1) {
    await page.keyboard.press(keys);
    try {
      await page.locator(selector).first().waitFor({ timeout: 3000 });
      return;
    } catch (error) {
      if (attempt === 5) throw error;
      await page.keyboard.press('Escape');
    }
  }
}
