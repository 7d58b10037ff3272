/**
 * npm run measure -- loop [--models 0,3,6,9] [--accuracy 0.85,0.7] [--strategy auto] [--rounds 4]
 *
 * Asks questions with a server that replies with queries of real models (proposing-model.mjs and proposals.json in FUNFUSIC_LOOP), and
 * prints F1 of the first proposal alone, of the answer of `funfusic eval`, of the best proposal that it could see, and of asking
 * without a model, with the number of wrong answers that have a confidence of 0.9 or more, and the calls and tokens used.
 * `--accuracy` is passed to the server, so it may also name a judge that another server knows, such as one that always agrees. Needs
 * a dump (FUNFUSIC_KB) and `npm run build`.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { answersOf } from '../server/src/core/repair/answers-of';
import { parseQuery } from '../server/src/core/language/sparql/parse';
import { FREEBASE } from '../server/src/core/language/rdf/names';
import type { Prediction } from '../server/src/evaluation/prediction';
import { computeF1 } from './ask/training-questions';
import { mean } from './ask/cross-validation';
import { DUMP } from './inputs';
import { dumpKb } from './store-kb';

interface LoopQuestion {
  readonly gold: string;
  readonly answers: readonly string[];
  readonly proposals: readonly { readonly model: string; readonly query: string | null }[];
}

const FOLDER = process.env['FUNFUSIC_LOOP'] ?? join('..', 'shared', 'loop');
const OUT = join('.cache', 'loop');
const { values } = parseArgs({
  options: {
    models: { type: 'string', default: '0,3,6,9' },
    accuracy: { type: 'string', default: '0.85' },
    strategy: { type: 'string', default: 'auto' },
    rounds: { type: 'string', default: '4' },
    list: { type: 'boolean', default: false },
  },
});

void main();

async function main(): Promise<void> {
  const questions = Object.entries(
    JSON.parse(readFileSync(join(FOLDER, 'proposals.json'), 'utf8')) as Record<string, LoopQuestion>,
  );
  rmSync(OUT, { recursive: true, force: true });
  mkdirSync(OUT, { recursive: true });
  const dataset = join(OUT, 'questions.jsonl');
  writeFileSync(
    dataset,
    questions
      .map(([question, { gold, answers }]) => `${JSON.stringify({ question, answers, sparql: gold })}\n`)
      .join(''),
  );
  const gold = new Map(questions.map(([question, { answers }]) => [question, new Set(answers)]));
  const proposalScores = await scoreProposals(questions);
  const withoutModel = readPredictions(evaluate(dataset, 'no-model', ['--model', 'none']));
  const f1Of = ({ question, kind, answers }: Prediction): number =>
    kind === 'answer' ? computeF1(answers, gold.get(question) ?? new Set()) : 0;
  console.log(
    '| model | accuracy | first proposal | best proposal seen | without a model | product | unanswerable | confidently wrong | calls | tokens |',
  );
  console.log('| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |');
  for (const accuracy of values.accuracy.split(','))
    for (const model of values.models.split(',').map(Number)) {
      const predictions = await withModel(accuracy, (address) =>
        readPredictions(
          evaluate(dataset, `sim-${model}-${accuracy}`, [
            ...['--model', `sim-${model}`, '--model-url', `${address}/v1`],
            ...['--strategy', values.strategy, '--rounds', values.rounds],
          ]),
        ),
      );
      const seen = [...Array(Number(values.rounds) + 1).keys()].map((round) => model + round);
      console.log(
        formatRow([
          questions[0]?.[1].proposals[model]?.model ?? '',
          accuracy,
          ...[
            proposalScores.map((scores) => scores[model] ?? 0),
            proposalScores.map((scores) => Math.max(...seen.map((at) => scores[at % scores.length] ?? 0))),
            withoutModel.map(f1Of),
            predictions.map(f1Of),
          ].map((scores) => (100 * mean(scores)).toFixed(1)),
          predictions.filter(({ kind }) => kind !== 'answer').length,
          predictions.filter((one) => isConfidentlyWrong(one, f1Of(one))).length,
          mean(predictions.map(({ usage }) => usage.calls)).toFixed(1),
          mean(predictions.map(({ usage }) => usage.tokens.input + usage.tokens.output)).toFixed(0),
        ]),
      );
      if (values.list)
        for (const prediction of predictions.filter((one) => f1Of(one) < 0.99)) {
          const without = withoutModel.find(({ question }) => question === prediction.question);
          console.error(
            `${prediction.question}: ${prediction.kind} ${f1Of(prediction).toFixed(2)}, without a model ${without ? f1Of(without).toFixed(2) : ''}\n  ${prediction.explanation}`,
          );
        }
    }
}

function isConfidentlyWrong({ kind, confidence }: Prediction, f1: number): boolean {
  return kind === 'answer' && confidence >= 0.9 && f1 < 0.5;
}

/** F1 of each proposal of each question. */
async function scoreProposals(
  questions: readonly (readonly [string, LoopQuestion])[],
): Promise<readonly (readonly number[])[]> {
  const kb = dumpKb(DUMP, 'Mini');
  const never = new AbortController().signal;
  const scores: (readonly number[])[] = [];
  for (const [, { answers, proposals }] of questions) {
    const row: number[] = [];
    for (const { query } of proposals) {
      if (query === null) {
        row.push(0);
        continue;
      }
      const execution = await kb.execute(query, { timeoutMs: 60_000, maxRows: 10_000 }, never);
      const given = answersOf(parseQuery(query, 'virtuoso'), execution) ?? [];
      row.push(
        computeF1([...new Set(given.map((answer) => answer.replace(FREEBASE, '')))], new Set(answers)),
      );
    }
    scores.push(row);
  }
  await kb.close();
  return scores;
}

async function withModel<T>(accuracy: string, action: (address: string) => T): Promise<T> {
  const port = await freePort();
  const server = spawn(
    process.execPath,
    [join(FOLDER, 'proposing-model.mjs'), join(FOLDER, 'proposals.json'), String(port), accuracy],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  try {
    await once(server.stdout, 'data');
    return action(`http://127.0.0.1:${port}`);
  } finally {
    server.kill();
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  return typeof address === 'object' && address ? address.port : 0;
}

/** Returns the folder of the run. */
function evaluate(dataset: string, name: string, args: readonly string[]): string {
  const out = join(OUT, name);
  const { status } = spawnSync(
    process.execPath,
    [join('dist', 'cli.js'), 'eval', dataset, '--kb', DUMP, '--out', out, ...args],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  );
  if (status !== 0) throw new Error(`funfusic eval ended with ${status}.`);
  return out;
}

function readPredictions(folder: string): readonly Prediction[] {
  return readFileSync(join(folder, 'predictions.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Prediction);
}

function formatRow(cells: readonly (string | number)[]): string {
  return `| ${cells.join(' | ')} |`;
}
