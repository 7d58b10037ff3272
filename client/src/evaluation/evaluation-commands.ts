import * as vscode from 'vscode';
import {
  EVALUATION_TRACE_REQUEST,
  type EvaluationInfo,
  type EvaluationQuestion,
} from '../../../server/src/protocol/index';
import type { Asks } from '../ask/asks';
import { chooseFilter } from './choose-filter';
import { deleteEvaluations } from './delete-evaluation';
import type { EvaluationNode } from './evaluation-nodes';
import type { EvaluationTree } from './evaluation-tree';
import { runDescription, runTitle, verdictText } from './evaluation-texts';
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

/** The commands for evaluations, by their IDs in the manifest. */
export function registerEvaluationCommands(parts: EvaluationParts): readonly vscode.Disposable[] {
  const { evaluations, tree, starter, reports, asks } = parts;
  const commands: Readonly<Record<string, (target?: unknown, selected?: unknown) => unknown>> = {
    'funfusic.evaluate': (target) => starter.start(target),
    'funfusic.stopEvaluation': (target) => stop(parts, target),
    'funfusic.goOnEvaluation': (target) =>
      withRun(parts, target, vscode.l10n.t('Select an evaluation to resume'), canResume, ({ folder }) =>
        starter.resume(folder),
      ),
    'funfusic.openReport': (target) =>
      withRun(parts, target, vscode.l10n.t('Select an evaluation to open its report'), any, (info) =>
        reports.open(info),
      ),
    'funfusic.openReportOutside': (target) =>
      withRun(parts, target, vscode.l10n.t('Select an evaluation to open its report'), any, (info) =>
        reports.openOutside(info),
      ),
    'funfusic.compareEvaluations': (target, selected) => compare(parts, tree.targets(target, selected)),
    'funfusic.deleteEvaluation': async (target, selected) => {
      const nodes = target === undefined ? await tree.focused() : tree.targets(target, selected);
      const deleted = await deleteEvaluations(runsIn(nodes));
      if (deleted) await evaluations.refresh();
      return deleted;
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
const canResume = ({ state }: EvaluationInfo): boolean => state === 'stopped';

function runsIn(nodes: readonly EvaluationNode[]): readonly EvaluationInfo[] {
  return nodes.flatMap((node) => (node.kind === 'run' ? [node.info] : []));
}

/** An evaluation that another window or a terminal has started can be stopped only there. */
function stop({ evaluations, tree }: EvaluationParts, target: unknown): boolean {
  const [info] = target === undefined ? [] : runsIn(tree.targets(target, undefined));
  if (!info || info.folder === evaluations.running?.folder) return evaluations.stop();
  void vscode.window.showInformationMessage(
    vscode.l10n.t(
      '{0} was not started in this window. Stop it in its own window, or in its terminal with Ctrl+C.',
      runTitle(info),
    ),
  );
  return false;
}

/** Uses the evaluation that the command was called on, or lets the user select one. */
async function withRun(
  { evaluations, tree }: EvaluationParts,
  target: unknown,
  title: string,
  filter: (info: EvaluationInfo) => boolean,
  action: (info: EvaluationInfo) => unknown,
): Promise<unknown> {
  const targets = target === undefined ? [] : runsIn(tree.targets(target, undefined));
  if (targets[0]) return action(targets[0]);
  const all = await evaluations.listed();
  const info = await pickRun(all.filter(filter), title, all.length > 0);
  return info && action(info);
}

/** `hasOthers`: there are evaluations that cannot be selected. */
async function pickRun(
  infos: readonly EvaluationInfo[],
  title: string,
  hasOthers = false,
): Promise<EvaluationInfo | undefined> {
  if (infos.length === 0) {
    void vscode.window.showInformationMessage(
      hasOthers
        ? vscode.l10n.t('There is no stopped evaluation to resume.')
        : vscode.l10n.t('There is no evaluation yet. Evaluate a strategy on a dataset first.'),
    );
    return undefined;
  }
  const picked = await vscode.window.showQuickPick(
    infos.map((info) => ({ label: runTitle(info), description: runDescription(info), info })),
    { title, matchOnDescription: true },
  );
  return picked?.info;
}

/** Compares two selected evaluations, or one with another that the user selects. The older one is on the left. */
async function compare(
  { evaluations, reports }: EvaluationParts,
  nodes: readonly EvaluationNode[],
): Promise<void> {
  const [one, two, three] = runsIn(nodes);
  const all = await evaluations.listed();
  if (three || all.length < 2) {
    void vscode.window.showInformationMessage(
      three
        ? vscode.l10n.t('Select two evaluations to compare.')
        : vscode.l10n.t('Two evaluations are needed to compare. Run another evaluation first.'),
    );
    return;
  }
  const first = one ?? (await pickRun(all, vscode.l10n.t('Select the first evaluation to compare')));
  if (!first) return;
  const others = all.filter(({ folder }) => folder !== first.folder);
  const second =
    two ??
    (await pickRun(others, vscode.l10n.t('Select an evaluation to compare with {0}', runTitle(first))));
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
  void vscode.window.showInformationMessage(vscode.l10n.t('Select a question in the Evaluation view first.'));
  return undefined;
}

/** Shows the saved answer on the question page. The next answer replaces it, unless it is pinned. */
async function openTrace(
  { evaluations, asks }: EvaluationParts,
  folder: string,
  question: EvaluationQuestion,
): Promise<boolean> {
  const { id } = question;
  const reply = await evaluations.requests.ask(EVALUATION_TRACE_REQUEST, { folder, id });
  if ('problem' in reply) {
    void vscode.window.showWarningMessage(reply.problem);
    return false;
  }
  const { trace, document } = reply;
  const saved = {
    kind: 'asked',
    id: `${folder} ${id}`,
    trace,
    ...(document !== undefined && { document }),
  } as const;
  asks.results.panelFor('asked').show({
    kind: 'asked',
    saved,
    evaluated: {
      verdict: verdictText(question),
      expected: question.gold,
      expectedCount: question.goldCount,
    },
  });
  return true;
}
