/** How the questions of each set were answered, as tables: those that the KB answers, and those that it does not. */
import { defaultAskSettings } from '../../server/src/settings/ask-settings';
import { folds } from '../folds';
import { mean, type Judged } from './course';

/** Besides the one that comes along. */
const THRESHOLDS = [0.1, 0.15, 0.2, 0.22, 0.25, 0.28, 0.3, 0.35];

export function report(judged: readonly Judged[], sure: ReadonlyMap<Judged, number>): readonly string[] {
  const isRefused = (one: Judged, threshold = SHIPPED): boolean => (sure.get(one) ?? 0) < threshold;
  const answerable = judged.filter(({ lesson }) => lesson.question.gold.length);
  const others = judged.filter(({ lesson }) => !lesson.question.gold.length);
  return [
    `Refused below ${SHIPPED}.`,
    '',
    '| Set | n | F1 before refusing | F1 | exact | refused | the best form there is | F1 by fold |',
    '| --- | --- | --- | --- | --- | --- | --- | --- |',
    ...groups(answerable).map(([set, all]) => {
      const told = (one: Judged): number => (isRefused(one) ? 0 : one.f1);
      const byFold = folds().map((fold) => share(all.filter(({ lesson }) => lesson.fold === fold).map(told)));
      return row(
        set,
        all.length,
        share(all.map(({ f1 }) => f1)),
        `${share(all.map(told))} ± ${(100 * errorOf(all.map(told))).toFixed(1)}`,
        share(all.map((one) => Number(told(one) > 0.999))),
        share(all.map((one) => Number(isRefused(one)))),
        share(all.map(({ oracle }) => oracle)),
        byFold.join(' '),
      );
    }),
    '',
    '| Without an answer in the KB | n | recognised |',
    '| --- | --- | --- |',
    ...groups(others).map(([set, all]) =>
      row(set, all.length, share(all.map((one) => Number(isRefused(one))))),
    ),
    '',
    '| Refused below, of all but simple questions about what has no name | F1 | answerable refused | unanswerable recognised |',
    '| --- | --- | --- | --- |',
    ...THRESHOLDS.map((at) =>
      row(
        at,
        share(answerable.filter(canBeLinked).map((one) => (isRefused(one, at) ? 0 : one.f1))),
        share(answerable.filter(canBeLinked).map((one) => Number(isRefused(one, at)))),
        share(others.filter(canBeLinked).map((one) => Number(isRefused(one, at)))),
      ),
    ),
  ];
}

/** By its name: of the simple questions most are about what has none in the KB. */
function canBeLinked({ lesson, named }: Judged): boolean {
  return lesson.question.set !== 'simple' || named;
}

const SHIPPED = defaultAskSettings.threshold;

/** By their sets; of the simple ones those apart whose entity can be found by a name. */
function groups(judged: readonly Judged[]): readonly (readonly [name: string, all: readonly Judged[]])[] {
  const found = new Map<string, Judged[]>();
  const put = (name: string, one: Judged): void => {
    const list = found.get(name);
    if (list) list.push(one);
    else found.set(name, [one]);
  };
  for (const one of judged) {
    const { set } = one.lesson.question;
    put(set, one);
    if (set === 'simple' && one.named) put('simple, named', one);
    if (set === 'grail' || set === 'graph') put('grail and graph', one);
  }
  return [...found].sort(([left], [right]) => (left < right ? -1 : 1));
}

function row(...cells: readonly (string | number)[]): string {
  return `| ${cells.join(' | ')} |`;
}

function share(values: readonly number[]): string {
  return (100 * mean(values)).toFixed(1);
}

/** Of the mean. */
function errorOf(values: readonly number[]): number {
  const middle = mean(values);
  return Math.sqrt(mean(values.map((value) => (value - middle) ** 2)) / Math.max(1, values.length));
}
