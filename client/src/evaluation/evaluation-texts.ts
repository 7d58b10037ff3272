import { formatNumber, plural, t } from '../../shared/l10n';
import type {
  EvalProgress,
  EvaluationInfo,
  EvaluationQuestion,
  Grouping,
  Score,
  ScoreName,
  AnswerVerdict,
} from '../../../server/src/protocol/index';

/** Texts about evaluations. This file does not import the editor, so that the texts can be tested. */

export const scoreMeanings = (): Readonly<Record<ScoreName, string>> => ({
  f1R: t(
    'Compared with the answers on the KB that was used. Counts as 1 if there are none and none are returned.',
  ),
  f1L: t('The better of precision and recall against the answers of the KB and the ideal answers.'),
  precision: t('Of the best-matching interpretation.'),
  recall: t('Of the best-matching interpretation.'),
  emGraph: t('The logical form equals the one in the dataset, compared as a graph.'),
  emSubstring: t('As published: the names of the gold query appear in the text of the predicted query.'),
  hits1: t('The probability that an answer drawn at random is correct.'),
  exactAnswers: t('The answers are exactly the correct ones.'),
  answerability: t('Whether the system correctly decides if the question can be answered.'),
});

export const verdictNames = (): Readonly<Record<AnswerVerdict, string>> => ({
  right: t('Correct'),
  partly: t('Partly correct'),
  wrong: t('Wrong'),
  abstained: t('Correctly called unanswerable'),
  refused: t('Wrongly called unanswerable'),
  invented: t('Answered, but unanswerable'),
  failed: t('Failed'),
  unjudged: t('Not scored'),
  missing: t('Not asked yet'),
});

/** For example: Wrong, F1(R) 0.0 */
export const verdictText = ({ verdict, f1R }: Pick<EvaluationQuestion, 'verdict' | 'f1R'>): string =>
  [verdictNames()[verdict], ...(f1R === undefined ? [] : [`F1(R) ${digits(f1R)}`])].join(', ');

export const groupingNames = (): Readonly<Record<Grouping['by'], string>> => ({
  answerability: t('By answerability'),
  level: t('By generalization level'),
  function: t('By function'),
  hops: t('By number of hops'),
  strategy: t('By strategy'),
});

/** A score in percent, such as 71.2 (68.1–74.2). */
export function scoreText({ value, low, high }: Score): string {
  return `${digits(value)} (${digits(low)}–${digits(high)})`;
}

/** The same for screen readers. */
export function scoreLabel({ value, low, high, n }: Score): string {
  return t('{0}, between {1} and {2}, of {3}', digits(value), digits(low), digits(high), questions(n));
}

export const digits = (value: number): string => (100 * value).toFixed(1);

export const questions = (n: number): string => plural(n, '{0} question', '{0} questions');

/** A name that the editor has generated ends with a time stamp. */
const isGenerated = ({ name }: EvaluationInfo): boolean => /-\d{8}-\d{6}$/.test(name);

/** The name that the user has given, or dataset, strategy, model and time. */
export function runTitle(info: EvaluationInfo): string {
  const { name, facts } = info;
  if (!isGenerated(info)) return name;
  return [...namesOf(info), ...(facts.model === undefined ? [t('no model')] : []), timeText(info)].join(
    ' · ',
  );
}

/** Without the time, and with the model only if there is one, so that a narrow view still shows the score. */
export function shortRunTitle(info: EvaluationInfo): string {
  return isGenerated(info) ? namesOf(info).join(' · ') : info.name;
}

function namesOf({ facts: { dataset, strategy, model } }: EvaluationInfo): readonly string[] {
  return [dataset.name.replace(/\.[^.]+$/, ''), strategy, ...(model === undefined ? [] : [model])];
}

export function timeText({ began }: EvaluationInfo): string {
  return new Date(began).toLocaleString([], { dateStyle: 'medium', timeStyle: 'short' });
}

