/**
 * npm run measure -- phrasings [--held-out] [--each N] [--seed N] [--show]
 *
 * Asks everyday questions about random entities of a dump (FUNFUSIC_KB) without a model: each phrasing of `phrasings.json` about N
 * entities that have the relation. Gold is what the dump has for it, so an answer by another relation that may also be meant counts as
 * wrong.
 */
import { basename, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { DATA_VARIABLE } from '../server/src/core/language/text/environment-variables';
import { askWithoutModel, portsWithoutModel } from './ask/ask-without-model';
import { MemoryGraph } from './ask/memory-graph';
import { phrasingQuestions, type PhrasingGroup } from './ask/phrasing-questions';
import { computeF1 } from './ask/training-questions';
import { DUMP, formatShare, openSchema, requireInputs } from './inputs';
import { dumpKb } from './store-kb';

const { values } = parseArgs({
  options: {
    'held-out': { type: 'boolean', default: false },
    each: { type: 'string', default: '1' },
    seed: { type: 'string', default: '1' },
    show: { type: 'boolean', default: false },
  },
});
requireInputs({ dump: true });
process.env[DATA_VARIABLE] ??= resolve('server', 'data');
const GROUPS: readonly PhrasingGroup[] = values['held-out'] ? ['heldOut'] : ['developed', 'heldOut'];
const CONFIDENT = 0.5;

interface Row {
  readonly group: PhrasingGroup;
  readonly verdict: 'right' | 'partly right' | 'wrong' | 'refused';
  readonly isConfident: boolean;
}

void main();

async function main(): Promise<void> {
  const graph = new MemoryGraph(DUMP);
  const ports = portsWithoutModel(dumpKb(DUMP, basename(DUMP)), openSchema());
  const rows: Row[] = [];
  for (const group of GROUPS)
    for (const { question, gold, sparql } of phrasingQuestions(graph, {
      group,
      each: Number(values.each),
      seed: Number(values.seed),
    })) {
      const { result } = await askWithoutModel(question, ports);
      const answers = result.answers.map(({ value }) => value);
      const f1 = computeF1(answers, new Set(gold));
      const isAnswer = result.kind === 'answer';
      const verdict = !isAnswer ? 'refused' : f1 > 0.99 ? 'right' : f1 > 0 ? 'partly right' : 'wrong';
      rows.push({ group, verdict, isConfident: isAnswer && result.confidence.value >= CONFIDENT });
      if (values.show && verdict !== 'right')
        console.log(
          `  ${verdict} ${result.confidence.value} ${question} [${sparql}]: ${result.answers
            .slice(0, 4)
            .map((answer) => answer.name)
            .join(', ')}`,
        );
    }
  for (const group of GROUPS) {
    const own = rows.filter((row) => row.group === group);
    const share = (count: (row: Row) => boolean): string => formatShare(own.filter(count).length, own.length);
    console.log(
      `${group.padEnd(10)} ${own.length} questions, ${share(({ verdict }) => verdict === 'right')} right, ${share(({ verdict }) => verdict === 'partly right')} partly, ${share(({ verdict }) => verdict === 'refused')} refused, ${share(({ verdict }) => verdict === 'wrong')} wrong, ${share(({ verdict, isConfident }) => verdict === 'wrong' && isConfident)} wrong with confidence`,
    );
  }
}
