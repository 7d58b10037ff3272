/**
 * npm run asks -- [--sets webqsp,grail,graph,cwq,simple] [--sample N] [--show-failures N] [--only SET]
 *
 * Answers without any model, measured on questions that the ranker was not trained on: five folds by the words of the question, each
 * measured with weights learnt from the other four. Takes the questions (FUNFUSIC_QUESTIONS) and a dump (FUNFUSIC_KB). The KB is
 * walked in memory; tools/ask-f1.ts asks through the product.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { printSExpr } from '../server/src/core/sexpr/print-sexpr';
import { folds, mean, takeCourse, type Judged } from './asks/course';
import type { AskedQuestion } from './asks/question-sets';

const { values } = parseArgs({
  options: {
    sets: { type: 'string', default: 'webqsp,more,grail,graph,cwq,models,simple' },
    sample: { type: 'string', default: '200' },
    'show-failures': { type: 'string', default: '0' },
    only: { type: 'string' },
  },
});

const THRESHOLDS = [0.1, 0.15, 0.2, 0.25, 0.3, 0.35];

void main();

async function main(): Promise<void> {
  const began = performance.now();
  const { judged, sure } = await takeCourse({
    questions: process.env['FUNFUSIC_QUESTIONS'] ?? join('..', 'shared', 'questions'),
    dump: process.env['FUNFUSIC_KB'] ?? join('..', 'shared', 'kb', 'mini-freebase.nt.gz'),
    sets: values.sets.split(','),
    sample: Number(values.sample),
    tell: (message) => console.error(`${((performance.now() - began) / 1000).toFixed(0)} s: ${message}`),
  });
  const groups = new Map<string, Judged[]>();
  for (const one of judged) {
    const { set, gold } = one.lesson.question;
    push(groups, gold.length ? set : `${set}, empty`, one);
    if (set === 'grail' || set === 'graph')
      push(groups, gold.length ? 'both abilities' : 'both abilities, empty', one);
  }
  for (const [set, all] of [...groups].sort(([left], [right]) => (left < right ? -1 : 1)))
    console.log(line(set, all, sure));
  show(judged, sure);
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

function show(judged: readonly Judged[], sure: ReadonlyMap<Judged, number>): void {
  const failures = judged.filter(
    ({ lesson, f1 }) =>
      (values.only === undefined || lesson.question.set === values.only) &&
      f1 < 0.7 &&
      lesson.question.gold.length,
  );
  for (const { lesson, best, f1, oracle } of failures.slice(0, Number(values['show-failures']))) {
    const right = lesson.f1.indexOf(oracle);
    const form = (at: number): string => {
      const candidate = lesson.candidates[at];
      return candidate ? printSExpr(candidate.expr) : 'none';
    };
    console.log(
      `${lesson.question.set} ${lesson.question.question}\n  ${f1.toFixed(2)} ${form(best)}\n  ${oracle.toFixed(2)} ${oracle ? form(right) : ''}\n  gold ${goldOf(lesson.question)}`,
    );
  }
  if (values.only !== undefined && Number(values['show-failures']))
    for (const one of judged
      .filter(({ lesson }) => lesson.question.set === values.only && !lesson.question.gold.length)
      .slice(0, 40)) {
      const candidate = one.lesson.candidates[one.best];
      console.log(
        `none ${sure.get(one)?.toFixed(2) ?? ''} ${one.lesson.question.question}\n   ${candidate ? printSExpr(candidate.expr) : ''}`,
      );
    }
}

function goldOf({ sparql }: AskedQuestion): string {
  return sparql
    .replace(/^[^]*?WHERE/, '')
    .replace(/\s+/g, ' ')
    .slice(0, 240);
}
