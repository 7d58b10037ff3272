/**
 * npm run measure -- missing-facts [--sample N] [--sets webqsp,grail,graph,cwq] [--show]
 *
 * Removes the facts that gold queries use from the KB, then asks their questions without a model. A right product refuses, or finds
 * the answer by other facts. Counts wrong answers, and those with a confidence of at least 0.5. No question is of a test split.
 */
import { basename, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { AskResult } from '../server/src/core/ask/ask-events';
import { DATA_VARIABLE } from '../server/src/core/language/text/environment-variables';
import { addGoldAnswers } from './ask/gold-answers';
import { askWithoutModel, portsWithoutModel } from './ask/ask-without-model';
import { keepsWithout } from './ask/remove-facts';
import { isTestSet, readQuestions, type GoldQuestion } from './ask/question-sets';
import { computeF1 } from './ask/training-questions';
import { DUMP, formatShare, openSchema, QUESTIONS, requireInputs } from './inputs';
import { dumpKb } from './store-kb';

const { values } = parseArgs({
  options: {
    sample: { type: 'string', default: '300' },
    sets: { type: 'string', default: 'webqsp,grail,graph,cwq' },
    show: { type: 'boolean', default: false },
  },
});
requireInputs({ dump: true });
process.env[DATA_VARIABLE] ??= resolve('server', 'data');
const CONFIDENT = 0.5;
/** An answer with at least this F1 was found by other facts. */
const RIGHT = 0.5;

void main();

async function main(): Promise<void> {
  const schema = openSchema();
  const questions = await sampleQuestions();
  const isKept = keepsWithout(
    questions.map(({ sparql }) => sparql),
    schema,
  );
  const ports = portsWithoutModel(dumpKb(DUMP, basename(DUMP), isKept), schema);
  const rows: { readonly set: string; readonly isRight: boolean; readonly result: AskResult }[] = [];
  for (const { set, question, gold } of questions) {
    const { result } = await askWithoutModel(question, ports);
    const answers = result.answers.map(({ value }) => value);
    rows.push({ set, isRight: computeF1(answers, new Set(gold)) >= RIGHT, result });
    if (values.show) show(question, result, rows.at(-1)?.isRight ? 'right' : result.kind);
  }
  for (const set of [...new Set(rows.map((row) => row.set)), 'all']) {
    const of = rows.filter((row) => set === 'all' || row.set === set);
    const wrong = of.filter(isWrong);
    const confident = wrong.filter(({ result }) => result.confidence.value >= CONFIDENT);
    console.log(
      `${set.padEnd(8)} ${of.length} questions, ${of.filter(({ isRight }) => isRight).length} answered by other facts, ${wrong.length} wrong (${formatShare(wrong.length, of.length)}), ${confident.length} with confidence (${formatShare(confident.length, of.length)})`,
    );
  }
}

function isWrong(row: { readonly isRight: boolean; readonly result: AskResult } | undefined): boolean {
  return row?.result.kind === 'answer' && !row.isRight;
}

/** An equal number of each set, with answers on the KB. */
async function sampleQuestions(): Promise<readonly GoldQuestion[]> {
  const sets = values.sets.split(',').filter((set) => !isTestSet(set));
  const all = readQuestions(QUESTIONS).filter(({ set, unanswerable }) => sets.includes(set) && !unanswerable);
  const answered = (await addGoldAnswers(all, DUMP)).filter(({ gold }) => gold.length);
  const most = Math.ceil(Number(values.sample) / sets.length);
  return sets.flatMap((name) => {
    const of = answered.filter(({ set }) => set === name);
    const step = Math.max(1, of.length / most);
    return Array.from({ length: Math.min(most, of.length) }, (_, at) => of[Math.floor(at * step)]).filter(
      (each) => each !== undefined,
    );
  });
}

function show(question: string, { confidence, answers, query = '' }: AskResult, outcome: string): void {
  const names = answers.slice(0, 3).map(({ name }) => name);
  const where = query.replace(/^[^]*?WHERE/, '').replace(/\s+/g, ' ');
  console.log(
    `  ${outcome} ${confidence.value} ${question}\n      ${names.join(', ')} ${where.slice(0, 170)}`,
  );
}
