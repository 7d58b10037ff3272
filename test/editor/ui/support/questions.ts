import type { FrameLocator, Locator } from 'playwright-core';
import type { Workbench } from './workbench';

/** The view for questions in the side bar. */
export const viewOf = ({ page }: Workbench): FrameLocator =>
  page
    .locator('iframe.webview[src*="purpose=webviewView"]')
    .contentFrame()
    .frameLocator('iframe#active-frame');

/** The text field of the view or of an answer page. */
export const box = (page: FrameLocator): Locator => page.locator('textarea.question-field');

/** Earlier questions, last first. */
export const entries = (view: FrameLocator): Locator => view.locator('.question');

export const answer = (panel: FrameLocator, name: string): Locator =>
  panel.locator('.asked-answer', { hasText: name }).first();
