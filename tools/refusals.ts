/**
 * npm run measure -- refusals [--kb FILE] [--questions FILE] [--show all|answered]
 *
 * Asks questions that no KB answers, without a model, and counts per kind how many are answered, and how many of these with a
 * confidence of at least 0.5. The first half of each kind was used to develop the rules (every other question), the second was not.
 * Also asks answerable questions about the sample KB. Without --kb, only the sample KB is asked.
 */
import { readFileSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import * as z from 'zod/mini';
import { DATA_VARIABLE } from '../server/src/core/language/text/environment-variables';
import type { AskResult } from '../server/src/core/ask/ask-events';
import { askWithoutModel, portsWithoutModel } from './ask/ask-without-model';
import { openSchema } from './inputs';
import { dumpKb, sampleKb } from './store-kb';

const { values } = parseArgs({
  options: {
    kb: { type: 'string' },
    questions: { type: 'string', default: 'test/ask/refusals.json' },
    show: { type: 'string', default: 'answered' },
  },
});
process.env[DATA_VARIABLE] ??= resolve('server', 'data');
const FILE = z.object({
  unanswerable: z.record(z.string(), z.array(z.string())),
  answerable: z.record(z.string(), z.number()),
});
const CONFIDENT = 0.5;

void main();

async function main(): Promise<void> {
  const questions = z.parse(FILE, JSON.parse(readFileSync(values.questions, 'utf8')));
  const schema = openSchema();
  const kb = values.kb === undefined ? sampleKb('.') : dumpKb(values.kb, basename(values.kb));
  const ports = portsWithoutModel(kb, schema);
  const rows: { readonly kind: string; readonly half: string; readonly result: AskResult }[] = [];
  for (const [kind, list] of Object.entries(questions.unanswerable))
    for (const [index, question] of list.entries()) {
      const { result } = await askWithoutModel(question, ports);
      rows.push({ kind, half: index % 2 ? 'held out' : 'developed', result });
      show(question, result);
    }
  const count = (title: string, some: readonly { readonly result: AskResult }[]): void => {
    const answered = some.filter(({ result }) => result.kind === 'answer');
    const confident = answered.filter(({ result }) => result.confidence.value >= CONFIDENT);
    console.log(
      `${title.padEnd(16)} ${answered.length} of ${some.length} answered, ${confident.length} confident`,
    );
  };
  for (const kind of Object.keys(questions.unanswerable))
    count(
      kind,
      rows.filter((row) => row.kind === kind),
    );
  for (const half of ['developed', 'held out'])
    count(
      half,
      rows.filter((row) => row.half === half),
    );
  if (values.kb !== undefined) return;
  const controls = [];
  for (const question of Object.keys(questions.answerable))
    controls.push({ question, result: (await askWithoutModel(question, ports)).result });
  count('answerable', controls);
  if (values.show === 'all') for (const { question, result } of controls) show(question, result);
}

function show(question: string, { kind, level, confidence, answers, query, explanation }: AskResult): void {
  if (kind !== 'answer' && values.show !== 'all') return;
  const path =
    query
      ?.replace(/^[^]*?WHERE/, '')
      .replace(/\s+/g, ' ')
      .slice(0, 150) ?? '';
  console.log(
    `  ${kind} ${level ?? ''} ${confidence.value} ${question}\n      ${answers
      .slice(0, 4)
      .map(({ name }) => name)
      .join(', ')} ${kind === 'answer' ? path : explanation}`,
  );
}
