import type { Browser, BrowserContext } from 'playwright-core';

export function editorContext(browser: Browser): Promise<BrowserContext>;
