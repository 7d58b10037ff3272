import type { Browser } from 'playwright-core';

/** The browser that scripts/editor-ui.mjs has launched in this process. */
export function testBrowser(): Browser {
  const { funfusicBrowser: browser } = globalThis as { funfusicBrowser?: Browser };
  if (!browser) throw new Error('Run these tests with scripts/editor-ui.mjs.');
  return browser;
}
