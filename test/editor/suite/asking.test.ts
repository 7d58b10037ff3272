import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { HeldAsked } from '../../../client/src/results/store-policy';
import { startModelServer, type ModelServer } from '../../support/model-server';
import { untilEnded } from './support/boxes';
import { eventually } from './support/eventually';
import { activeExtension } from './support/extension';
import { activeEditor, closeEditors, openQuery } from './support/query';
import { resetSettings, set } from './support/settings';

const QUESTION = 'Where was Barack Obama born?';
const MICHELLE = 'http://rdf.freebase.com/ns/m.025s5v9';

const ask = async (question?: string): Promise<HeldAsked | undefined> =>
  vscode.commands.executeCommand<HeldAsked | undefined>('funfusic.askQuestion', question);

describe('Asking a KB a question', () => {
  let server: ModelServer | undefined;
  // The first question waits for what all others are answered with.
  before(async function () {
    this.timeout(120_000);
    await ask(QUESTION);
    await forget();
  });
  afterEach(async () => {
    await server?.close();
    server = undefined;
    await resetSettings();
    await closeEditors();
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await forget();
  });

  it('answers without a model, in its own panel, and lists the question in the view', async () => {
    const asked = await ask(`  ${QUESTION.replace(' ', '\n ')} `);
    assert.deepEqual(namesIn(asked), ['Honolulu']);
    await eventually('the answer is shown', titles, (all) => all.includes(QUESTION));
    const { askView } = await activeExtension();
    const [first] = askView.state.questions;
    assert.deepEqual(
      [first?.question, first?.answer, first?.verdict, first?.kb],
      [QUESTION, 'Honolulu', 'answer', 'Sample'],
    );
    assert.equal(askView.state.running, undefined);
  });

  it('answers again for another entity, and keeps both answers', async () => {
    await ask(QUESTION);
    const { asks, askView } = await activeExtension();
    const corrected = await asks.ask({
      question: QUESTION,
      entities: [{ iri: MICHELLE, mention: { start: 10, end: 22 } }],
    });
    assert.deepEqual(namesIn(corrected), ['Chicago']);
    assert.deepEqual(
      askView.state.questions.map(({ answer }) => answer),
      ['Chicago', 'Honolulu'],
    );
    // Asked again, it is still about her.
    const again = await vscode.commands.executeCommand<HeldAsked>('funfusic.askAgain', {
      question: corrected?.id,
    });
    assert.deepEqual(namesIn(again), ['Chicago']);
  });

  it('opens the query once, with its question', async () => {
    const asked = await ask(QUESTION);
    const open = async (): Promise<vscode.TextDocument> => {
      await vscode.commands.executeCommand('funfusic.openQueryOfQuestion', { question: asked?.id });
      const { document } = await activeEditor((shown) => shown.getText().includes('# question:'));
      return document;
    };
    const document = await open();
    assert.equal(document.languageId, 'sparql');
    assert.match(document.getText(), /^# question: Where was Barack Obama born\?\n/);
    assert.equal(await open(), document);
    await vscode.commands.executeCommand('funfusic.copyAnswer', { question: asked?.id });
    assert.match(await vscode.env.clipboard.readText(), /# Where was Barack Obama born\?[^]*Honolulu/);
  });

  it('asks from the input box, which contains the last question', async () => {
    await ask(QUESTION);
    const going = ask();
    await untilEnded(going, 'workbench.action.acceptSelectedQuickOpenItem');
    assert.equal((await going)?.trace.question, QUESTION);
    const left = ask();
    await untilEnded(left, 'workbench.action.closeQuickOpen');
    assert.equal(await left, undefined);
    assert.equal((await activeExtension()).askView.state.questions.length, 2);
  });

  it('asks the question of a file, with a query below it or without', async () => {
    const ofQuery = async (): Promise<HeldAsked | undefined> =>
      vscode.commands.executeCommand<HeldAsked | undefined>('funfusic.askQuestionOfQuery');
    await openQuery(`# question: ${QUESTION}\nSELECT ?x { ?x ?y ?z }\n`);
    assert.deepEqual(namesIn(await ofQuery()), ['Honolulu']);
    await openQuery('#question: Who directed Titanic?\n');
    assert.deepEqual(namesIn(await ofQuery()), ['James Cameron']);
    await openQuery('SELECT ?x { ?x ?y ?z }\n');
    assert.equal(await ofQuery(), undefined);
  });

  it('falls back to a strategy without a model if the model is unavailable', async () => {
    server = await startModelServer([{ status: 503, message: 'Not now.', always: true }]);
    await set('models', { Mine: { url: server.url, model: 'test', retries: 0 } });
    await set('model', 'Mine');
    const asked = await ask(QUESTION);
    assert.deepEqual(namesIn(asked), ['Honolulu']);
    assert.equal(asked?.trace.fellBackFrom, 'fun-fusic');
  });

  it('stops on command, and when the next question is asked', async () => {
    server = await startModelServer([{ stalls: '{"thought": "The' }, { stalls: '{"thought": "The' }]);
    await set('models', { Mine: { url: server.url, model: 'test', retries: 0 } });
    await set('model', 'Mine');
    const { asks, askView } = await activeExtension();
    const heard = server.isAsked();
    const going = ask(QUESTION);
    await heard;
    assert.equal(askView.state.running?.question, QUESTION);
    const gone = server.hangsUp();
    await vscode.commands.executeCommand('funfusic.stopAsking');
    await gone;
    assert.equal(await going, undefined);
    assert.equal(asks.running, undefined);
    const heardAgain = server.isAsked();
    const first = ask(QUESTION);
    await heardAgain;
    await set('model', 'none');
    const [stopped, answered] = await Promise.all([first, ask('Who directed Titanic?')]);
    assert.equal(stopped, undefined);
    assert.deepEqual(namesIn(answered), ['James Cameron']);
    assert.equal(askView.state.questions.length, 1);
  });

  it('reports what is missing if the KB has no answer', async () => {
    const asked = await ask('What is the shoe size of Barack Obama?');
    assert.equal(asked?.trace.result.kind, 'unanswerable', JSON.stringify(asked?.trace.result));
    const [first] = (await activeExtension()).askView.state.questions;
    assert.equal(first?.verdict, 'unanswerable');
  });

  it('does not start without a question or without a KB', async () => {
    assert.equal(await ask('  '), undefined);
    await set('knowledgeBase', 'Nowhere');
    assert.equal(await ask(QUESTION), undefined);
    assert.deepEqual((await activeExtension()).askView.state.questions, []);
  });
});

async function forget(): Promise<void> {
  const { questions } = (await activeExtension()).results;
  questions.remove(questions.runs.map(({ id }) => id));
}

const namesIn = (asked: HeldAsked | undefined): readonly string[] =>
  asked?.trace.result.answers.map(({ name }) => name) ?? [];

const titles = (): readonly string[] =>
  vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs.map(({ label }) => label));
