/** Loads the trained data for questions, when the first question is asked. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { loadAssociations } from '../adapters/associations';
import { openWordVectors } from '../adapters/word-vectors';
import type { Ranker } from '../core/candidates/rank/ranker';
import { readRanker } from '../core/candidates/rank/ranker';
import type { KbSchema } from '../core/schema/schema';
import { LINKING_WEIGHTS } from '../core/question/linking/linking-weights';
import type { LinkingWeights } from '../core/question/linking/rank-entities';
import type { SchemaRetriever } from '../core/question/retrieval/retrieval';
import { schemaRetriever } from '../core/question/retrieval/schema-retriever';
import { memoizeWeak, once } from '../core/language/text/cache';
import { dataFile } from './paths';

/** Cached per schema. */
export const openRetriever = memoizeWeak((schema: KbSchema): SchemaRetriever =>
  schemaRetriever(schema, openWordVectors(dataFile('words.vec')), () =>
    loadAssociations(dataFile('associations.json')),
  ),
);

export const openRanker = once((): Ranker => {
  try {
    return readRanker(readFileSync(dataFile('ranker.json'), 'utf8'));
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new Error(`The trained ranker cannot be read: ${why}. Reinstall the extension.`, { cause: error });
  }
});

/** The weights of entity linking: the built-in ones, unless the data folder has others. */
export const linkingWeights = once((): LinkingWeights => {
  const file = dataFile('linking.json');
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as LinkingWeights) : LINKING_WEIGHTS;
});

/** To recognize other trained data, with which a run must not be resumed. */
export function fingerprintOfTrainedData(): string {
  const hash = createHash('sha256').update(JSON.stringify(linkingWeights()));
  for (const name of ['ranker.json', 'associations.json', 'words.vec', 'freebase.schema']) {
    const file = dataFile(name);
    if (existsSync(file)) hash.update(name).update(readFileSync(file));
  }
  return hash.digest('hex').slice(0, 16);
}
