import * as vscode from 'vscode';
import type { EvaluationInfo, EvaluationQuestion } from '../../../server/src/protocol';
import type { Asks } from '../ask/asks';
import { heldContent } from '../results/content';
import { chooseFilter } from './choose-filter';
import { deleteEvaluations } from './delete-evaluation';
import type { EvaluationNode } from './evaluation-nodes';
import type { EvaluationTree } from './evaluation-tree';
import { runDescription } from './evaluation-words';
import type { Evaluations } from './evaluations';
import { promoteQuestion } from './promote-question';
import { NO_FILTER } from './question-filter';
import type { ReportPanels } from './report-panels';
import type { EvaluationStarter } from './start-evaluation';

export interface EvaluationParts {
  readonly evaluations: Evaluations;
  readonly tree: EvaluationTree;
  readonly starter: EvaluationStarter;
  readonly reports: ReportPanels;
  readonly asks: Asks;
}

/** The commands of evaluations, by their names in the manifest. */
export function registerEvaluationCommands(parts: EvaluationParts): readonly vscode.Disposable[] {
  const { evaluations, tree, starter, reports, asks } = parts;
  const commands: Readonly<Record<string, (target?: unknown, selected?: unknown) => unknown>> = {
    'funfusic.evaluate': (target) => starter.start(target),
    'funfusic.stopEvaluation': () => evaluations.stop(),
    'funfusic.goOnEvaluation': (target) =>
      withRun(parts, target, 'Go on with which evaluation?', isOpen, ({ folder }) => starter.goOn(folder)),
    'funfusic.openReport': (target) =>
      withRun(parts, target, 'Open the report of which evaluation?', any, (info) => reports.open(info)),
    'funfusic.openReportOutside': (target) =>
      withRun(parts, target, 'Open the report of which evaluation?', any, (info) =>
        reports.openOutside(info),
      ),
    'funfusic.compareEvaluations': (target, selected) => compare(parts, tree.targets(target, selected)),
    'funfusic.deleteEvaluation': async (target, selected) => {
      const gone = await deleteEvaluations(runsIn(tree.targets(target, selected)));
      if (gone) await evaluations.refresh();
      return gone;
    },
    'funfusic.filterEvaluation': async () => {
      tree.filter = (await chooseFilter(tree.filter)) ?? tree.filter;
    },
    'funfusic.clearEvaluationFilter': () => {
      tree.filter = NO_FILTER;
    },
    'funfusic.openEvaluatedQuestion': (target) =>
      withQuestion(tree, target, (folder, question) => openTrace(parts, folder, question)),
    'funfusic.askEvaluatedQuestion': (target) =>
      withQuestion(tree, target, (folder, { question }) => {
        const kb = evaluations.named(folder)?.facts.kb;
        return asks.ask({ question, ...(kb !== undefined && { kb }) });
      }),
    'funfusic.promoteQuestion': (target) =>
      withQuestion(tree, target, (folder, { id }) => promoteQuestion(evaluations.requests, { folder, id })),
  };
  return Object.entries(commands).map(([name, command]) => vscode.commands.registerCommand(name, command));
}

const any = (): boolean => true;
const isOpen = ({ state }: EvaluationInfo): boolean => state === 'stopped';

function runsIn(nodes: readonly EvaluationNode[]): readonly EvaluationInfo[] {
  return nodes.flatMap((node) => (node.kind === 'run' ? [node.info] : []));
}

/** Called on an evaluation of the view; from the palette, it is asked for. */
async function withRun(
  { evaluations, tree }: EvaluationParts,
  target: unknown,
  title: string,
  fits: (info: EvaluationInfo) => boolean,
  action: (info: EvaluationInfo) => unknown,
): Promise<unknown> {
  const called = target === undefined ? [] : runsIn(tree.targets(target, undefined));
  const info = called[0] ?? (await pickRun(await evaluations.listed(), title, fits));
  return info && action(info);
}

async function pickRun(
  all: readonly EvaluationInfo[],
  title: string,
  fits: (info: EvaluationInfo) => boolean,
): Promise<EvaluationInfo | undefined> {
  const infos = all.filter(fits);
  if (infos.length === 0) {
    void vscode.window.showInformationMessage(
      'There is no evaluation for that. Evaluate on a dataset first.',
    );
    return undefined;
  }
  const picked = await vscode.window.showQuickPick(
    infos.map((info) => ({ label: info.name, description: runDescription(info), info })),
    { title, matchOnDescription: true },
  );
  return picked?.info;
}

/** Two that are selected, or one and another that is asked for. The older stands on the left. */
async function compare(
  { evaluations, reports }: EvaluationParts,
  nodes: readonly EvaluationNode[],
): Promise<void> {
  const [one, two] = runsIn(nodes);
  const all = await evaluations.listed();
  const first = one ?? (await pickRun(all, 'Compare which evaluation?', any));
  if (!first) return;
  const isOther = ({ folder }: EvaluationInfo): boolean => folder !== first.folder;
  const second = two ?? (await pickRun(all, `Compare ${first.name} with which evaluation?`, isOther));
  if (!second) return;
  const [left, right] = first.began <= second.began ? [first, second] : [second, first];
  await reports.compare(left, right);
}

function withQuestion(
  tree: EvaluationTree,
  target: unknown,
  action: (folder: string, question: EvaluationQuestion) => unknown,
): unknown {
  const node = tree.targets(target, undefined).find(({ kind }) => kind === 'question');
  if (node?.kind === 'question') return action(node.folder, node.question);
  void vscode.window.showInformationMessage('Select a question in the view “Evaluation” first.');
  return undefined;
}

/** On the page of answers, as it was answered then; the next answer takes its place there unless it is pinned. */
async function openTrace(
  { evaluations, asks }: EvaluationParts,
  folder: string,
  { id }: EvaluationQuestion,
): Promise<boolean> {
  const reply = await evaluations.requests.trace({ folder, id });
  if ('problem' in reply) {
    void vscode.window.showWarningMessage(reply.problem);
    return false;
  }
  const { trace, document } = reply;
  const held = {
    kind: 'asked',
    id: `${folder} ${id}`,
    trace,
    ...(document !== undefined && { document }),
  } as const;
  asks.results.panelForNext('asked').show(heldContent(held));
  return true;
}
