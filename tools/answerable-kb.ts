/**
 * npm run generate -- answerable-kb OUTPUT.nt.gz [--sets more,cwq]
 *
 * Adds facts to the dump, so that questions of training and development splits whose facts it lacks have an answer: made-up facts
 * between real entities. `FUNFUSIC_KB=OUTPUT.nt.gz npm run cross-validate -- --sets more,cwq --answerable` asks them.
 */
import { parseArgs } from 'node:util';
import { writeAnswerableKb } from './ask/answerable-kb';
import { addGoldAnswers } from './ask/gold-answers';
import { MemoryGraph } from './ask/memory-graph';
import { isTestSet, readQuestions } from './ask/question-sets';
import { DUMP, openSchema, QUESTIONS, requireInputs } from './inputs';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { sets: { type: 'string', default: 'more,cwq' } },
});
requireInputs({ dump: true });
void main();

async function main(): Promise<void> {
  const [output] = positionals;
  if (output === undefined)
    throw new Error('Name the file to write: npm run generate -- answerable-kb OUTPUT.nt.gz');
  const sets = values.sets.split(',').filter((set) => !isTestSet(set));
  const questions = readQuestions(QUESTIONS).filter(
    ({ set, unanswerable }) => sets.includes(set) && !unanswerable,
  );
  const lacking = (await addGoldAnswers(questions, DUMP)).filter(({ gold }) => !gold.length);
  const { factCount, completed } = writeAnswerableKb(output, lacking, {
    dump: DUMP,
    graph: new MemoryGraph(DUMP),
    schema: openSchema(),
  });
  console.log(`${output}: ${factCount} facts for ${completed.length} of ${lacking.length} questions`);
}
