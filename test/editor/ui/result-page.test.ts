import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import type { ToPanel } from '../../../client/shared/messages';
import type { AnswerRow, GraphResult } from '../../../server/src/protocol/index';
import { BarePage, hiddenWidth } from './support/bare-page';

const NS = 'http://rdf.freebase.com/ns/';

const rows: readonly AnswerRow[] = [
  [
    { type: 'uri', value: `${NS}m.01` },
    { type: 'literal', value: '1815' },
  ],
  [
    { type: 'uri', value: `${NS}m.02` },
    { type: 'literal', value: '1623' },
  ],
];

const shown = {
  type: 'show',
  key: 'one',
  rows,
  shown: {
    kind: 'run',
    pinned: false,
    run: {
      id: 'one',
      kb: 'Sample',
      query: 'SELECT * { ?person ?p ?born }',
      uri: 'file:///query.rq',
      range: { start: { line: 0, character: 0 }, end: { line: 0, character: 29 } },
      added: 0,
      began: '2026-01-01T00:00:00.000Z',
      milliseconds: 12,
      execution: {
        status: 'answered',
        answer: { kind: 'table', columns: ['person', 'born'], total: rows.length },
      },
      remarks: [],
    },
  },
} satisfies ToPanel;

const graph: GraphResult = {
  nodes: [
    { id: 'a', label: 'Ada Lovelace', kind: 'entity', answer: true, iri: `${NS}m.01` },
    { id: 'b', label: 'United Kingdom', kind: 'entity', answer: false, iri: `${NS}m.07ssc` },
  ],
  edges: [
    { from: 'a', to: 'b', label: 'nationality' },
    { from: 'b', to: 'a', label: 'not', manner: 'negated' },
  ],
  truncated: false,
};

