/**
 * npm run measure -- missing-facts [--sample N] [--sets webqsp,grail,graph,cwq] [--show] [--folds]
 *
 * Removes the facts that gold queries use from the KB, then asks their questions without a model. A right product refuses, or finds
 * the answer by other facts. Counts wrong answers, and those with a confidence of at least 0.5. No question is of a test split.
 * The same questions are then asked on the whole KB, for the calibration error when half of all questions lack their facts. With
 * `--folds`, each is asked with data from the other folds (.cache/folds, by `npm run generate -- train`).
 */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { AskPorts } from '../server/src/core/ask/ask-ports';
import type { AskResult } from '../server/src/core/ask/ask-events';
import { loadBundledSchema } from '../server/src/adapters/bundled-schema';
import { dataFile } from '../server/src/compose/paths';
import { DATA_VARIABLE } from '../server/src/core/language/text/environment-variables';
import { calibrationOf } from '../server/src/evaluation/score/calibration';
import { addGoldAnswers } from './ask/gold-answers';
import { foldDataFolder } from './ask/fold-data';
import { askWithoutModel, portsWithoutModel } from './ask/ask-without-model';
import { keepsWithout } from './ask/remove-facts';
import { isTestSet, readFolds, readQuestions, type GoldQuestion } from './ask/question-sets';
import { computeF1 } from './ask/training-questions';
import { folds } from './folds';
import { DUMP, formatShare, QUESTIONS, requireInputs } from './inputs';
import { dumpKb } from './store-kb';

const { values } = parseArgs({
  options: {
    sample: { type: 'string', default: '300' },
    sets: { type: 'string', default: 'webqsp,grail,graph,cwq' },
    show: { type: 'boolean', default: false },
    folds: { type: 'boolean', default: false },
    /** For `--folds`: asks the questions of this fold and writes the answers to `out`. */
    fold: { type: 'string' },
    out: { type: 'string', default: join('.cache', 'missing-facts.json') },
  },
});
requireInputs({ dump: true });
if (values.fold !== undefined) process.env[DATA_VARIABLE] = foldDataFolder(Number(values.fold));
process.env[DATA_VARIABLE] ??= resolve('server', 'data');
const CONFIDENT = 0.5;
/** An answer with at least this F1 was found by other facts. */
const RIGHT = 0.5;

void main();

async function main(): Promise<void> {
  const { without, whole } = values.folds ? askFolds() : await askBoth();
  if (values.fold !== undefined) {
    writeFileSync(values.out, JSON.stringify({ without, whole }));
    return;
  }
  for (const set of [...new Set(without.map((row) => row.set)), 'all']) {
    const of = without.filter((row) => set === 'all' || row.set === set);
    const wrong = of.filter(isWrong);
    const confident = wrong.filter(({ confidence }) => confidence >= CONFIDENT);
    console.log(
      `${set.padEnd(8)} ${of.length} questions, ${of.filter(isRight).length} answered by other facts, ${wrong.length} wrong (${formatShare(wrong.length, of.length)}), ${confident.length} with confidence (${formatShare(confident.length, of.length)})`,
    );
  }
  showCalibration('without the facts', without);
  showCalibration('with them', whole);
  showCalibration('of both', [...without, ...whole]);
}

interface Both {
  readonly without: readonly Row[];
  readonly whole: readonly Row[];
}

/** One process for each fold, because the weights are loaded once. */
function askFolds(): Both {
  const [program = '', ...args] = process.argv.slice(1);
  const asked = folds().map((fold) => {
    const options = [...args.filter((arg) => arg !== '--folds'), '--fold', String(fold)];
    const { status } = spawnSync(process.execPath, [...process.execArgv, program, ...options], {
      stdio: 'inherit',
    });
    if (status !== 0) throw new Error(`Fold ${fold} ended with ${status ?? 'a signal'}.`);
    return JSON.parse(readFileSync(values.out, 'utf8')) as Both;
  });
  return { without: asked.flatMap(({ without }) => without), whole: asked.flatMap(({ whole }) => whole) };
}

async function askBoth(): Promise<Both> {
  const schema = loadBundledSchema(dataFile('freebase.schema'));
  const sample = await sampleQuestions();
  const split = readFolds(QUESTIONS);
  const questions = sample.filter(
    (one) => values.fold === undefined || split.foldOf(one) === Number(values.fold),
  );
  const isKept = keepsWithout(
    sample.map(({ sparql }) => sparql),
    schema,
  );
  const without = await askAll(questions, portsWithoutModel(dumpKb(DUMP, basename(DUMP), isKept), schema));
  const whole = await askAll(questions, portsWithoutModel(dumpKb(DUMP, basename(DUMP)), schema));
  return { without, whole };
}

interface Row {
  readonly set: string;
  readonly kind: AskResult['kind'];
  readonly confidence: number;
  readonly f1R: number;
}

async function askAll(questions: readonly GoldQuestion[], ports: AskPorts): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (const { set, question, gold } of questions) {
    const { result } = await askWithoutModel(question, ports);
    const answers = result.answers.map(({ value }) => value);
    const f1R = computeF1(answers, new Set(gold));
    const row = { set, kind: result.kind, confidence: result.confidence.value, f1R };
    rows.push(row);
    if (values.show) show(question, result, isRight(row) ? 'right' : row.kind);
  }
  return rows;
}

function isRight({ f1R }: Row): boolean {
  return f1R >= RIGHT;
}

function isWrong(row: Row): boolean {
  return row.kind === 'answer' && !isRight(row);
}

function showCalibration(name: string, rows: readonly Row[]): void {
  const answers = rows.filter(({ kind }) => kind === 'answer');
  const { error = 0, bins = [] } = calibrationOf(answers) ?? {};
  console.log(`calibration error ${name}: ${error.toFixed(3)} of ${answers.length} answers`);
  for (const { n, confidence, f1R } of bins)
    console.log(`  ${n} with confidence ${confidence.toFixed(2)}: F1 ${f1R.toFixed(2)}`);
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
