/**
 * npm run generate -- train [--sample N] [--out FILE]
 *
 * Trains server/data/ranker.json: which logical form answers which question, and with what confidence. Reports the same as
 * `npm run measure -- ask`. Also writes the data of each fold to .cache/folds, for `npm run cross-validate`. Deterministic: the same
 * files give the same weights. Needs questions (FUNFUSIC_QUESTIONS) and a dump (FUNFUSIC_KB).
 */
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { writeRanker } from '../server/src/core/candidates/rank/ranker';
import { TRAINING_OPTIONS, trainRanker } from './ask/train-weights';
import { trainConfidence } from './ask/train-trees';
import {
  lexicalMask,
  toConfidenceCases,
  toExamples,
  crossValidate,
  type RankedQuestion,
} from './ask/cross-validation';
import { writeFoldData } from './ask/fold-data';
import { formatReport } from './ask/report';
import { SETS } from './ask/question-sets';
import { DUMP, QUESTIONS } from './inputs';

const { values } = parseArgs({
  options: {
    sample: { type: 'string', default: '220' },
    out: { type: 'string', default: join('server', 'data', 'ranker.json') },
  },
});

void main();

async function main(): Promise<void> {
  if (!existsSync(QUESTIONS) || !existsSync(DUMP))
    throw new Error(
      `Training needs a folder of questions (${QUESTIONS}) and a dump of the KB (${DUMP}). Set FUNFUSIC_QUESTIONS and FUNFUSIC_KB.`,
    );
  const began = performance.now();
  const {
    questions: trainingQuestions,
    names,
    initialWeights,
    judged,
    confidences,
    folds,
  } = await crossValidate({
    questions: QUESTIONS,
    dump: DUMP,
    sets: SETS,
    sample: Number(values.sample),
    onProgress: (message) =>
      console.error(`${((performance.now() - began) / 1000).toFixed(0)} s: ${message}`),
  });
  for (const line of formatReport(judged, confidences)) console.log(line);
  for (const { weights, ...knowledge } of folds)
    writeFoldData(
      knowledge,
      formatRanker(
        weights,
        judged.filter(({ training }) => training.fold !== knowledge.fold),
      ),
    );
  const text = formatRanker(
    trainRanker(toExamples(trainingQuestions), initialWeights, TRAINING_OPTIONS, lexicalMask(names)),
    judged,
  );
  writeFileSync(values.out, text);
  console.error(`${values.out}: ${(text.length / 1024).toFixed(0)} KB`);

  function formatRanker(weights: Float32Array, answered: readonly RankedQuestion[]): string {
    const nonZero = names.map((name, at) => [name, weights[at] ?? 0] as const).filter(([, weight]) => weight);
    return writeRanker(nonZero, trainConfidence(toConfidenceCases(answered)));
  }
}
