/**
 * npm run measure -- gold-answers [--kb FILE|URL] [--questions FILE] [--list]
 *
 * Runs gold queries on a KB and compares the answers with gold. Prints every difference and fails if there is one. By default uses the
 * questions and the dump in ../shared.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openKnowledgeBase } from '../server/src/compose/index';
import type { Execution } from '../server/src/core/kb/knowledge-base';
import { FREEBASE } from '../server/src/core/language/rdf/names';

interface Question {
  readonly id: string;
  readonly question: string;
  readonly sparql: string;
  readonly answers: readonly string[];
}

const shared = join('..', 'shared');
const { values } = parseArgs({
  options: {
    kb: { type: 'string', default: join(shared, 'kb', 'mini-freebase.nt.gz') },
    questions: { type: 'string', default: join(shared, 'questions', 'webqsp-train-answered.json') },
    list: { type: 'boolean', default: false },
  },
});

void main();

async function main(): Promise<void> {
  const questions = JSON.parse(readFileSync(values.questions, 'utf8')) as readonly Question[];
  const config = /^https?:/.test(values.kb) ? { endpoint: values.kb } : { file: values.kb };
  const kb = openKnowledgeBase('Gold', config, {
    folder: process.cwd(),
    secretOf: () => Promise.resolve(undefined),
  });
  if ('problem' in kb) throw new Error(kb.problem);
  const never = new AbortController().signal;
  const opening = performance.now();
  await kb.prepare?.(({ message }) => process.stderr.write(`\r${message}   `), never);
  console.error(`\nReady after ${((performance.now() - opening) / 1000).toFixed(1)} s`);
  const times: number[] = [];
  let same = 0;
  for (const question of questions) {
    const began = performance.now();
    const execution = await kb.execute(question.sparql, { timeoutMs: 60_000, maxRows: 100_000 }, never);
    times.push(performance.now() - began);
    const difference = differenceOf(question, execution);
    if (difference === undefined) same++;
    else
      console.log(
        `${question.id} ${question.question}\n  ${difference}${values.list ? `\n  ${question.sparql}` : ''}`,
      );
  }
  times.sort((left, right) => left - right);
  const at = (share: number): string => (times[Math.floor(share * (times.length - 1))] ?? 0).toFixed(1);
  console.log(
    `${same} of ${questions.length} give the gold answers; a query takes ${at(0.5)} ms, ${at(0.95)} ms at the 95th percentile, ${at(1)} ms at most.`,
  );
  await kb.close();
  process.exitCode = same === questions.length ? 0 : 1;
}

function differenceOf({ answers }: Question, execution: Execution): string | undefined {
  if (execution.status !== 'answered') return `${execution.status}: ${execution.message}`;
  const { answer } = execution;
  if (answer.kind !== 'table') return `a ${answer.kind} instead of rows`;
  const gold = new Set(answers);
  const given = new Set(answer.rows.map(([term]) => term?.value.replace(FREEBASE, '') ?? ''));
  const missing = [...gold].filter((one) => !given.has(one));
  const more = [...given].filter((one) => !gold.has(one));
  if (!missing.length && !more.length) return undefined;
  return `missing ${missing.length} of ${gold.size} (${missing.slice(0, 3).join(', ')}), too many ${more.length} (${more.slice(0, 3).join(', ')})`;
}
