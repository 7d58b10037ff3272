import { formatNumber, t } from '../../shared/l10n';
import {
  SCORE_TITLES,
  SCORES,
  VERDICTS,
  type Evaluation,
  type EvaluationInfo,
  type EvaluationQuestion,
  type Grouping,
  type Score,
  type Scores,
  type AnswerVerdict,
} from '../../../server/src/protocol/index';
import {
  groupingNames,
  questions,
  runDescription,
  runFacts,
  runLabel,
  scoreMeanings,
  scoreLabel,
  scoreText,
  shortRunTitle,
  timeText,
  verdictNames,
  verdictText,
} from './evaluation-texts';
import { matchesFilter, type QuestionFilter } from './question-filter';

/** The nodes of the Evaluation view. This file does not import the editor. */
export type EvaluationNode =
  | { readonly kind: 'run'; readonly info: EvaluationInfo }
  | {
      readonly kind: 'scores';
      readonly folder: string;
      readonly scores: Scores;
      readonly groups: readonly Grouping[];
    }
  | { readonly kind: 'grouping'; readonly folder: string; readonly grouping: Grouping }
  | { readonly kind: 'score'; readonly folder: string; readonly of: string; readonly score: ShownScore }
  | {
      readonly kind: 'verdict';
      readonly folder: string;
      readonly verdict: AnswerVerdict;
      readonly questions: readonly EvaluationQuestion[];
    }
  | { readonly kind: 'question'; readonly folder: string; readonly question: EvaluationQuestion }
  | { readonly kind: 'note'; readonly folder: string; readonly text: string; readonly filters?: true };

interface ShownScore {
  readonly label: string;
  readonly meaning: string;
  readonly score: Score;
}

export type NodeOf<Kind extends EvaluationNode['kind']> = EvaluationNode & { readonly kind: Kind };

/** The maximum number of questions listed below a verdict. */
const MAX_LISTED = 500;

export function childrenOfRun(
  { info: { folder }, scores, groups, questions: all, problems }: Evaluation,
  filter: QuestionFilter,
): readonly EvaluationNode[] {
  const shown = all.filter((question) => matchesFilter(filter, question));
  const verdicts = VERDICTS.flatMap((verdict): readonly EvaluationNode[] => {
    const matching = shown.filter((question) => question.verdict === verdict);
    return matching.length > 0 ? [{ kind: 'verdict', folder, verdict, questions: matching }] : [];
  });
  return [
    ...problems.map((text): EvaluationNode => ({ kind: 'note', folder, text })),
    ...(Object.keys(scores).length > 0 ? [{ kind: 'scores', folder, scores, groups } as const] : []),
    ...verdicts,
    ...(verdicts.length === 0 && all.length > 0
      ? [{ kind: 'note', folder, text: t('No question matches the filter.'), filters: true } as const]
      : []),
  ];
}

/** The children of all nodes except runs, whose children are requested from the server. */
export function childrenOf(node: EvaluationNode): readonly EvaluationNode[] {
  switch (node.kind) {
    case 'scores':
      return [...scoresOf(node), ...groupingsOf(node)];
    case 'grouping':
      return node.grouping.groups.flatMap(({ name, scores: { f1R } }): readonly EvaluationNode[] => {
        const shown = f1R && { label: name, meaning: scoreMeanings().f1R, score: f1R };
        return shown ? [{ kind: 'score', folder: node.folder, of: node.grouping.by, score: shown }] : [];
      });
    case 'verdict':
      return questionsOf(node);
    default:
      return [];
  }
}

function scoresOf({ folder, scores }: NodeOf<'scores'>): readonly EvaluationNode[] {
  return SCORES.flatMap((name): readonly EvaluationNode[] => {
    const score = scores[name];
    const shown = score && { label: SCORE_TITLES[name], meaning: scoreMeanings()[name], score };
    return shown ? [{ kind: 'score', folder, of: 'scores', score: shown }] : [];
  });
}

