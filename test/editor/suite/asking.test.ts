import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { SavedAnswer } from '../../../client/src/results/saved-results';
import { startModelServer, type ModelServer } from '../../support/model-server';
import { untilEnded } from './support/boxes';
import { eventually } from './support/eventually';
import { activeExtension } from './support/extension';
import { activeEditor, closeEditors, openQuery } from './support/query';
import { resetSettings, set } from './support/settings';

const QUESTION = 'Where was Barack Obama born?';
const MICHELLE = 'http://rdf.freebase.com/ns/m.025s5v9';

const ask = async (question?: string): Promise<SavedAnswer | undefined> =>
  vscode.commands.executeCommand<SavedAnswer | undefined>('funfusic.askQuestion', question);

describe('questions', () => {
  let server: ModelServer | undefined;
  // The first question loads what all questions need.
  before(async function () {
    this.timeout(120_000);
    await ask(QUESTION);
    await removeQuestions();
  });
  afterEach(async () => {
    await server?.close();
    server = undefined;
    await resetSettings();
    await closeEditors();
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await removeQuestions();
  });

  it('a question is answered without a model in its own panel and listed in the view', async () => {
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

  it('a question with another entity gets a second answer', async () => {
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
    // Asking again keeps the chosen entity.
    const again = await vscode.commands.executeCommand<SavedAnswer>('funfusic.askAgain', {
      question: corrected?.id,
    });
    assert.deepEqual(namesIn(again), ['Chicago']);
  });

  it('openQueryOfQuestion opens the query of an answer once', async () => {
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

  it('the input box of askQuestion contains the last question', async () => {
    await ask(QUESTION);
    const accepted = ask();
    await untilEnded(accepted, 'workbench.action.acceptSelectedQuickOpenItem');
    assert.equal((await accepted)?.trace.question, QUESTION);
    const closed = ask();
    await untilEnded(closed, 'workbench.action.closeQuickOpen');
    assert.equal(await closed, undefined);
    assert.equal((await activeExtension()).askView.state.questions.length, 2);
  });

  it('askQuestionOfQuery asks the question in the header of a file', async () => {
    const askFromHeader = async (): Promise<SavedAnswer | undefined> =>
      vscode.commands.executeCommand<SavedAnswer | undefined>('funfusic.askQuestionOfQuery');
    await openQuery(`# question: ${QUESTION}\nSELECT ?x { ?x ?y ?z }\n`);
    assert.deepEqual(namesIn(await askFromHeader()), ['Honolulu']);
    await openQuery('#question: Who directed Titanic?\n');
    assert.deepEqual(namesIn(await askFromHeader()), ['James Cameron']);
    await openQuery('SELECT ?x { ?x ?y ?z }\n');
    assert.equal(await askFromHeader(), undefined);
  });

  it('a question falls back to a strategy without a model when the model is unavailable', async () => {
    server = await startModelServer([{ status: 503, message: 'Not now.', always: true }]);
    await set('models', { Mine: { url: server.url, model: 'test', retries: 0 } });
    await set('model', 'Mine');
    const asked = await ask(QUESTION);
    assert.deepEqual(namesIn(asked), ['Honolulu']);
    assert.equal(asked?.trace.fellBackFrom, 'fun-fusic');
  });

  it('a question stops on command and when the next question is asked', async () => {
    server = await startModelServer([{ stalls: '{"thought": "The' }, { stalls: '{"thought": "The' }]);
    await set('models', { Mine: { url: server.url, model: 'test', retries: 0 } });
    await set('model', 'Mine');
    const { asks, askView } = await activeExtension();
    const requested = server.nextRequest();
    const running = ask(QUESTION);
    await requested;
    assert.equal(askView.state.running?.question, QUESTION);
    const disconnected = server.nextDisconnect();
    await vscode.commands.executeCommand('funfusic.stopAsking');
    await disconnected;
    assert.equal(await running, undefined);
    assert.equal(asks.running, undefined);
    const requestedAgain = server.nextRequest();
    const first = ask(QUESTION);
    await requestedAgain;
    await set('model', 'none');
    const [stopped, answered] = await Promise.all([first, ask('Who directed Titanic?')]);
    assert.equal(stopped, undefined);
    assert.deepEqual(namesIn(answered), ['James Cameron']);
    assert.equal(askView.state.questions.length, 1);
  });

  it('a question is unanswerable when the KB has no relation for it', async () => {
    const asked = await ask('What is the shoe size of Barack Obama?');
    assert.equal(asked?.trace.result.kind, 'unanswerable', JSON.stringify(asked?.trace.result));
    const [first] = (await activeExtension()).askView.state.questions;
    assert.equal(first?.verdict, 'unanswerable');
  });

  it('askQuestion does nothing without a question or without a KB', async () => {
    assert.equal(await ask('  '), undefined);
    await set('knowledgeBase', 'Nowhere');
    assert.equal(await ask(QUESTION), undefined);
    assert.deepEqual((await activeExtension()).askView.state.questions, []);
  });
});

async function removeQuestions(): Promise<void> {
  const { questions } = (await activeExtension()).results;
  questions.remove(questions.runs.map(({ id }) => id));
}

const namesIn = (asked: SavedAnswer | undefined): readonly string[] =>
  asked?.trace.result.answers.map(({ name }) => name) ?? [];

const titles = (): readonly string[] =>
  vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs.map(({ label }) => label));