/** For example: F1 71.2 (68.1–74.2) · 100 · Sample. Progress comes first, because the end may be cut off. */
export function runDescription(info: EvaluationInfo): string {
  const { facts, f1R, done, total, state } = info;
  const score = f1R && `F1 ${scoreText(f1R)}`;
  const progress =
    state === 'finished'
      ? [score, formatNumber(done)]
      : [stateTexts()[state], `${formatNumber(done)}/${formatNumber(total)}`, score];
  const inTitle = isGenerated(info);
  const parts = [...progress, ...(inTitle ? [facts.kb] : [facts.strategy, facts.kb, facts.model])];
  return parts.filter(Boolean).join(' · ');
}

const stateTexts = (): Readonly<Record<EvaluationInfo['state'], string>> => ({
  running: t('running'),
  stopped: t('stopped'),
  finished: '',
});

export function runLabel(info: EvaluationInfo): string {
  const { facts, f1R, done, total, state } = info;
  const model = facts.model === undefined ? t('without a model') : t('with {0}', facts.model);
  return [
    t('evaluation {0}', runTitle(info)),
    state === 'finished' ? t('finished') : stateTexts()[state],
    t('{0} of {1}', formatNumber(done), questions(total)),
    f1R && `F1 ${scoreLabel(f1R)}`,
    t('strategy {0}', facts.strategy),
    t('on {0}', facts.kb),
    model,
  ]
    .filter(Boolean)
    .join(', ');
}

/** The lines of a tooltip. */
export function runFacts(info: EvaluationInfo): readonly string[] {
  const { facts, began, ended, f1R, done, total } = info;
  const { dataset } = facts;
  return [
    dataset.bad
      ? t('Dataset: {0} ({1}), {2} invalid rows', dataset.name, dataset.shape, formatNumber(dataset.bad))
      : t('Dataset: {0} ({1})', dataset.name, dataset.shape),
    t('{0} of {1} asked', formatNumber(done), questions(total)),
    ...(f1R ? [t('F1(R): {0}, 95% interval', scoreText(f1R))] : []),
    t('Strategy: {0}, threshold {1}', facts.strategy, facts.threshold),
    t('KB: {0}, model: {1}', facts.kb, facts.model ?? t('none')),
    facts.gold === 'kb'
      ? t('Gold answers: from running the gold queries on the KB')
      : t('Gold answers: from the dataset'),
    ...(facts.off.length ? [t('Disabled: {0}', facts.off.join(', '))] : []),
    ...(facts.oracle.length ? [t('Oracles: {0}', facts.oracle.join(', '))] : []),
    ended === undefined
      ? t('Started {0}', new Date(began).toLocaleString())
      : t('Started {0}, finished {1}', new Date(began).toLocaleString(), new Date(ended).toLocaleString()),
  ];
}

/** Example: 12/100 · F1 71.2 · 3 min left */
export function progressText({ done, total, f1R, millisecondsLeft, money }: EvalProgress): string {
  const parts = [
    `${formatNumber(done)}/${formatNumber(total)}`,
    f1R === undefined ? '' : `F1 ${digits(f1R)}`,
    money ? t('{0} spent', money.toFixed(2)) : '',
    millisecondsLeft === undefined || done >= total ? '' : t('{0} left', duration(millisecondsLeft)),
  ];
  return parts.filter(Boolean).join(' · ');
}

/** Rounded up. */
export function duration(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1000);
  if (seconds < 60) return t('{0} s', seconds);
  const minutes = Math.ceil(seconds / 60);
  if (minutes < 60) return t('{0} min', minutes);
  return t('{0} h {1} min', Math.floor(minutes / 60), minutes % 60);
}

/** The message at the end of an evaluation. */
export function endingText(info: EvaluationInfo): string {
  const { state, facts, done, total, f1R } = info;
  const { bad } = facts.dataset;
  const isFinished = state === 'finished';
  const title = runTitle(info);
  return [
    isFinished
      ? t('{0}: finished, {1}.', title, questions(done))
      : t(
          '{0}: stopped after {1} of {2}. The results are saved.',
          title,
          formatNumber(done),
          questions(total),
        ),
    ...(f1R ? [`F1(R): ${scoreText(f1R)}.`] : []),
    ...(isFinished && bad
      ? [plural(bad, '{0} invalid row was left out.', '{0} invalid rows were left out.')]
      : []),
  ].join(' ');
}