describe('UI: result page', () => {
  let bare: BarePage;
  beforeEach(async () => {
    bare = await BarePage.open();
    await bare.takeMessages();
    await bare.send(shown);
    await bare.page.locator('#cell-0-0').waitFor();
  });
  afterEach(() => bare.close());

  it('the selection, a column and the whole table are copied by keyboard', async () => {
    await bare.page.locator('#cell-1-1').click();
    await bare.page.locator('[role=grid]').press('Shift+F10');
    await bare.page.getByRole('menuitem', { name: /^Copy Selection ?Ctrl\+C/ }).press('Enter');
    assert.equal(await copied(bare), '1623');
    await copyFromMenu(bare, 'Copy Column born');
    assert.equal(await copied(bare), '1815\n1623');
    await copyFromMenu(bare, 'Copy All with Headers');
    assert.equal(await copied(bare), 'person\tborn\nm.01\t1815\nm.02\t1623');
    assert.equal(await bare.page.locator('[role=gridcell][aria-selected=true]').count(), 1);
  });

  it('row numbers have a contrast of at least 4.5 to 1 in the default themes', async () => {
    for (const [background, description, lineNumber] of [
      ['#1f1f1f', '#9d9d9d', '#6e7681'],
      ['#ffffff', '#3b3b3b', '#6e7681'],
    ] as const) {
      await setVariables(bare, {
        'editor-background': background,
        descriptionForeground: description,
        'editorLineNumber-foreground': lineNumber,
      });
      const ratio = await contrastOf(bare.page.locator('.row .row-number').nth(1));
      assert.ok(ratio >= 4.5, `${background}: ${ratio}`);
    }
  });

  it('notes have the icon of their severity, state an empty answer once, and wrap long IDs', async () => {
    const narrow = await BarePage.open({ width: 300 });
    const id = 'people.person.'.repeat(12);
    const { run } = shown.shown;
    await narrow.send({
      ...shown,
      rows: [],
      shown: {
        ...shown.shown,
        run: {
          ...run,
          execution: { status: 'answered', answer: { kind: 'table', columns: ['person'], total: 0 } },
          remarks: [
            { code: 'grounding', message: id, because: id, advice: '', severity: 'error' },
            { code: 'egf', message: 'Empty answer: no rows', because: 'Nothing matches.', advice: '' },
          ],
        },
      },
    });
    await narrow.page.locator('.outcome', { hasText: 'Nothing matches.' }).waitFor();
    assert.deepEqual(await narrow.page.locator('.note').allTextContents(), [`Error: ${id} grounding`]);
    assert.equal(await narrow.page.locator('.note.error').count(), 1);
    assert.equal(await hiddenWidth(narrow.page.locator('.notes')), 0);
    await narrow.close();
  });

  it('the facts cover the table in a narrow panel, and closing them leads back to the cell', async () => {
    const narrow = await BarePage.open({ width: 400 });
    await narrow.send(shown);
    const cell = narrow.page.locator('#cell-0-0');
    await cell.click();
    await narrow.page.locator('[role=grid]').press('Enter');
    await narrow.page.locator('.facts-pane').waitFor();
    await cell.waitFor({ state: 'hidden' });
    await narrow.page.keyboard.press('Escape');
    await cell.waitFor();
    await narrow.page.locator('[role=grid]:focus').waitFor();
    await narrow.close();
  });

  it('the labels of a menu are shown in full in a narrow panel', async () => {
    const narrow = await BarePage.open({ width: 300 });
    await narrow.send(shown);
    await narrow.page.getByRole('button', { name: 'Copy', exact: true }).press('Enter');
    const label = narrow.page.locator('.menu-label', { hasText: 'Copy Selection with Headers' });
    assert.equal(await hiddenWidth(label), 0);
    await narrow.close();
  });

  it('a KB that reports an error is not called unreachable', async () => {
    const { run } = shown.shown;
    const message = 'http://localhost:8890/sparql reports a server error (500).';
    await bare.send({
      ...shown,
      key: 'failed',
      rows: [],
      shown: { ...shown.shown, run: { ...run, execution: { status: 'unreachable', message } } },
    });
    const outcome = bare.page.getByRole('alert').filter({ hasText: message });
    assert.equal(await outcome.getByRole('heading').innerText(), 'No result from Sample');
  });

  it('a column is as wide as the IRIs in it', async () => {
    const iri = 'http://example.org/title/list/title/list/title/list';
    await bare.send({ ...shown, key: 'two', rows: [[{ type: 'uri', value: iri }, null]] });
    const cell = bare.page.locator('#cell-0-0', { hasText: iri });
    await cell.waitFor();
    assert.equal(await hiddenWidth(cell), 0);
  });

  it('the controls of the table are hidden in other tabs, and Ctrl+F returns to the table', async () => {
    const filter = bare.page.getByRole('textbox', { name: 'Filter rows' });
    await bare.page.getByRole('tab', { name: 'Query' }).click();
    await filter.waitFor({ state: 'hidden' });
    await bare.page.getByRole('button', { name: 'Run again', exact: true }).waitFor();
    await bare.page.keyboard.press('Control+F');
    await bare.page.keyboard.type('1623');
    await bare.page.locator('#cell-0-1', { hasText: '1623' }).waitFor();
    assert.equal(await filter.inputValue(), '1623');
  });

  it('a page without results has no empty status line', async () => {
    const empty = await BarePage.open();
    await empty.page.getByText('Run a query to see its results here.').waitFor();
    assert.equal(await empty.page.locator('footer').isVisible(), false);
    await empty.close();
  });

  it('the help has room for the text beside the keys in a narrow panel', async () => {
    const narrow = await BarePage.open({ width: 460 });
    await narrow.send(shown);
    await narrow.page.getByRole('button', { name: 'Keys and filters (?)' }).click();
    const widthOf = async (tag: string): Promise<number> =>
      (await narrow.page.locator(`.help.keys ${tag}`).first().boundingBox())?.width ?? assert.fail();
    const [keys, text] = [await widthOf('dt'), await widthOf('dd')];
    assert.ok(text >= keys, `${text} < ${keys}`);
    await narrow.close();
  });

  it('the help keeps the focus until it is closed', async () => {
    await bare.page.getByRole('button', { name: 'Keys and filters (?)' }).click();
    const dialog = bare.page.getByRole('dialog');
    for (const key of ['Tab', 'Tab', 'Tab', 'Shift+Tab', 'Shift+Tab', 'Shift+Tab']) {
      await bare.page.keyboard.press(key);
      assert.equal(await dialog.locator(':focus').count(), 1, key);
    }
    await bare.page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  });

  it('the arrowheads of a graph stay when another graph was opened', async () => {
    for (const tab of ['Graph', 'Pattern']) {
      await openGraph(bare, tab);
      const lines = bare.page.locator('.graph-edge-line:visible');
      assert.equal(await lines.count(), 2);
      for (const line of await lines.all()) assert.equal(await hasOwnArrow(line), true);
    }
  });

  it('a graph is exported as SVG and as PNG by keyboard', async () => {
    await openGraph(bare, 'Pattern');
    await bare.takeMessages();
    for (const format of ['SVG', 'PNG']) {
      await bare.page.getByRole('button', { name: 'Export graph' }).press('Enter');
      await bare.page.getByRole('menuitem', { name: `Export as ${format}…` }).press('Enter');
    }
    const [svg, png] = await bare.takeMessages();
    assert.ok(svg?.type === 'exportGraph' && png?.type === 'exportGraph');
    assert.match(svg.data, /^<svg [^]*Ada Lovelace[^]*<\/svg>$/);
    assert.equal(png.format, 'png');
    const bytes = Buffer.from(png.data, 'base64');
    assert.equal(bytes.subarray(1, 4).toString(), 'PNG');
    assert.ok(bytes.readUInt32BE(16) > 200, 'the picture must be as wide as the graph');
    assert.ok(bytes.length > 2000, 'the picture must not be empty');
  });
});

