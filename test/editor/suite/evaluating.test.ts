import assert from 'node:assert/strict';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { treeItemTexts, type EvaluationNode } from '../../../client/src/evaluation/evaluation-nodes';
import { NO_FILTER } from '../../../client/src/evaluation/question-filter';
import type { EvaluateReply } from '../../../server/src/protocol/index';
import { startModelServer } from '../../support/model-server';
import { untilEnded } from './support/boxes';
import { eventually } from './support/eventually';
import { activeExtension } from './support/extension';
import { activeEditor, closeEditors } from './support/query';
import { resetSettings, set } from './support/settings';

const LINES = [
  { id: 'born', question: 'Where was Barack Obama born?', answers: ['m.02hrh0_'] },
  {
    id: 'directed',
    question: 'Who directed Titanic?',
    answers: ['m.02hrh0_'],
    sparql:
      'SELECT ?x { <http://rdf.freebase.com/ns/m.0dr_4> <http://rdf.freebase.com/ns/film.film.directed_by> ?x }',
  },
];

/** The tests depend on each other and run in order. */
describe('evaluation', function () {
  this.timeout(180_000);
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? '';
  const dataset = join(folder, 'two.jsonl');
  let reply: EvaluateReply | undefined;
  before(async () => {
    await activeExtension();
    writeFileSync(dataset, LINES.map((line) => `${JSON.stringify(line)}\n`).join(''));
    const running = vscode.commands.executeCommand<EvaluateReply>('funfusic.evaluate', {
      dataset,
      strategy: 'auto',
    });
    const { evaluations } = (await activeExtension()).evaluation;
    await eventually(
      'the evaluation has started',
      () => evaluations.running?.message,
      (message) => message !== undefined,
    );
    // Only one evaluation can run at a time.
    assert.equal(
      await vscode.commands.executeCommand('funfusic.evaluate', { dataset, strategy: 'auto' }),
      undefined,
    );
    reply = await running;
    assert.equal(evaluations.running, undefined);
  });
  after(async () => {
    await resetSettings();
    await closeEditors();
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    for (const name of ['two.jsonl', 'mine.jsonl', 'funfusic-runs'])
      rmSync(join(folder, name), { recursive: true, force: true });
  });

  const shown = async (parent?: EvaluationNode): Promise<readonly EvaluationNode[]> =>
    (await activeExtension()).evaluation.tree.getChildren(parent);
  const labels = (nodes: readonly EvaluationNode[]): readonly string[] =>
    nodes.map((node) => treeItemTexts(node).label);
  const run = async (): Promise<EvaluationNode> => (await shown())[0] ?? assert.fail('no evaluation');
  const question = async (verdict: string): Promise<EvaluationNode> => {
    const group = (await shown(await run())).find(
      (node) => node.kind === 'verdict' && node.verdict === verdict,
    );
    return (group && (await shown(group))[0]) ?? assert.fail(`no question is ${verdict}`);
  };

  it('the evaluation view shows scores and groups questions by verdict', async () => {
    assert.ok(reply && 'state' in reply && reply.state === 'finished', JSON.stringify(reply));
    const node = await run();
    assert.match(treeItemTexts(node).description ?? '', /^F1 50\.0 \(.*\) · 2 · Sample · .*\d:\d\d/);
    assert.deepEqual(labels(await shown(node)).slice(-2), ['Correct', 'Wrong']);
    const { tree } = (await activeExtension()).evaluation;
    tree.filter = { verdicts: ['wrong'], text: 'titanic' };
    assert.deepEqual(labels(await shown(node)).slice(-1), ['Wrong']);
    await vscode.commands.executeCommand('funfusic.clearEvaluationFilter');
    assert.deepEqual(tree.filter, NO_FILTER);
  });

  it('an evaluated question opens its trace and can be asked again', async () => {
    const wrong = await question('wrong');
    assert.equal(await vscode.commands.executeCommand('funfusic.openEvaluatedQuestion', wrong), true);
    await eventually('the trace is shown', titles, (all) => all.includes('Who directed Titanic?'));
    const answered = await vscode.commands.executeCommand<{ readonly trace: { readonly question: string } }>(
      'funfusic.askEvaluatedQuestion',
      wrong,
    );
    assert.equal(answered.trace.question, 'Who directed Titanic?');
  });

  it('promoteQuestion adds a question to the exemplars only once', async () => {
    await set('exemplars.file', 'mine.jsonl');
    const wrong = await question('wrong');
    assert.equal(await vscode.commands.executeCommand('funfusic.promoteQuestion', wrong), true);
    const editor = await activeEditor((shown) => shown.fileName.endsWith('mine.jsonl'));
    const { document } = editor;
    const { selection } = await eventually(
      'the new line is selected',
      () => editor,
      (shown) => !shown.selection.isEmpty,
    );
    assert.deepEqual(JSON.parse(document.getText(selection)), {
      question: LINES[1]?.question,
      query: LINES[1]?.sparql,
    });
    assert.equal(document.isDirty, false);
    assert.equal(await vscode.commands.executeCommand('funfusic.promoteQuestion', wrong), false);
    assert.equal(document.lineCount, 2);
  });

  it('openReport shows the report of an evaluation', async () => {
    await vscode.commands.executeCommand('funfusic.openReport', await run());
    const { reports } = (await activeExtension()).evaluation;
    assert.match(reports.titles.join(), /^Report: two-rng-kbqa-/);
    await eventually('the report is shown', titles, (all) =>
      all.some((title) => title.startsWith('Report: two-rng-kbqa-')),
    );
  });

  it('a stopped evaluation has a partial report and can be resumed', async () => {
    const model = await startModelServer([
      { stalls: true },
      { stalls: true },
      { text: 'I cannot say.', always: true },
    ]);
    await set('models', { Mine: { url: model.url, model: 'test', retries: 0 } });
    await set('model', 'Mine');
    const requested = model.nextRequest();
    const running = vscode.commands.executeCommand<EvaluateReply>('funfusic.evaluate', {
      dataset,
      strategy: 'fun-fusic',
    });
    await requested;
    assert.equal(await vscode.commands.executeCommand('funfusic.stopEvaluation'), true);
    const stopped = await running;
    assert.ok('state' in stopped && stopped.state === 'stopped', JSON.stringify(stopped));
    assert.match(treeItemTexts(await run()).description ?? '', /^stopped · 0\/2 · Sample · .*\d:\d\d/);
    assert.equal(treeItemTexts(await run()).context, 'run stopped');
    // In a browser, the report may be on another computer.
    assert.equal(await vscode.commands.executeCommand('funfusic.openReportOutside', await run()), false);
    assert.ok(existsSync(join(stopped.folder, 'report.html')));
    const finished = await vscode.commands.executeCommand<EvaluateReply>(
      'funfusic.goOnEvaluation',
      await run(),
    );
    assert.deepEqual(finished, { folder: stopped.folder, state: 'finished' });
    await model.close();
  });

  it('compareEvaluations shows two evaluations side by side', async () => {
    const comparing = vscode.commands.executeCommand('funfusic.compareEvaluations', await run());
    await untilEnded(Promise.resolve(comparing), 'workbench.action.acceptSelectedQuickOpenItem');
    const { reports } = (await activeExtension()).evaluation;
    assert.match(reports.titles.at(-1) ?? '', /^two-rng-kbqa-\S+ and two-fun-fusic-\S+$/);
  });

  it('an evaluation of another process is neither stopped nor deleted', async () => {
    const { info } = asRun(await run());
    const lock = join(info.folder, 'run.lock');
    rmSync(join(info.folder, 'report.json'));
    writeFileSync(lock, JSON.stringify({ pid: process.ppid, host: hostname() }));
    const otherThan = (state: string) => async (): Promise<string> => {
      const { state: now } = asRun(await run()).info;
      return now === state ? '' : now;
    };
    await eventually('the evaluation is listed as running', otherThan('running'), (other) => other === '');
    for (const command of ['funfusic.stopEvaluation', 'funfusic.deleteEvaluation'])
      assert.equal(await vscode.commands.executeCommand(command, await run()), false, command);
    rmSync(lock);
    await eventually('the evaluation is listed as stopped', otherThan('stopped'), (other) => other === '');
  });

  it('a damaged evaluation is reported and disappears with its folder', async () => {
    const { evaluations } = (await activeExtension()).evaluation;
    const { info } = asRun(await run());
    writeFileSync(join(info.folder, 'run.json'), '{"format":"funfusic-run",');
    const [note] = await eventually('the problem is listed', shown, ([first]) => first?.kind === 'note');
    assert.ok(note && treeItemTexts(note).label.startsWith(`${info.name}: run.json`));
    rmSync(join(folder, 'funfusic-runs'), { recursive: true });
    await eventually(
      'the list is empty',
      async () => (await shown()).length + evaluations.all.length,
      (count) => count === 0,
    );
  });
});

function asRun(node: EvaluationNode): EvaluationNode & { readonly kind: 'run' } {
  return node.kind === 'run' ? node : assert.fail(`Expected a run, got ${node.kind}`);
}

function titles(): readonly string[] {
  return vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs.map(({ label }) => label));
}
