/**
 * npm run measure -- eval-memory [QUESTIONS …]
 *
 * Measures the memory of an evaluation apart from answering: for each number of questions, a process saves as many generated answers
 * and writes the report, another resumes the finished run, and another runs `funfusic report`. An answer has the size of a usual one
 * (6 kB in predictions.jsonl). Default: 1000, 10000 and 100000 questions.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runStorage } from '../server/src/adapters/runs/saved-runs';
import type { EvaluatedQuestion } from '../server/src/evaluation/answer-question';
import type { EvalQuestion } from '../server/src/evaluation/eval-question';
import type { RunPlan } from '../server/src/evaluation/plan';
import type { Prediction } from '../server/src/evaluation/prediction';
import { EMPTY_RECORD } from '../server/src/evaluation/question-record';
import { reportRuns } from '../server/src/evaluation/report-runs';
import { runEvaluation } from '../server/src/evaluation/run-evaluation';
import { openSchema } from './inputs';

const SIZES = [1000, 10_000, 100_000];
const DATE = '2026-01-01T00:00:00.000Z';
const schema = openSchema();

function compare(sizes: readonly number[]): void {
  console.log('questions  predictions.jsonl  task    peak memory    time');
  for (const size of sizes.length ? sizes : SIZES) {
    const folder = mkdtempSync(join(tmpdir(), 'ff-eval-memory-'));
    for (const name of ['run', 'resume', 'report']) {
      const began = performance.now();
      const child = name === 'report' ? ['report', folder] : ['run', folder, String(size)];
      const { status, stdout, stderr } = spawnSync(process.execPath, [process.argv[1] ?? '', ...child], {
        encoding: 'utf8',
      });
      if (status !== 0) console.error(stderr.slice(-2000));
      const seconds = (performance.now() - began) / 1000;
      const megabytes = Math.round(statSync(join(folder, 'out', 'predictions.jsonl')).size / 1e6);
      const memory = status === 0 ? `${Math.round(Number(stdout) / 1024)} MB` : 'failed';
      console.log(
        [String(size).padStart(9), `${megabytes} MB`.padStart(18), ` ${name}`.padEnd(8)].join(' '),
        memory.padStart(11),
        `${seconds.toFixed(0)} s`.padStart(8),
      );
    }
    rmSync(folder, { recursive: true });
  }
}

/** Prints the peak memory of this process in KiB. */
async function measure(task: 'run' | 'report', [folder = '', size = '0']: readonly string[]): Promise<void> {
  const out = join(folder, 'out');
  const outcome =
    task === 'run'
      ? await runEvaluation(planFor(Number(size), out), ports, new AbortController().signal)
      : await reportRuns(
          [out],
          { out: join(folder, 'report'), schema: undefined },
          { storage: runStorage, loadSchema: () => schema },
        );
  if ('problem' in outcome) throw new Error(outcome.problem);
  console.log(process.resourceUsage().maxRSS);
}

const ports = { storage: runStorage, clock: () => DATE, onEvent: () => undefined };

/** Replays answers that are generated, so that nothing is asked. */
function planFor(size: number, out: string): RunPlan {
  const questions = Array.from({ length: size }, (_, index) => questionAt(index + 1));
  const byId = new Map(questions.map((question) => [question.id, question]));
  const manifest = { facts: {}, options: {}, started: {} };
  return {
    out,
    chosen: {
      questions,
      dataset: { name: 'generated', shape: 'plain', questions: size, bad: 0 },
      sha256: String(size),
    },
    options: {
      ask: { strategy: 'rng-kbqa', severities: {}, threshold: 0 },
      gold: 'dataset',
      off: [],
      oracle: [],
      seed: 1,
      kb: { name: 'generated', complete: true },
    },
    context: { parts: { schema, now: () => performance.now() } },
    replay: { path: out, manifest, questions: [] },
    reuse: (id: string) => {
      const question = byId.get(id);
      return Promise.resolve(question && answerTo(question));
    },
    concurrency: 4,
    started: { arguments: [], folder: '.' },
    program: '0',
    date: DATE,
  } as unknown as RunPlan;
}

const questionAt = (row: number): EvalQuestion => ({
  id: `q${row}`,
  row,
  question: `Which films did director number ${row} direct?`,
  gold: {
    parses: [{ sparql: queryFor(row, 'film.director.film'), answers: [`m.0${row.toString(32)}`] }],
    entities: [`m.0d${row.toString(32)}`],
  },
});

const queryFor = (row: number, relation: string): string =>
  `PREFIX ns: <http://rdf.freebase.com/ns/>\nSELECT DISTINCT ?x WHERE {\n  ns:m.0d${row.toString(32)} ns:${relation} ?x .\n}`;

const RELATIONS = [
  'film.director.film',
  'film.producer.film',
  'film.writer.film',
  'people.person.profession',
];

function answerTo(question: EvalQuestion): EvaluatedQuestion {
  const { id, row } = question;
  const answers = [`m.0${(row % 3 ? row : row + 1).toString(32)}`];
  const attempts = Array.from({ length: 20 }, (_, index) => ({
    query: queryFor(row, RELATIONS[index % RELATIONS.length] ?? ''),
    sexpr: `(JOIN (R ${RELATIONS[index % RELATIONS.length]}) m.0d${row.toString(32)})`,
    answers: index % 4 ? [`m.0x${row.toString(32)}`] : answers,
    findings: index % 2 ? [{ code: 'egf', strength: 'weak' as const }] : [],
    checked: true,
    chosen: index === 0,
  }));
  const names = (prefix: string): readonly string[] =>
    Array.from({ length: 10 }, (_, index) => `${prefix}.number_${index}`);
  const prediction: Prediction = {
    id,
    question: question.question,
    kind: 'answer',
    answers,
    names: [`Film ${row}`],
    query: attempts[0]?.query ?? null,
    strategy: 'rng-kbqa',
    confidence: (row % 100) / 100,
    rounds: 1,
    queries: 30,
    usage: { calls: 0, tokens: { input: 0, output: 0 } },
    entities: [`m.0d${row.toString(32)}`],
    retrieved: {
      relations: names('film.director'),
      classes: names('film'),
      paths: names('^film.director'),
    },
    attempts,
    effects: ['egf'],
    explanation: 'The best of 79 candidate queries, ranked by how well they match the question.',
    troubles: [],
  };
  const times = { id, milliseconds: row % 1000, kbMilliseconds: 1, modelMilliseconds: 0 };
  const record = { ...EMPTY_RECORD, id, date: DATE };
  return { question, prediction, times, record, trace: {} } as unknown as EvaluatedQuestion;
}

const [task, ...args] = process.argv.slice(2);
if (task === 'run' || task === 'report') void measure(task, args);
else compare(process.argv.slice(2).map(Number));
