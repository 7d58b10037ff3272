/** Formats tables of the results of each set: for questions that the KB answers, and for the others. */
import { isPhrasing } from './question-sets';
import { addToList } from '../../server/src/core/language/text/multimap';
import { defaultAskSettings } from '../../server/src/settings/ask-settings';
import { mean, type RankedQuestion } from './cross-validation';

/** Thresholds to compare with the default. */
const THRESHOLDS = [0.1, 0.15, 0.2, 0.22, 0.25, 0.28, 0.3, 0.35];

export function formatReport(
  judged: readonly RankedQuestion[],
  confidences: ReadonlyMap<RankedQuestion, number>,
): readonly string[] {
  const isRefused = (one: RankedQuestion, threshold = DEFAULT_THRESHOLD): boolean =>
    (confidences.get(one) ?? 0) < threshold;
  const answerable = judged.filter(({ training }) => training.question.gold.length);
  const others = judged.filter(({ training }) => !training.question.gold.length);
  return [
    `Refused below ${DEFAULT_THRESHOLD}.`,
    '',
    '| Set | n | F1 before refusing | F1 | exact | refused | the best form there is | F1 by fold |',
    '| --- | --- | --- | --- | --- | --- | --- | --- |',
    ...groupBySet(answerable).map(([set, all]) => {
      const givenF1 = (one: RankedQuestion): number => (isRefused(one) ? 0 : one.f1);
      const byFold = [...new Set(all.map(({ training }) => training.fold))]
        .sort()
        .map((fold) => formatShare(all.filter(({ training }) => training.fold === fold).map(givenF1)));
      return formatRow(
        set,
        all.length,
        formatShare(all.map(({ f1 }) => f1)),
        `${formatShare(all.map(givenF1))} ± ${(100 * standardError(all.map(givenF1))).toFixed(1)}`,
        formatShare(all.map((one) => Number(givenF1(one) > 0.999))),
        formatShare(all.map((one) => Number(isRefused(one)))),
        formatShare(all.map(({ oracle }) => oracle)),
        byFold.join(' '),
      );
    }),
    '',
    '| Without an answer in the KB | n | recognised |',
    '| --- | --- | --- |',
    ...groupBySet(others).map(([set, all]) =>
      formatRow(set, all.length, formatShare(all.map((one) => Number(isRefused(one))))),
    ),
    '',
    '| Refused below, without phrasings and simple questions about what has no name | F1 | answerable refused | unanswerable recognised |',
    '| --- | --- | --- | --- |',
    ...THRESHOLDS.map((at) =>
      formatRow(
        at,
        formatShare(answerable.filter(countsForThreshold).map((one) => (isRefused(one, at) ? 0 : one.f1))),
        formatShare(answerable.filter(countsForThreshold).map((one) => Number(isRefused(one, at)))),
        formatShare(others.filter(countsForThreshold).map((one) => Number(isRefused(one, at)))),
      ),
    ),
  ];
}

/** Most simple questions are about entities without a name in the KB, and half of the phrasings are asked without their facts. */
function countsForThreshold({ training, isLinkable }: RankedQuestion): boolean {
  const { set } = training.question;
  return set === 'simple' ? isLinkable : !isPhrasing(set);
}

const DEFAULT_THRESHOLD = defaultAskSettings.threshold;

/** Groups by set. Simple questions whose entity has a name are also a group of their own. */
function groupBySet(
  judged: readonly RankedQuestion[],
): readonly (readonly [name: string, all: readonly RankedQuestion[]])[] {
  const groups = new Map<string, RankedQuestion[]>();
  const add = (name: string, one: RankedQuestion): void => addToList(groups, name, one);
  for (const one of judged) {
    const { set } = one.training.question;
    add(set, one);
    if (set === 'simple' && one.isLinkable) add('simple, named', one);
    if (set === 'grail' || set === 'graph') add('grail and graph', one);
  }
  return [...groups].sort(([left], [right]) => (left < right ? -1 : 1));
}

function formatRow(...cells: readonly (string | number)[]): string {
  return `| ${cells.join(' | ')} |`;
}

function formatShare(values: readonly number[]): string {
  return (100 * mean(values)).toFixed(1);
}

/** The standard error of the mean. */
function standardError(values: readonly number[]): number {
  const middle = mean(values);
  return Math.sqrt(mean(values.map((value) => (value - middle) ** 2)) / Math.max(1, values.length));
}
