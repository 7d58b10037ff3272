/**
 * npm run measure -- ask [--sets webqsp,grail,graph,cwq,simple] [--sample N] [--show-failures N] [--only SET]
 *
 * Measures answers without a model on questions that were not trained on: five folds, paraphrases in the same fold, each measured with
 * weights from the other four. Reads the KB in memory; `npm run cross-validate` measures the whole product. Needs questions
 * (FUNFUSIC_QUESTIONS) and a dump (FUNFUSIC_KB).
 */
import { parseArgs } from 'node:util';
import { printSExpr } from '../server/src/core/logical-form/print-sexpr';
import { crossValidate, type RankedQuestion } from './ask/cross-validation';
import { formatReport } from './ask/report';
import { SETS, type GoldQuestion } from './ask/question-sets';
import { DUMP, QUESTIONS } from './inputs';

const { values } = parseArgs({
  options: {
    sets: { type: 'string', default: SETS.join() },
    sample: { type: 'string', default: '200' },
    'show-failures': { type: 'string', default: '0' },
    only: { type: 'string' },
  },
});

void main();

async function main(): Promise<void> {
  const began = performance.now();
  const { judged, confidences } = await crossValidate({
    questions: QUESTIONS,
    dump: DUMP,
    sets: values.sets.split(','),
    sample: Number(values.sample),
    onProgress: (message) =>
      console.error(`${((performance.now() - began) / 1000).toFixed(0)} s: ${message}`),
  });
  for (const line of formatReport(judged, confidences)) console.log(line);
  printFailures(judged, confidences);
}

function printFailures(
  judged: readonly RankedQuestion[],
  confidences: ReadonlyMap<RankedQuestion, number>,
): void {
  const failures = judged.filter(
    ({ training, f1 }) =>
      (values.only === undefined || training.question.set === values.only) &&
      f1 < 0.7 &&
      training.question.gold.length,
  );
  for (const { training, best, f1, oracle } of failures.slice(0, Number(values['show-failures']))) {
    const right = training.f1.indexOf(oracle);
    const form = (at: number): string => {
      const candidate = training.candidates[at];
      return candidate ? printSExpr(candidate.expr) : 'none';
    };
    console.log(
      `${training.question.set} ${training.question.question}\n  ${f1.toFixed(2)} ${form(best)}\n  ${oracle.toFixed(2)} ${oracle ? form(right) : ''}\n  gold ${shortenGold(training.question)}`,
    );
  }
  if (values.only !== undefined && Number(values['show-failures']))
    for (const one of judged
      .filter(({ training }) => training.question.set === values.only && !training.question.gold.length)
      .slice(0, 40)) {
      const candidate = one.training.candidates[one.best];
      console.log(
        `none ${confidences.get(one)?.toFixed(2) ?? ''} ${one.training.question.question}\n   ${candidate ? printSExpr(candidate.expr) : ''}`,
      );
    }
}

function shortenGold({ sparql }: GoldQuestion): string {
  return sparql
    .replace(/^[^]*?WHERE/, '')
    .replace(/\s+/g, ' ')
    .slice(0, 240);
}
