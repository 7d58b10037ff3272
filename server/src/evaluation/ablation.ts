/** Measures what each part contributes, on the same questions with and without it. */
import { compareRuns, type ScoreDifference } from './compare';
import { findingCodes } from '../core/check/suite';
import { formatInterval, formatPercent, formatSignedPercent } from './format-numbers';
import type { Prediction, Predictions } from './prediction';
import type { RunCost, Report, RunFacts, Scores } from './report';
import type { Switch } from './switches';

export const ABLATION_FORMAT = 'funfusic-ablation';
export const ABLATION_VERSION = 1;

export interface Ablation {
  readonly format: typeof ABLATION_FORMAT;
  readonly version: typeof ABLATION_VERSION;
  /** The run with all parts switched on. */
  readonly base: RunFacts;
  readonly scores: Scores;
  readonly cost: Omit<RunCost, 'milliseconds'>;
  readonly parts: readonly AblatedPart[];
}

export interface AblatedPart {
  readonly off: Switch;
  readonly questions: number;
  /** Score without the part minus score with it; negative if the part helps. */
  readonly scores: readonly ScoreDifference[];
  /** Number of questions with a higher f1R without the part. */
  readonly better: number;
  readonly worse: number;
  /** For a check: questions in which it reported a finding or queried the KB. Other questions cannot change and are not asked again. */
  readonly effectIn?: number;
  /** Questions that need unrecorded replies and count as failed. They do not measure the part. */
  readonly unrecorded: number;
  readonly cost: Omit<RunCost, 'milliseconds'>;
}

/** A finished run. */
export interface AblatedRun {
  readonly report: Report;
  readonly predictions: Predictions;
}

export function buildAblation(base: AblatedRun, without: ReadonlyMap<Switch, AblatedRun>): Ablation {
  return {
    format: ABLATION_FORMAT,
    version: ABLATION_VERSION,
    base: base.report.run,
    scores: base.report.scores,
    cost: withoutTimes(base.report.cost),
    parts: [...without].map(([off, { report, predictions }]) => {
      const { questions, scores, changes } = compareRuns(base.report, report);
      const effects = countEffects(off, base);
      return {
        off,
        questions,
        scores,
        better: changes.filter(({ f1R }) => f1R > 0).length,
        worse: changes.filter(({ f1R }) => f1R < 0).length,
        ...(effects !== undefined && { effectIn: effects }),
        unrecorded: countPredictions(predictions, ({ unrecorded }) => unrecorded === true),
        cost: withoutTimes(report.cost),
      };
    }),
  };
}

/** Undefined for a part that is not a check, and for old runs, which did not save effects. */
function countEffects(off: Switch, { predictions }: Pick<AblatedRun, 'predictions'>): number | undefined {
  if (!findingCodes.includes(off) || countPredictions(predictions, ({ effects }) => !effects))
    return undefined;
  return countPredictions(predictions, (prediction) => !isUnaffectedBy(off, prediction));
}

export function countPredictions(
  predictions: Predictions,
  isCounted: (prediction: Prediction) => boolean,
): number {
  let count = 0;
  for (const prediction of predictions.values()) if (isCounted(prediction)) count++;
  return count;
}

/** Whether switching the part off certainly does not change the prediction. */
export function isUnaffectedBy(off: Switch, { effects }: Prediction): boolean {
  return findingCodes.includes(off) && effects !== undefined && !effects.includes(off);
}

function withoutTimes({ milliseconds: _, ...cost }: RunCost): Omit<RunCost, 'milliseconds'> {
  return cost;
}

/** Formats an ablation as Markdown, sorted by contribution to f1R. */
export function formatAblation({ base, scores, cost, parts }: Ablation): string {
  const f1Loss = (part: AblatedPart): number => findDifference(part, 'f1R')?.difference.value ?? 0;
  const rows = [...parts].sort((left, right) => f1Loss(left) - f1Loss(right));
  const signed = (share: number): string => (share === 0 ? '±0.0' : formatSignedPercent(share));
  const cell = (part: AblatedPart, name: ScoreDifference['name']): string => {
    const score = findDifference(part, name);
    if (!score) return '';
    const { value, low, high } = score.difference;
    return `${signed(value)} (${signed(low)} to ${signed(high)})`;
  };
  const system = [base.strategy, ...(base.model === undefined ? [] : [`with ${base.model}`])];
  const { f1R } = scores;
  return [
    `# What each part contributes`,
    '',
    escapeMarkdown(
      `${base.dataset.name}, ${base.dataset.questions} questions, ${system.join(' ')} on ${base.kb}.`,
    ),
    ...(f1R ? [`With all parts on, F1 is ${formatPercent(f1R.value)} (${formatInterval(f1R)}).`] : []),
    'Each row is the run without a part minus the run with it, on the same questions, with 95 % intervals of a paired bootstrap (wider if few questions differ).',
    'Effect in: the questions in which a check reported a finding or queried the KB. The others cannot change and were not asked again.',
    '',
    '| without | F1 | answerability | better | worse | effect in | calls | tokens | queries |',
    '| --- | --- | --- | --- | --- | --- | --- | --- | --- |',
    `| nothing | | | | | | ${cost.calls} | ${countTokens(cost)} | ${cost.queries} |`,
    ...rows.map(
      (part) =>
        `| \`${part.off}\` | ${cell(part, 'f1R')} | ${cell(part, 'answerability')} | ${part.better} | ${part.worse} | ${part.effectIn ?? ''} | ${part.cost.calls} | ${countTokens(part.cost)} | ${part.cost.queries} |`,
    ),
    '',
    ...formatUnrecorded(rows),
  ].join('\n');
}

function formatUnrecorded(parts: readonly AblatedPart[]): readonly string[] {
  const incomplete = parts.filter(({ unrecorded }) => unrecorded);
  return incomplete.length
    ? [
        `**Some replies were not recorded.** These questions count as failed, so the row understates the score without the part: ${incomplete.map(({ off, unrecorded }) => `${unrecorded} without \`${off}\``).join(', ')}. Add --ask-missing to ask them.`,
        '',
      ]
    : [];
}

function findDifference({ scores }: AblatedPart, name: ScoreDifference['name']): ScoreDifference | undefined {
  return scores.find((score) => score.name === name);
}

function countTokens({ inputTokens, outputTokens }: Pick<RunCost, 'inputTokens' | 'outputTokens'>): number {
  return inputTokens + outputTokens;
}

function escapeMarkdown(text: string): string {
  return text.replace(/\s+/g, ' ').replace(/[\\`*_{}[\]<>#|]/g, '\\$&');
}
