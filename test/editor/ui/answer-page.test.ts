import assert from 'node:assert/strict';
import { askTraceHead } from '../../../client/shared/ask/ask-trace-head';
import type { AskingState } from '../../../client/shared/ask/ask-messages';
import type { PanelState, ToPanel } from '../../../client/shared/messages';
import type { AskTrace } from '../../../server/src/protocol/index';
import { answered, failed, many, titanic, titanicShip, unanswerable } from '../../webview/ask-traces';
import { repaired } from '../../webview/traces';
import { BarePage, hiddenWidth } from './support/bare-page';

const isFocused = (node: unknown): boolean =>
  (globalThis as unknown as { document: { activeElement: unknown } }).document.activeElement === node;

const show = (trace: AskTrace, key = 'one'): ToPanel => ({
  type: 'show',
  key,
  rows: [],
  shown: { kind: 'asked', asked: askTraceHead(trace), place: { at: 1, of: 3 }, pinned: false },
});

const asking = (question = answered.question): ToPanel & { readonly asking: AskingState } => ({
  type: 'asking',
  asking: { question, kb: 'Sample', elapsed: 100, events: [] },
});

describe('UI: answer page', () => {
  let bare: BarePage;
  beforeEach(async () => {
    bare = await BarePage.open();
    await bare.takeMessages();
  });
  afterEach(() => bare.close());

  it('the answer page shows the answer, its confidence, the description and the facts', async () => {
    await bare.send(show(answered));
    const { page } = bare;
    await page.locator('.one-answer', { hasText: 'James Cameron' }).waitFor();
    assert.equal(await page.getByRole('meter').getAttribute('aria-valuenow'), '91');
    assert.equal(await page.locator('.asked-question .passage').count(), 2);
    await page.locator('.asked-graph .graph-node.answer').waitFor();
    await page.locator('.evidence', { hasText: 'Titanicdirected byJames Cameron' }).waitFor();
    const open = page.locator('.fold[open]');
    assert.deepEqual(await open.locator('> summary h2').allTextContents(), [
      'Interpretation',
      'Supporting facts',
    ]);
    await page.locator('.phrase').first().focus();
    await page.locator('.code .part.lit').first().waitFor();
    await page.locator('.spoken', { hasText: 'Answer: James Cameron' }).waitFor({ state: 'attached' });
  });

  it('choosing another entity by keyboard asks the question again', async () => {
    await bare.send(show(answered));
    const chip = bare.page.getByRole('button', { name: 'Titanic film' });
    await chip.press('Enter');
    await bare.page.keyboard.press('r');
    await bare.page.keyboard.press('Enter');
    assert.deepEqual(await bare.takeMessages(), [
      {
        type: 'askQuestion',
        question: answered.question,
        entities: [{ iri: titanicShip.iri, mention: titanicShip.mention }],
      },
    ]);
    await chip.press('Enter');
    await bare.page.getByRole('menuitem', { name: 'Remove' }).click();
    await chip.press('Enter');
    await bare.page.getByRole('menuitem', { name: 'Find Another…' }).click();
    await bare.page.getByRole('button', { name: 'Add Entity' }).click();
    const { question } = answered;
    assert.deepEqual(await bare.takeMessages(), [
      { type: 'askQuestion', question, entities: [] },
      { type: 'pickEntity', question, instead: titanic, others: [] },
      { type: 'pickEntity', question, others: [{ iri: titanic.iri, mention: titanic.mention }] },
    ]);
  });

  it('the answer page offers the next actions', async () => {
    await bare.send(show(answered));
    for (const name of ['Open Query', 'Repair', 'Run on Another KB…', 'Copy as Markdown', 'Ask Again'])
      await bare.page.getByRole('button', { name, exact: true }).click();
    await bare.page.getByRole('button', { name: 'Previous question' }).click();
    assert.deepEqual(await bare.takeMessages(), [
      { type: 'openQuery' },
      { type: 'repair' },
      { type: 'runOn' },
      { type: 'copyTrace', as: 'markdown' },
      { type: 'askQuestion', question: answered.question },
      { type: 'visit', by: -1 },
    ]);
    await bare.page.getByRole('button', { name: 'Edit Question' }).click();
    const field = bare.page.getByRole('textbox', { name: 'Question' });
    assert.equal(await field.inputValue(), answered.question);
    await bare.page.keyboard.type(' No?');
    assert.equal(await bare.page.locator('dialog').count(), 0, 'a question mark must not open the help');
    await bare.page.keyboard.press('F1');
    assert.equal((await bare.receivedKeys()).at(-1), 'F1', 'the editor must receive F1');
    await bare.page.keyboard.press('Shift+Enter');
    await bare.page.keyboard.press('Enter');
    assert.deepEqual(await bare.takeMessages(), [
      { type: 'askQuestion', question: `${answered.question} No?` },
    ]);
    assert.equal(await field.inputValue(), '');
  });

  it('the answer page lists alternatives and opens one as a query', async () => {
    await bare.send(show(answered));
    await bare.page.getByText('Candidates').click();
    const other = bare.page.locator('.alternative', { hasText: 'produced by' });
    await other.locator('summary').click();
    await other.getByText('“directed” is not said by the relation').waitFor();
    await bare.takeMessages();
    await other.getByRole('button', { name: 'Use This Query' }).click();
    const [message] = await bare.takeMessages();
    assert.ok(message?.type === 'openDraft');
    assert.match(message.query, /^# question: Who directed Titanic after 1990\?\n[^]*produced_by/);
  });

  it('a confidence is green only from the level at which nine of ten answers are right', async () => {
    const colors: string[] = [];
    for (const value of [0.9, 0.89]) {
      const confidence = { value, why: [] };
      await bare.send(show({ ...answered, result: { ...answered.result, confidence } }, String(value)));
      await bare.page.locator(`[aria-valuenow="${value * 100}"]`).waitFor();
      colors.push(
        await bare.page.locator('.confidence .confidence-filled').evaluate((bar) => {
          const view = globalThis as unknown as {
            getComputedStyle(node: unknown): { backgroundColor: string };
            document: { documentElement: { style: { setProperty(name: string, value: string): void } } };
          };
          view.document.documentElement.style.setProperty('--vscode-charts-green', 'rgb(0, 128, 0)');
          view.document.documentElement.style.setProperty(
            '--vscode-editorWarning-foreground',
            'rgb(200, 150, 0)',
          );
          return view.getComputedStyle(bar).backgroundColor;
        }),
      );
    }
    assert.deepEqual(colors, ['rgb(0, 128, 0)', 'rgb(200, 150, 0)']);
  });

  it('ignored words of the question are struck through', async () => {
    await bare.send(show({ ...answered, result: { ...answered.result, ignored: ['Directed'] } }));
    const struck = bare.page.locator('.asked-question del');
    assert.deepEqual(await struck.allTextContents(), ['directed']);
    await bare.page.locator('.qualification', { hasText: 'Ignored: Directed' }).waitFor();
  });

  it('the answer names its candidate and opens it by keyboard', async () => {
    await bare.send(show(answered));
    const link = bare.page.getByRole('button', { name: 'Candidate 1 of 2: Titanic → directed by' });
    await link.press('Enter');
    const chosen = bare.page.locator('.alternative.chosen');
    await chosen.locator('summary:focus').waitFor();
    await chosen.getByText('“directed” is said by the relation').waitFor();
  });

  it('a query is one Tab stop, and the arrow keys move between its parts', async () => {
    const { page } = bare;
    await bare.send(show(answered));
    const code = page.locator('#fold-reading pre.code');
    await page.locator('#fold-reading .phrase').last().focus();
    await page.keyboard.press('Tab');
    assert.equal(await code.evaluate(isFocused), true);
    await page.keyboard.press('ArrowRight');
    await code.locator('.part:focus').waitFor();
    await page.keyboard.press('Tab');
    await page.locator('#fold-reading .button:focus', { hasText: 'Copy Query' }).waitFor();
    await page.keyboard.press('Shift+Tab');
    assert.equal(await code.evaluate(isFocused), true);
    await page.keyboard.press('Shift+Tab');
    await page.locator('#fold-reading .phrase:focus').waitFor();
  });

  it('the answer page shows ten of a thousand answers, then all, as plain text', async () => {
    await bare.send(show(many(1000)));
    const answers = bare.page.locator('.answer-list > li');
    assert.equal(await answers.count(), 10);
    await bare.page.getByRole('button', { name: 'Show all 1,000' }).click();
    const list = bare.page.locator('.answer-list');
    // More answers are added when the end is in view.
    for (let known = await answers.count(); known < 1000; known = await answers.count()) {
      await list.evaluate((place: { scrollTop: number; scrollHeight: number }) => {
        place.scrollTop = place.scrollHeight;
      });
      await answers.nth(known).waitFor();
    }
    assert.equal(await answers.count(), 1000);
    assert.equal(await bare.page.locator('img, #broken').count(), 0);
    await answers.first().getByText('<img src=x').waitFor();
    await answers.nth(2).getByText('a‹202E›b␀c').waitFor();
  });

  it('the answer page explains why a question is unanswerable', async () => {
    await bare.send(show(unanswerable));
    const outcome = bare.page.locator('.unanswered');
    await outcome.getByRole('heading', { name: 'Sample cannot answer this question' }).waitFor();
    await outcome.getByText('people.person.height_meters').waitFor();
    assert.equal(await bare.page.getByRole('meter').count(), 0);
    await bare.page.getByRole('button', { name: 'Ask Another KB…' }).click();
    assert.deepEqual(await bare.takeMessages(), [
      { type: 'askQuestion', question: unanswerable.question, elsewhere: true },
    ]);
  });

  it('the answer page shows the reason of a failure and what to do', async () => {
    await bare.send(show(failed));
    const outcome = bare.page.locator('.unanswered.failed');
    await outcome.getByText('did not answer within 30 s').waitFor();
    await outcome.getByText('Fix the problem and ask again').waitFor();
    await bare.page.locator('.follow-ups .button.main', { hasText: 'Ask Again' }).waitFor();
    await bare.send(show({ ...failed, advice: ['Choose another with funfusic.ask.strategy.'] }));
    await outcome.getByRole('button', { name: 'funfusic.ask.strategy' }).click();
    assert.deepEqual(await bare.takeMessages(), [
      { type: 'changeSetting', setting: 'funfusic.ask.strategy' },
    ]);
  });

  it('the answer page shows the rounds and thoughts of a model', async () => {
    const thoughts = [{ purpose: 'plan', text: '<b>First</b> find the film.' }];
    await bare.send(show({ ...answered, strategy: 'fun-fusic', model: 'small', repair: repaired, thoughts }));
    await bare.page.getByText('Details').click();
    // A section is rendered when it is opened.
    await bare.page.locator('.round').nth(1).waitFor();
    assert.equal(await bare.page.locator('.round').count(), 2);
    await bare.page.getByText('Plan', { exact: true }).click();
    await bare.page.getByText('<b>First</b> find the film.').waitFor();
  });

  it('the answer page keeps open sections and typed text after a reload', async () => {
    await bare.send(show(answered));
    await bare.page.locator('#fold-alternatives > summary').click();
    await bare.page.locator('#fold-reading > summary').click();
    await bare.page.getByRole('textbox', { name: 'Question' }).fill('And who');
    await bare.page.waitForFunction(
      () => (globalThis as unknown as { host: { state?: PanelState } }).host.state?.asked?.next === 'And who',
    );
    const state = await bare.savedState();
    assert.ok(state);
    assert.deepEqual(state.asked?.open, { alternatives: true, reading: false });
    const again = await BarePage.open({ state });
    await again.send(show(answered));
    assert.equal(await again.page.getByRole('textbox', { name: 'Question' }).inputValue(), 'And who');
    assert.deepEqual(await again.page.locator('.fold[open] > summary h2').allTextContents(), [
      'Supporting facts',
      'Candidates',
    ]);
    await again.close();
  });
});

describe('UI: answer page of a running question', () => {
  let bare: BarePage;
  beforeEach(async () => {
    bare = await BarePage.open();
    await bare.takeMessages();
  });
  afterEach(() => bare.close());

  it('the answer page shows steps and then the answer without a layout shift', async () => {
    await bare.send(
      asking(),
      { type: 'askEvent', event: { type: 'linked', linking: answered.linking } },
      { type: 'askEvent', event: { type: 'candidates', count: 124, best: ['Titanic → directed by'] } },
    );
    const { page } = bare;
    await page.locator('.live-step', { hasText: 'Generated 124 candidate queries' }).waitFor();
    const title = page.locator('.asked-question');
    const before = await title.boundingBox();
    await page.getByRole('textbox', { name: 'Question' }).fill('The next');
    await page.getByRole('button', { name: 'Stop' }).click();
    assert.deepEqual(await bare.takeMessages(), [{ type: 'stop' }]);
    await bare.send(show(answered));
    await page.locator('.one-answer').waitFor();
    assert.deepEqual(await title.boundingBox(), before);
    assert.equal(await page.getByRole('textbox', { name: 'Question' }).inputValue(), 'The next');
    assert.equal(await page.locator('.live-steps').count(), 0);
  });

  it('the answer page keeps the previous answer while a correction is running', async () => {
    await bare.send(show(answered), asking());
    await bare.page.locator('.asked-body.stale .one-answer').waitFor();
    await bare.send(show({ ...answered, used: [titanicShip] }, 'two'));
    await bare.page.getByRole('button', { name: 'RMS Titanic ship' }).waitFor();
    assert.equal(await bare.page.locator('.asked-body.stale').count(), 0);
  });

  it('the answer page restores the question after it was stopped', async () => {
    await bare.send(asking(), { type: 'stopped', message: 'The question was stopped.', failed: false });
    await bare.page.locator('.asked-note', { hasText: 'The question was stopped.' }).waitFor();
    assert.equal(await bare.page.getByRole('textbox', { name: 'Question' }).inputValue(), answered.question);
    assert.equal(await bare.page.getByRole('button', { name: 'Ask', exact: true }).isEnabled(), true);
  });

  it('the answer page saves the running question until there is an answer', async () => {
    await bare.send(asking());
    const running = async (): Promise<unknown> => (await bare.savedState())?.asked?.going;
    assert.deepEqual(await running(), { question: answered.question, kb: 'Sample' });
    await bare.send(show(answered));
    assert.equal(await running(), undefined);
  });

  it('the answer page rejects a question that is too long and keeps its text', async () => {
    await bare.send(show(answered));
    const box = bare.page.getByRole('textbox', { name: 'Question' });
    const long = 'Who? '.repeat(1000);
    await box.fill(long);
    await bare.page.getByRole('alert').filter({ hasText: 'longer than 2000 characters' }).waitFor();
    await box.press('Enter');
    assert.equal(await box.inputValue(), long);
    await box.fill('Who?');
    await box.press('Enter');
    assert.deepEqual(await bare.takeMessages(), [{ type: 'askQuestion', question: 'Who?' }]);
  });

  it('the answer page leaves room for the answer below a long question', async () => {
    const question = 'Who directed Titanic? '.repeat(90);
    await bare.send(show({ ...answered, question }));
    const answer = await bare.page.locator('.one-answer').boundingBox();
    assert.ok(answer && answer.y < 600);
  });
});

describe('UI: answer page in a narrow panel', () => {
  it('the table of entities fits into a panel beside the query', async () => {
    const bare = await BarePage.open({ width: 460 });
    const [first, ...others] = answered.linking.entities;
    assert.ok(first);
    const because = ['matches its name in the singular or plural', '27 facts', 'its type fits the question'];
    const types = ['tv.tv_regular_personal_appearance'];
    const entities = [{ ...first, name: 'A film director', types, because }, ...others];
    await bare.send(show({ ...answered, linking: { ...answered.linking, entities } }));
    await bare.page.getByText('Details', { exact: true }).click();
    const table = bare.page.locator('.small-table').filter({ hasText: 'A film director' });
    assert.equal(await hiddenWidth(table), 0);
    await bare.close();
  });

  for (const [state, message] of [
    ['an answer', show(answered)],
    ['many answers', show(many(12))],
    ['no answer', show(unanswerable)],
    ['a failure', show(failed)],
    ['a running question', asking()],
  ] as const)
    it(`the answer page fits ${state} into 300 pixels`, async () => {
      const bare = await BarePage.open({ width: 300 });
      await bare.send(message);
      for (const fold of await bare.page.locator('.fold').all())
        await fold.evaluate((section: { open: boolean }) => {
          section.open = true;
        });
      const wide = await bare.page
        .locator('.text-page')
        .evaluate(
          (page: { scrollWidth: number; clientWidth: number }) => page.scrollWidth - page.clientWidth,
        );
      assert.equal(wide, 0);
      await bare.close();
    });
});
