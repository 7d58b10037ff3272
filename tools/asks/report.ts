/** How the questions of each set were answered, a line each; those without an answer apart. */
import { folds, mean, type Judged } from './course';

const THRESHOLDS = [0.1, 0.15, 0.2, 0.25, 0.3, 0.35];

export function report(judged: readonly Judged[], sure: ReadonlyMap<Judged, number>): readonly string[] {
  const groups = new Map<string, Judged[]>();
  for (const one of judged) {
    const { set, gold } = one.lesson.question;
    push(groups, gold.length ? set : `${set}, empty`, one);
    if (set === 'grail' || set === 'graph')
      push(groups, gold.length ? 'both abilities' : 'both abilities, empty', one);
  }
  return [...groups]
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([set, all]) => line(set, all, sure));
}

function line(set: string, all: readonly Judged[], sure: ReadonlyMap<Judged, number>): string {
  const share = (value: (one: Judged) => number): string =>
    (100 * mean(all.map(value))).toFixed(1).padStart(5);
  const f1 = mean(all.map((one) => one.f1));
  const error = Math.sqrt(mean(all.map((one) => (one.f1 - f1) ** 2)) / all.length);
  const refused = THRESHOLDS.map(
    (at) => `${at}: ${share((one) => ((sure.get(one) ?? 0) < at ? 1 : 0))}`,
  ).join(' ');
  if (!all[0]?.lesson.question.gold.length)
    return `${set.padEnd(22)} n ${String(all.length).padStart(4)}  refused below ${refused}`;
  const byFold = folds().map((fold) =>
    (100 * mean(all.filter(({ lesson }) => lesson.fold === fold).map((one) => one.f1))).toFixed(0),
  );
  return `${set.padEnd(22)} n ${String(all.length).padStart(4)}  refused below ${refused}  F1 ${share((one) => one.f1)} ± ${(100 * error).toFixed(1)} (${byFold.join(' ')})  exact ${share((one) => (one.f1 > 0.999 ? 1 : 0))}  some ${share((one) => (one.f1 > 0 ? 1 : 0))}  best there is ${share(({ oracle }) => oracle)}`;
}

function push<Value>(map: Map<string, Value[]>, key: string, value: Value): void {
  const list = map.get(key);
  if (list) list.push(value);
  else map.set(key, [value]);
}
