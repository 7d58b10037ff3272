/** Scores and compares runs, and opens their report in a real browser. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RUN_FILES, RUN_FORMAT, RUN_VERSION } from '../../server/src/evaluation/run-manifest';
import type { Report } from '../../server/src/evaluation/report';
import { generateRun, type GeneratedRun } from '../support/generated-run';
import { ROOT } from '../lsp/build';
import { funfusic, type Outcome } from './run';
import { temporaryFolder } from './temporary-folder';

const folder = temporaryFolder({});

/** A run folder as written by funfusic eval, with a last line that a crash cut off. */
function written(name: string, { questions, predictions, times, facts }: GeneratedRun): string {
  const path = join(folder, name);
  const lines = (values: readonly unknown[]): string =>
    values.map((one) => `${JSON.stringify(one)}\n`).join('');
  mkdirSync(path, { recursive: true });
  const files = {
    [RUN_FILES.manifest]: JSON.stringify({
      format: RUN_FORMAT,
      version: RUN_VERSION,
      facts,
      sha256: '',
      options: {},
      started: { arguments: [], folder: '' },
      program: '0.0.0',
      began: '2026-01-01T00:00:00Z',
    }),
    [RUN_FILES.questions]: lines(questions),
    [RUN_FILES.predictions]: `${lines([...predictions.values()])}{"id":"half`,
    [RUN_FILES.times]: lines(times),
  };
  for (const [file, text] of Object.entries(files)) writeFileSync(join(path, file), text);
  return path;
}

const left = written('left', generateRun(40, { seed: 1, skill: 0.3 }));
const right = written('right', generateRun(40, { seed: 2, skill: 0.9, asked: 38 }));

const elsewhere = generateRun(3);
const other = written('other', { ...elsewhere, facts: { ...elsewhere.facts, strategy: 'rng-kbqa' } });

function only(all: GeneratedRun['predictions'], of: GeneratedRun['questions']): GeneratedRun['predictions'] {
  return new Map([...all].filter(([id]) => of.some((one) => one.id === id)));
}

/** The folder that most tests use. */
let first: Outcome;

beforeAll(async () => {
  first = await funfusic(['report', right]);
  await funfusic(['report', left]);
});