/** A single group has the same scores as the whole, so it is not shown. */
function groupingsOf({ folder, groups }: NodeOf<'scores'>): readonly EvaluationNode[] {
  return groups
    .filter((grouping) => grouping.groups.length > 1)
    .map((grouping) => ({ kind: 'grouping', folder, grouping }));
}

function questionsOf({ folder, questions: all }: NodeOf<'verdict'>): readonly EvaluationNode[] {
  const listed = all
    .slice(0, MAX_LISTED)
    .map((question): EvaluationNode => ({ kind: 'question', folder, question }));
  const left = all.length - listed.length;
  if (left <= 0) return listed;
  return [
    ...listed,
    {
      kind: 'note',
      folder,
      text: t('{0} more. Use the filter to see them.', formatNumber(left)),
      filters: true,
    },
  ];
}

/** The texts of a tree item. */
export interface TreeItemTexts {
  readonly label: string;
  readonly description?: string;
  readonly tooltip?: string;
  readonly spoken: string;
  readonly expandable: boolean;
  /** Unique in the tree, and stable between updates. */
  readonly id: string;
  /** The context value, by which menus select their commands. */
  readonly context: string;
}

export function treeItemTexts(node: EvaluationNode): TreeItemTexts {
  switch (node.kind) {
    case 'run': {
      const { info } = node;
      return {
        label: shortRunTitle(info),
        description: `${runDescription(info)} · ${timeText(info)}`,
        tooltip: [info.name, ...runFacts(info)].join('\n'),
        spoken: runLabel(info),
        expandable: true,
        id: info.folder,
        context: `run ${info.state}`,
      };
    }
    case 'scores':
      return groupTexts(t('Scores'), 'scores', node.folder);
    case 'grouping':
      return groupTexts(groupingNames()[node.grouping.by], `by ${node.grouping.by}`, node.folder);
    case 'score':
      return scoreTexts(node);
    case 'verdict': {
      const { folder, verdict, questions: listed } = node;
      const label = verdictNames()[verdict];
      return {
        label,
        description: formatNumber(listed.length),
        spoken: `${label}, ${questions(listed.length)}`,
        expandable: true,
        id: `${folder} ${verdict}`,
        context: 'verdict',
      };
    }
    case 'question':
      return questionTexts(node);
    case 'note': {
      const { folder, text } = node;
      return { label: text, spoken: text, expandable: false, id: `${folder} note ${text}`, context: 'note' };
    }
  }
}

function groupTexts(label: string, what: string, folder: string): TreeItemTexts {
  return { label, spoken: label, expandable: true, id: `${folder} ${what}`, context: 'Scores' };
}

function scoreTexts({ folder, of, score: { label, meaning, score } }: NodeOf<'score'>): TreeItemTexts {
  return {
    label,
    description: `${scoreText(score)} · ${formatNumber(score.n)}`,
    tooltip: t('{0}: {1} of {2}, 95% interval\n{3}', label, scoreText(score), questions(score.n), meaning),
    spoken: `${label}, ${scoreLabel(score)}`,
    expandable: false,
    id: `${folder} ${of} ${label}`,
    context: 'score',
  };
}

function questionTexts({ folder, question }: NodeOf<'question'>): TreeItemTexts {
  const { id, verdict, confidence, answers, gold } = question;
  const answer = answers.join(', ') || (verdict === 'missing' ? '' : t('no answer'));
  const lines = [
    question.question,
    [
      verdictText(question),
      ...(verdict === 'missing' ? [] : [t('confidence {0}', confidence.toFixed(2))]),
    ].join(', '),
    ...(answer ? [t('Answer: {0}', answer)] : []),
    ...(gold.length > 0 ? [t('Expected: {0}', gold.join(', '))] : []),
    t('ID: {0}', id),
  ];
  return {
    label: question.question,
    description: answer,
    tooltip: lines.join('\n'),
    spoken: [question.question, verdictNames()[verdict], answer && t('answer: {0}', answer)]
      .filter(Boolean)
      .join(', '),
    expandable: false,
    id: `${folder} question ${id}`,
    context: verdict === 'missing' ? 'question missing' : 'question',
  };
}