/** Sets colors of the theme. */
const setVariables = (bare: BarePage, colors: Readonly<Record<string, string>>): Promise<void> =>
  bare.page.evaluate((values) => {
    const { document } = globalThis as unknown as {
      document: { documentElement: { style: { setProperty(name: string, value: string): void } } };
    };
    for (const [name, value] of Object.entries(values))
      document.documentElement.style.setProperty(`--vscode-${name}`, value);
  }, colors);

/** The contrast between text and background, as WCAG defines it. */
const contrastOf = (place: Locator): Promise<number> =>
  place.evaluate((node) => {
    const view = globalThis as unknown as {
      getComputedStyle(node: unknown): { color: string; backgroundColor: string };
    };
    const luminance = (color: string): number => {
      const [red = 0, green = 0, blue = 0] = (color.match(/[\d.]+/g) ?? []).map((part) => {
        const share = Number(part) / 255;
        return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    const { color, backgroundColor } = view.getComputedStyle(node);
    const [dark = 0, light = 0] = [luminance(color), luminance(backgroundColor)].sort((a, b) => a - b);
    return (light + 0.05) / (dark + 0.05);
  });

/** Opens a graph tab and answers its request. */
async function openGraph(bare: BarePage, tab: string): Promise<void> {
  await bare.takeMessages();
  await bare.page.getByRole('tab', { name: tab }).click();
  const request = (await bare.takeMessages()).find(({ type }) => type === 'ask');
  assert.ok(request?.type === 'ask');
  await bare.send({ type: 'answer', id: request.id, result: graph });
  await bare.page.locator('.graph-node:visible').first().waitFor();
}

/** Whether the arrowhead of an edge is in the same drawing, and only there. */
const hasOwnArrow = (line: Locator): Promise<boolean> =>
  line.evaluate((path) => {
    const node = path as unknown as {
      getAttribute(name: string): string | null;
      closest(selector: string): { querySelector(selector: string): unknown };
      ownerDocument: { querySelectorAll(selector: string): ArrayLike<unknown> };
    };
    const id = /#(.*)\)/.exec(node.getAttribute('marker-end') ?? '')?.[1] ?? '';
    const all = node.ownerDocument.querySelectorAll(`[id="${id}"]`);
    return all.length === 1 && node.closest('svg').querySelector(`[id="${id}"]`) === all[0];
  });

async function copyFromMenu(bare: BarePage, name: string): Promise<void> {
  await bare.page.getByRole('button', { name: 'Copy', exact: true }).press('Enter');
  await bare.page.getByRole('menuitem', { name, exact: true }).press('Enter');
}

/** The text that was copied. The page may not use the clipboard here, so it asks the extension. */
async function copied(bare: BarePage): Promise<string | undefined> {
  for (;;) {
    const message = (await bare.takeMessages()).find(({ type }) => type === 'copy');
    if (message?.type === 'copy') return message.text.trimEnd().replaceAll('\r', '');
  }
}