describe('funfusic report', () => {
  it('scores a run from its predictions, with the same result each time', async () => {
    expect(first).toMatchObject({ code: 0, stderr: '' });
    expect(first.stdout).toMatch(/^ {2}f1R +\d+\.\d {2}\(\d+\.\d to \d+\.\d, n 38\)$/m);
    expect(first.stdout).toContain(`report: ${join(right, 'report.html')}`);
    const files = Object.values(RUN_FILES.report).map((name) => join(right, name));
    const before = files.map((file) => readFileSync(file, 'utf8'));
    expect(before[0]).toContain('"format": "funfusic-report"');
    expect(before[1]).toMatch(/^# films/);
    expect((await funfusic(['report', right])).code).toBe(0);
    expect(files.map((file) => readFileSync(file, 'utf8'))).toEqual(before);
  });

  it('checks thresholds and a baseline', async () => {
    const low = await funfusic(['report', right, '--fail-under', 'f1R=1']);
    expect(low).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(
        /^funfusic: 2 of 40 questions .*\nfunfusic: f1R is 0\.\d{4} over 38/,
      ) as string,
    });
    const worse = await funfusic(['report', left, '--baseline', join(right, 'report.json')]);
    expect(worse).toMatchObject({ code: 1, stderr: expect.stringContaining('f1R fell from') as string });
    const whole = written('whole', generateRun(40, { seed: 2, skill: 0.9 }));
    expect((await funfusic(['report', whole, '--baseline', join(left, 'report.json')])).code).toBe(0);
    // An unfinished run fails regardless of its scores.
    expect((await funfusic(['report', right, '--baseline', join(left, 'report.json')])).code).toBe(1);
  });

  it('reports several runs with different questions as one', async () => {
    const { questions, predictions, times, facts } = generateRun(40, { seed: 2, skill: 0.9, asked: 38 });
    const part = (name: string, from: number, to: number): string => {
      const some = questions.slice(from, to);
      const dataset = { ...facts.dataset, questions: some.length, bad: from ? 0 : facts.dataset.bad };
      return written(name, {
        questions: some,
        predictions: only(predictions, some),
        times,
        facts: { ...facts, dataset },
      });
    };
    const parts = [part('part 1', 0, 15), part('part 2', 15, 40)];
    const out = join(folder, 'parts', 'together');
    expect((await funfusic(['report', ...parts, '--out', out])).stdout).toContain(join(out, 'report.html'));
    const whole = JSON.parse(readFileSync(join(right, 'report.json'), 'utf8')) as Report;
    const together = JSON.parse(readFileSync(join(out, 'report.json'), 'utf8')) as Report;
    expect(together.run).toEqual(whole.run);
    expect(together.scores).toEqual(whole.scores);
    expect(together.groups).toEqual(whole.groups);
    expect(together.confusion).toEqual(whole.confusion);
  });

  it('uses the schema of the run, and names it if it is missing', async () => {
    const own = written('own schema', generateRun(5));
    const manifest = join(own, RUN_FILES.manifest);
    const gone = join(folder, 'gone.json');
    const { started, ...rest } = JSON.parse(readFileSync(manifest, 'utf8')) as { started: object };
    writeFileSync(manifest, JSON.stringify({ ...rest, started: { ...started, schema: gone } }));
    const without = await funfusic(['report', own]);
    expect(without).toMatchObject({ code: 2, stderr: expect.stringContaining(gone) as string });
    expect(without.stderr).toContain('Name its new location with --schema');
    const relations = { 'film.film.directed_by': { domain: 'film.film', range: 'film.director' } };
    writeFileSync(
      gone,
      JSON.stringify({
        name: 'Films',
        namespace: 'http://rdf.freebase.com/ns/',
        types: { 'film.film': {}, 'film.director': {} },
        relations,
      }),
    );
    expect(await funfusic(['report', own])).toMatchObject({ code: 0, stderr: '' });
  });

  it.each([
    [['report'], 'Name the folder of a run'],
    [['report', left, right], 'with --out'],
    [['report', left, right, '--out', join(folder, 'both')], 'both have the question'],
    [['report', left, other, '--out', join(folder, 'both')], 'strategy "rng-kbqa" and not "fun-fusic"'],
    [
      ['report', join(folder, 'nowhere')],
      'is not the folder of a run: run.json or questions.jsonl cannot be read: there is no such file.',
    ],
    [['report', left, '--fail-under', 'f1=1'], 'is not a score'],
    [['report', left, '--baseline', join(left, 'run.json')], 'it is not a report'],
    [['compare', left], 'Name two runs'],
    [['compare', left, join(folder, 'nowhere')], 'Name the folder of a run or a report.json'],
    [['compare', left, right, '--json', '--format', 'html'], 'Choose one'],
  ])('%j reports what is wrong', async (args, why) => {
    const { code, stderr } = await funfusic(args);
    expect([code, stderr]).toEqual([2, expect.stringContaining(why)]);
  });

  it('reports lines that it skips', async () => {
    const spoilt = written('spoilt', generateRun(3));
    const file = join(spoilt, RUN_FILES.predictions);
    writeFileSync(file, `{"id":1}\n${readFileSync(file, 'utf8')}`);
    const { code, stderr } = await funfusic(['report', spoilt]);
    expect([code, stderr]).toEqual([
      0,
      'funfusic: Line 1 of predictions.jsonl was skipped: id is invalid.\n',
    ]);
  });
});

