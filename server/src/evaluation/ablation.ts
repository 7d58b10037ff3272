/** What each part contributes, measured on the same questions with it and without it. */
import { compareRuns, type ScoreDifference } from './compare';
import { codes } from '../core/check/suite';
import type { Prediction } from './prediction';
import type { Cost, Report, RunFacts, Scores } from './report';
import type { Switch } from './switches';

export const ABLATION_FORMAT = 'funfusic-ablation';
export const ABLATION_VERSION = 1;

export interface Ablation {
  readonly format: typeof ABLATION_FORMAT;
  readonly version: typeof ABLATION_VERSION;
  /** With everything on. */
  readonly base: RunFacts;
  readonly scores: Scores;
  readonly cost: Omit<Cost, 'milliseconds'>;
  /** In the order in which they were switched off. */
  readonly parts: readonly AblatedPart[];
}

export interface AblatedPart {
  readonly off: Switch;
  readonly questions: number;
  /** Without it minus with it; negative if the part helps. */
  readonly scores: readonly ScoreDifference[];
  /** Questions with another verdict or f1R. */
  readonly better: number;
  readonly worse: number;
  /** Of a check: questions in which it found something or asked the KB. The others cannot change and were not asked again. */
  readonly effectIn?: number;
  /** Questions that need something unrecorded and count as failed. They say nothing about the part. */
  readonly unrecorded: number;
  readonly cost: Omit<Cost, 'milliseconds'>;
}

/** A finished run. */
export interface AblatedRun {
  readonly report: Report;
  readonly predictions: ReadonlyMap<string, Prediction>;
}

export function ablationOf(base: AblatedRun, without: ReadonlyMap<Switch, AblatedRun>): Ablation {
  return {
    format: ABLATION_FORMAT,
    version: ABLATION_VERSION,
    base: base.report.run,
    scores: base.report.scores,
    cost: untimed(base.report.cost),
    parts: [...without].map(([off, { report, predictions }]) => {
      const { questions, scores, changes } = compareRuns(base.report, report);
      const effects = questionsWithEffect(off, base);
      return {
        off,
        questions,
        scores,
        better: changes.filter(({ f1R }) => f1R > 0).length,
        worse: changes.filter(({ f1R }) => f1R < 0).length,
        ...(effects && { effectIn: effects.length }),
        unrecorded: [...predictions.values()].filter(({ unrecorded }) => unrecorded === true).length,
        cost: untimed(report.cost),
      };
    }),
  };
}

/** Undefined for a part that is not a check, and for old runs, which have no effects. */
function questionsWithEffect(
  off: Switch,
  { predictions }: Pick<AblatedRun, 'predictions'>,
): readonly Prediction[] | undefined {
  const all = [...predictions.values()];
  if (!codes.includes(off) || all.some(({ effects }) => !effects)) return undefined;
  return all.filter((prediction) => !isSameWithout(off, prediction));
}

/** Whether switching it off certainly changes nothing. */
export function isSameWithout(off: Switch, { effects }: Prediction): boolean {
  return codes.includes(off) && effects !== undefined && !effects.includes(off);
}

function untimed({ milliseconds: _, ...cost }: Cost): Omit<Cost, 'milliseconds'> {
  return cost;
}

/** The part that contributes most first. */
export function ablationInMarkdown({ base, scores, cost, parts }: Ablation): string {
  const worth = (part: AblatedPart): number => differenceOf(part, 'f1R')?.difference.value ?? 0;
  const rows = [...parts].sort((left, right) => worth(left) - worth(right));
  const percent = (share: number): string => (100 * share).toFixed(1);
  const signed = (share: number): string =>
    `${share > 0 ? '+' : share < 0 ? '−' : '±'}${percent(Math.abs(share))}`;
  const cell = (part: AblatedPart, name: ScoreDifference['name']): string => {
    const found = differenceOf(part, name);
    if (!found) return '';
    const { value, low, high } = found.difference;
    return `${signed(value)} (${signed(low)} to ${signed(high)})`;
  };
  const who = [base.strategy, ...(base.model === undefined ? [] : [`with ${base.model}`]), `on ${base.kb}`];
  const { f1R } = scores;
  return [
    `# What each part contributes`,
    '',
    plain(`${base.dataset.name}, ${base.dataset.questions} questions, ${who.join(' ')}.`),
    ...(f1R
      ? [`With everything on, F1 is ${percent(f1R.value)} (${percent(f1R.low)} to ${percent(f1R.high)}).`]
      : []),
    'Each row is the run without a part minus the run with it, on the same questions, with 95 % intervals of a paired bootstrap (wider if few questions differ).',
    'Matters in: the questions in which a check found something or asked the KB. The others cannot change and were not asked again.',
    '',
    '| without | F1 | answerability | better | worse | matters in | calls | tokens | queries |',
    '| --- | --- | --- | --- | --- | --- | --- | --- | --- |',
    `| nothing | | | | | | ${cost.calls} | ${tokensOf(cost)} | ${cost.queries} |`,
    ...rows.map(
      (part) =>
        `| \`${part.off}\` | ${cell(part, 'f1R')} | ${cell(part, 'answerability')} | ${part.better} | ${part.worse} | ${part.effectIn ?? ''} | ${part.cost.calls} | ${tokensOf(part.cost)} | ${part.cost.queries} |`,
    ),
    '',
    ...unrecordedIn(rows),
  ].join('\n');
}

function unrecordedIn(parts: readonly AblatedPart[]): readonly string[] {
  const lacking = parts.filter(({ unrecorded }) => unrecorded);
  return lacking.length
    ? [
        `**Some replies were not recorded.** These questions count as failed, so the row looks worse than the part is: ${lacking.map(({ off, unrecorded }) => `${unrecorded} without \`${off}\``).join(', ')}. Add --ask-missing to ask them.`,
        '',
      ]
    : [];
}

function differenceOf({ scores }: AblatedPart, name: ScoreDifference['name']): ScoreDifference | undefined {
  return scores.find((score) => score.name === name);
}

function tokensOf({ inputTokens, outputTokens }: Pick<Cost, 'inputTokens' | 'outputTokens'>): number {
  return inputTokens + outputTokens;
}

/** Escapes Markdown in names of files and KBs. */
function plain(text: string): string {
  return text.replace(/\s+/g, ' ').replace(/[\\`*_{}[\]<>#|]/g, '\\$&');
}
