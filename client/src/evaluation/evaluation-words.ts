import type {
  EvalProgress,
  EvaluationInfo,
  Grouping,
  Score,
  ScoreName,
  Verdict,
} from '../../../server/src/protocol/index';

/** Evaluations in words. Nothing here knows the editor, so that every wording can be tested. */

export const SCORE_MEANINGS: Readonly<Record<ScoreName, string>> = {
  f1R: 'Against the answers on the KB that was asked; where there are none, 1 for saying so.',
  f1L: 'Precision and recall each the better of those against the answers of the KB and against the ideal ones.',
  precision: 'Of the reading that is met best.',
  recall: 'Of the reading that is met best.',
  emGraph: 'The logical form is that of the dataset, as a graph.',
  emSubstring:
    'As it was published: the names of the right query stand in the text of the one that was found.',
  hits1: 'The first answer is a right one.',
  exactAnswers: 'The answers are the right ones, no more and no less.',
  answerability: 'Whether it was rightly said that it can be answered, or cannot.',
};

export const VERDICT_NAMES: Readonly<Record<Verdict, string>> = {
  right: 'Right',
  partly: 'Partly right',
  wrong: 'Wrong',
  abstained: 'Rightly called unanswerable',
  refused: 'Wrongly called unanswerable',
  invented: 'Answered, though unanswerable',
  failed: 'Failed',
  unjudged: 'Not judged',
  missing: 'Not asked yet',
};

export const GROUPING_NAMES: Readonly<Record<Grouping['by'], string>> = {
  answerability: 'By answerability',
  level: 'By generalisation level',
  function: 'By function',
  hops: 'By number of hops',
  strategy: 'By strategy',
};

/** In per cent, such as: 71.2 (68.1–74.2). */
export function scoreText({ value, low, high }: Score): string {
  return `${digits(value)} (${digits(low)}–${digits(high)})`;
}

/** The same for those who hear it. */
export function scoreSpoken({ value, low, high, n }: Score): string {
  return `${digits(value)}, between ${digits(low)} and ${digits(high)}, of ${questions(n)}`;
}

export const digits = (value: number): string => (100 * value).toFixed(1);

export const questions = (n: number): string => `${count(n)} ${n === 1 ? 'question' : 'questions'}`;

export const count = (n: number): string => n.toLocaleString('en');

/** Without the time, which every name ends with that is not the user's own. */
export const shortName = ({ name }: EvaluationInfo): string => name.replace(/-\d{8}-\d{6}$/, '');

/** Such as: F1 71.2 (68.1–74.2) · 100 · rng-kbqa · Sample. As long as it is not finished, how far it is comes first: the end may be cut off. */
export function runDescription(info: EvaluationInfo): string {
  const { facts, f1R, done, total, state } = info;
  const score = f1R && `F1 ${scoreText(f1R)}`;
  const course =
    state === 'finished' ? [score, count(done)] : [STATES[state], `${count(done)}/${count(total)}`, score];
  const parts = [...course, facts.strategy, facts.kb, facts.model];
  return parts.filter(Boolean).join(' · ');
}

const STATES: Readonly<Record<EvaluationInfo['state'], string>> = {
  running: 'running',
  stopped: 'stopped',
  finished: '',
};

export function runSpoken(info: EvaluationInfo): string {
  const { name, facts, f1R, done, total, state } = info;
  const score = f1R ? `, F1 ${scoreSpoken(f1R)}` : '';
  const model = facts.model === undefined ? 'without a model' : `with ${facts.model}`;
  return `evaluation ${name}, ${state}, ${count(done)} of ${questions(total)}${score}, by ${facts.strategy}, on ${facts.kb}, ${model}`;
}

/** One fact a line. */
export function runFacts(info: EvaluationInfo): readonly string[] {
  const { facts, began, ended, f1R, done, total } = info;
  const { dataset } = facts;
  const bad = dataset.bad ? `, ${count(dataset.bad)} rows could not be read` : '';
  return [
    `Dataset: ${dataset.name} (${dataset.shape})${bad}`,
    `${count(done)} of ${questions(total)} asked`,
    ...(f1R ? [`F1(R): ${scoreText(f1R)}, 95 % interval`] : []),
    `Strategy: ${facts.strategy}, threshold ${facts.threshold}`,
    `KB: ${facts.kb}, model: ${facts.model ?? 'none'}`,
    `Right answers: ${facts.gold === 'kb' ? 'by running the right queries on the KB' : 'of the dataset'}`,
    ...(facts.off.length ? [`Switched off: ${facts.off.join(', ')}`] : []),
    ...(facts.oracle.length ? [`Given away: ${facts.oracle.join(', ')}`] : []),
    `Began ${new Date(began).toLocaleString()}${ended === undefined ? '' : `, ended ${new Date(ended).toLocaleString()}`}`,
  ];
}

/** Such as: 12/100 · F1 71.2 · 3 min left. */
export function progressText({ done, total, f1R, millisecondsLeft, money }: EvalProgress): string {
  const parts = [
    `${count(done)}/${count(total)}`,
    f1R === undefined ? '' : `F1 ${digits(f1R)}`,
    money ? `${money.toFixed(2)} spent` : '',
    millisecondsLeft === undefined || done >= total ? '' : `${duration(millisecondsLeft)} left`,
  ];
  return parts.filter(Boolean).join(' · ');
}

/** Roughly: nobody knows it better. */
export function duration(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1000);
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.ceil(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** What is said when one has ended. */
export function endingText({ name, state, done, total, f1R }: EvaluationInfo): string {
  const score = f1R ? ` F1(R) is ${scoreText(f1R)}.` : '';
  return state === 'finished'
    ? `${name}: ${questions(done)} asked.${score}`
    : `${name}: stopped after ${count(done)} of ${questions(total)}, which are kept.${score}`;
}