describe('funfusic compare', () => {
  it('prints differences as text, JSON, Markdown and HTML', async () => {
    const words = await funfusic(['compare', left, right]);
    expect(words).toMatchObject({ code: 0, stderr: '' });
    expect(words.stdout).toContain(
      '38 questions are in both, 2 only in the left run, 0 only in the right one',
    );
    expect(words.stdout).toMatch(/^ {2}f1R +\d+\.\d → +\d+\.\d +\+\d+\.\d {2}\(\+\d+\.\d to \+\d+\.\d\)$/m);
    expect(words.stdout).toMatch(/^newly right: \d+$/m);
    const json = await funfusic(['compare', left, join(right, 'report.json'), '--json']);
    expect(JSON.parse(json.stdout)).toMatchObject({ format: 'funfusic-comparison', questions: 38 });
    const markdown = await funfusic(['compare', left, right, '--format', 'markdown']);
    const page = await funfusic(['compare', left, right, '--format', 'html']);
    expect(page.stdout).toMatch(/^<!DOCTYPE html>[^]*<\/html>\s*$/);
    expect(markdown.stdout).toMatch(/^# Two runs compared/);
  });

  it('fails if there is nothing to compare', async () => {
    const other = written('other', generateRun(0));
    writeFileSync(
      join(other, 'report.json'),
      JSON.stringify({
        ...(JSON.parse(readFileSync(join(left, 'report.json'), 'utf8')) as object),
        questions: [],
      }),
    );
    const { code, stdout } = await funfusic(['compare', left, other]);
    expect([code, stdout]).toEqual([2, expect.stringContaining('no question in common')]);
  });
});

interface Chromiums {
  readonly installChromium: () => Promise<string>;
  readonly launchChromium: (path: string) => Promise<Browser>;
}

/** Undefined if there is no Chromium and it cannot be installed. */
async function launched(): Promise<Browser | undefined> {
  const module = pathToFileURL(join(ROOT, 'scripts', 'lib', 'chromium.mjs')).href;
  const { installChromium, launchChromium } = (await import(module)) as Chromiums;
  try {
    return await launchChromium(await installChromium());
  } catch (error) {
    console.warn(
      `The report is not opened in a browser: ${error instanceof Error ? error.message : String(error)}`,
    );
    return undefined;
  }
}

const browser = await launched();

describe.skipIf(!browser)('the page, in a browser', () => {
  let page: Page;
  const complaints: string[] = [];
  const comparison = join(folder, 'comparison.html');

  beforeAll(async () => {
    if (!browser) throw new Error('There is no browser.');
    page = await browser.newPage();
    page.setDefaultTimeout(30_000);
    page.on('console', (message) => complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('request', (request) => {
      if (!request.url().startsWith('file:')) complaints.push(request.url());
    });
    await funfusic(['compare', left, right, '--html', comparison]);
  });

  afterAll(() => browser?.close());

  /** Opens a file in the page that all tests share, because a page is a process. */
  async function open(
    file: string,
    { width = 1280, ...look }: NonNullable<Parameters<Page['emulateMedia']>[0]> & { width?: number } = {},
  ): Promise<void> {
    await page.goto('about:blank');
    complaints.length = 0;
    await page.emulateMedia({ media: null, colorScheme: 'light', forcedColors: 'none', ...look });
    await page.setViewportSize({ width, height: 800 });
    await page.goto(pathToFileURL(file).href);
  }

  const shown = (): Promise<number> => page.locator('.question:visible').count();

  it('filters by verdict, by words and by a cell, and shows tried queries', async () => {
    await open(join(right, 'report.html'));
    expect(await shown()).toBe(40);
    expect(await page.locator('.note').textContent()).toContain('2 of 40 questions have not been asked yet');

    const kind = page.locator('button.kind[data-kind="right"]');
    const count = Number(await kind.locator('small').textContent());
    await kind.click();
    expect(await shown()).toBe(count);
    expect(await page.locator('#shown').textContent()).toBe(`${count} of 40 questions`);

    await page.keyboard.press('Escape');
    expect(await shown()).toBe(40);

    await page.keyboard.press('/');
    await page.keyboard.type('NUMBER film-7');
    expect(await shown()).toBe(1);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    const question = page.locator('#q7');
    expect(await question.getAttribute('open')).not.toBeNull();
    await question.locator('.attempt summary').last().click();
    expect(await question.locator('.attempt pre:visible').last().textContent()).toContain(
      'SELECT DISTINCT ?x',
    );
    await page.locator('#clear').click();

    const cell = page.locator('button[data-cell="answerable answer"]');
    const answered = Number.parseInt((await cell.textContent()) ?? '');
    await cell.click();
    expect(await shown()).toBe(answered);
    expect(complaints).toEqual([]);
  });

  it('shows pressed buttons and verdicts in forced colors', async () => {
    await open(join(right, 'report.html'), { forcedColors: 'active', colorScheme: 'dark' });
    const groundOf = (selector: string): Promise<unknown> =>
      page.evaluate(`getComputedStyle(document.querySelector('${selector}')).backgroundColor`);
    const before = await groundOf('button.kind');
    await page.locator('button.kind').first().click();
    expect(await groundOf('button.kind')).not.toBe(before);
    expect(await groundOf('.v-right .dot')).not.toBe(await groundOf('body'));
  });

  it('opens at the question in the URL', async () => {
    await open(join(right, 'report.html'));
    await page.evaluate(`location.hash = 'q12'`);
    await page.locator('#q12[open]').waitFor();
  });

  it.each([
    ['light', 1200],
    ['dark', 1200],
    ['light', 700],
    ['light', 360],
    ['dark', 360],
  ] as const)('in %s and %i wide fits, and can be read', async (colorScheme, width) => {
    for (const file of [join(right, 'report.html'), comparison]) {
      await open(file, { colorScheme, width });
      expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
      const hiddenLinks = `(() => { const nav = document.querySelector('nav'); return nav ? nav.scrollWidth - nav.clientWidth : 0; })()`;
      expect(await page.evaluate(hiddenLinks)).toBe(0);
      expect(await page.evaluate(FAINT_TEXTS)).toEqual([]);
      expect(complaints).toEqual([]);
    }
  });

  it('is printed without controls', async () => {
    await open(join(right, 'report.html'), { media: 'print' });
    expect(await page.locator('nav').isVisible()).toBe(false);
    expect(await page.locator('.question').first().isVisible()).toBe(true);
  });

  it('shows changed questions', async () => {
    await open(comparison);
    await page.locator('button.kind[data-kind="newly right"]').click();
    const first = page.locator('.question:visible').first();
    expect(await first.locator('.f1').textContent()).toMatch(/^\+/);
    await first.locator('summary').click();
    expect(await first.locator('h4').allTextContents()).toEqual(['Gold', 'Left', 'Right']);
    expect(complaints).toEqual([]);
  });
});

/** Finds texts with a contrast below 4.5 to 1. It is a string, because it runs in the page. */
const FAINT_TEXTS = `(() => {
  const channels = (colour) => (colour.match(/[\\d.]+/g) ?? []).map(Number);
  const luminance = (colour) => {
    const [red, green, blue] = colour.map((channel) => {
      const share = channel / 255;
      return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const ground = (element) => {
    const below = element.parentElement ? ground(element.parentElement) : [255, 255, 255];
    const [red, green, blue, alpha = 1] = channels(getComputedStyle(element).backgroundColor);
    return [red, green, blue].map((channel, at) => alpha * channel + (1 - alpha) * below[at]);
  };
  const faint = [];
  for (const element of document.querySelectorAll('h1, h2, h4, p, dt, dd, th, td, li, button, summary span, svg text')) {
    if (!element.textContent.trim() || !element.checkVisibility()) continue;
    const style = getComputedStyle(element);
    const isDrawn = element instanceof SVGElement;
    const one = luminance(channels(isDrawn ? style.fill : style.color).slice(0, 3));
    const other = luminance(ground(isDrawn ? element.closest('figure') : element));
    const contrast = (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
    if (contrast < 4.5) faint.push(element.getAttribute('class') + ' ' + element.textContent + ' ' + contrast.toFixed(2));
  }
  return faint;
})()`;
