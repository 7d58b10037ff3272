/** Every step of an animation, such as a fading scroll bar, would draw the whole window. */
const withoutAnimations = `
  if (window === top) {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('*, ::before, ::after { animation: none !important; transition: none !important }');
    document.adoptedStyleSheets.push(sheet);
  }
`;

/**
 * Opens a context for windows of the editor under test.
 * @param {import('playwright-core').Browser} browser
 */
export async function editorContext(browser) {
  const context = await browser.newContext({
    viewport: { width: 1400, height: 900 },
    reducedMotion: 'reduce',
    // The server is on the same machine, so compression only costs time.
    extraHTTPHeaders: { 'Accept-Encoding': 'identity' },
  });
  await context.addInitScript(withoutAnimations);
  return context;
}
