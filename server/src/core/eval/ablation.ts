/** What each part is worth: the same questions with it and without it, each against itself. */
import { compareRuns, type ScoreDifference } from './compare';
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
  /** Without it less with it: what is below 0 is what it is worth. */
  readonly scores: readonly ScoreDifference[];
  /** Questions of another verdict or f1R. */
  readonly better: number;
  readonly worse: number;
  readonly cost: Omit<Cost, 'milliseconds'>;
}

export function ablationOf(base: Report, without: ReadonlyMap<Switch, Report>): Ablation {
  return {
    format: ABLATION_FORMAT,
    version: ABLATION_VERSION,
    base: base.run,
    scores: base.scores,
    cost: untimed(base.cost),
    parts: [...without].map(([off, report]) => {
      const { questions, scores, changes } = compareRuns(base, report);
      return {
        off,
        questions,
        scores,
        better: changes.filter(({ f1R }) => f1R > 0).length,
        worse: changes.filter(({ f1R }) => f1R < 0).length,
        cost: untimed(report.cost),
      };
    }),
  };
}

function untimed({ milliseconds: _, ...cost }: Cost): Omit<Cost, 'milliseconds'> {
  return cost;
}

/** A table, the part that is worth most first. */
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
    `# What each part is worth`,
    '',
    plain(`${base.dataset.name}, ${base.dataset.questions} questions, ${who.join(' ')}.`),
    ...(f1R
      ? [`With everything on, F1 is ${percent(f1R.value)} (${percent(f1R.low)} to ${percent(f1R.high)}).`]
      : []),
    'Each row is the run without one part, less the run with it, on the same questions; 95 % intervals of a paired bootstrap.',
    '',
    '| without | F1 | answerability | better | worse | calls | tokens | queries |',
    '| --- | --- | --- | --- | --- | --- | --- | --- |',
    `| nothing | | | | | ${cost.calls} | ${tokensOf(cost)} | ${cost.queries} |`,
    ...rows.map(
      (part) =>
        `| \`${part.off}\` | ${cell(part, 'f1R')} | ${cell(part, 'answerability')} | ${part.better} | ${part.worse} | ${part.cost.calls} | ${tokensOf(part.cost)} | ${part.cost.queries} |`,
    ),
    '',
  ].join('\n');
}

function differenceOf({ scores }: AblatedPart, name: ScoreDifference['name']): ScoreDifference | undefined {
  return scores.find((score) => score.name === name);
}

function tokensOf({ inputTokens, outputTokens }: Pick<Cost, 'inputTokens' | 'outputTokens'>): number {
  return inputTokens + outputTokens;
}

/** Names of files and KBs are not ours: nothing in them is markup. */
function plain(text: string): string {
  return text.replace(/\s+/g, ' ').replace(/[\\`*_{}[\]<>#|]/g, '\\$&');
}
