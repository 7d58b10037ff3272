import * as vscode from 'vscode';
import type { EvaluationInfo, AnswerVerdict } from '../../../server/src/protocol/index';
import type { EvaluationNode } from './evaluation-nodes';

/** Icons in theme colors. The labels have the same information as text. */
export function iconOf(node: EvaluationNode): vscode.ThemeIcon | undefined {
  switch (node.kind) {
    case 'run':
      return RUNS[node.info.state];
    case 'scores':
      return new vscode.ThemeIcon('graph');
    // Without an icon, the numbers are aligned.
    case 'grouping':
    case 'score':
      return undefined;
    case 'verdict':
      return VERDICT_ICONS[node.verdict];
    case 'question':
      return VERDICT_ICONS[node.question.verdict];
    case 'note':
      return new vscode.ThemeIcon(node.filters ? 'filter' : 'warning');
  }
}

const icon = (name: string, color?: string): vscode.ThemeIcon =>
  new vscode.ThemeIcon(name, color === undefined ? undefined : new vscode.ThemeColor(color));

const RUNS: Readonly<Record<EvaluationInfo['state'], vscode.ThemeIcon>> = {
  running: icon('loading~spin'),
  stopped: icon('debug-pause'),
  finished: icon('beaker'),
};

export const VERDICT_ICONS: Readonly<Record<AnswerVerdict, vscode.ThemeIcon>> = {
  right: icon('pass', 'testing.iconPassed'),
  partly: icon('circle-large-outline', 'problemsWarningIcon.foreground'),
  wrong: icon('error', 'testing.iconFailed'),
  abstained: icon('pass', 'testing.iconPassed'),
  refused: icon('circle-slash', 'testing.iconFailed'),
  invented: icon('question', 'testing.iconFailed'),
  failed: icon('bug', 'testing.iconErrored'),
  unjudged: icon('circle-outline'),
  missing: icon('clock'),
};
