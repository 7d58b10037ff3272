/**
 * npm run generate -- associations [QUESTIONS_FOLDER DUMP]
 *
 * Builds server/data/associations.json: the weight of each signal of schema retrieval, and which words of questions go with which
 * relations. `npm run measure -- schema-retrieval` measures the same training on unseen questions. The same input gives the same bytes.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { openWordVectors } from '../server/src/adapters/word-vectors';
import { decodeSchema } from '../server/src/core/schema/compact-schema';
import { KbSchema } from '../server/src/core/schema/schema';
import { writeAssociations } from '../server/src/core/question/retrieval/associations';
import { Facts } from './schema-retrieval/facts';
import { readRetrievalGold } from './schema-retrieval/gold';
import { schemaWithUses } from './schema-retrieval/known-uses';
import { trainRetrieval } from './schema-retrieval/train';

const TARGET = join('server', 'data', 'associations.json');
const { FUNFUSIC_QUESTIONS, FUNFUSIC_KB } = process.env;
const [questions = FUNFUSIC_QUESTIONS, dump = FUNFUSIC_KB] = process.argv.slice(2);
if (questions === undefined || dump === undefined) {
  console.error(`Name a folder of questions and a dump.\n${TARGET} is not changed.`);
  process.exit(2);
}
void main(questions, dump);

async function main(folder: string, file: string): Promise<void> {
  const data = decodeSchema(readFileSync(join('server', 'data', 'freebase.schema'), 'utf8'));
  const facts = await Facts.read(file);
  const gold = readRetrievalGold(folder, new KbSchema(data), facts);
  const { fusion, weights } = trainRetrieval(
    gold,
    schemaWithUses(gold, data),
    ({ entities }) => facts.withinTwoSteps(entities),
    openWordVectors(join('server', 'data', 'words.vec')),
  );
  const text = writeAssociations(fusion, weights);
  writeFileSync(TARGET, text);
  console.log(
    `${TARGET}: ${weights.length} weights of ${gold.length} questions, ${text.length} bytes, ${gzipSync(text, { level: 9 }).length} compressed`,
  );
}
