/** What was learnt of questions; nothing of it is read before the first one. */
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
import { dataFile } from './places';

const retrievers = new WeakMap<KbSchema, SchemaRetriever>();

/** Finds what a question may be about in a schema. Nothing is read or made before the first question; one for each schema. */
export function openRetriever(schema: KbSchema): SchemaRetriever {
  let retriever = retrievers.get(schema);
  if (!retriever) {
    retriever = schemaRetriever(schema, openWordVectors(dataFile('words.vec')), () =>
      loadAssociations(dataFile('associations.json')),
    );
    retrievers.set(schema, retriever);
  }
  return retriever;
}

let ranker: Ranker | undefined;

/** What was learnt of which form answers which question; read when the first question is asked. */
export function openRanker(): Ranker {
  if (ranker) return ranker;
  try {
    ranker = readRanker(readFileSync(dataFile('ranker.json'), 'utf8'));
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new Error(`What was learnt of questions cannot be read: ${why}. Reinstall the extension.`, {
      cause: error,
    });
  }
  return ranker;
}

let ofNames: LinkingWeights | undefined;

/** Which words are names: as built in, where the folder of data has nothing else. */
export function learntOfNames(): LinkingWeights {
  const file = dataFile(NAMES);
  return (ofNames ??= existsSync(file)
    ? (JSON.parse(readFileSync(file, 'utf8')) as LinkingWeights)
    : LINKING_WEIGHTS);
}

const NAMES = 'linking.json';

/** Tells what was learnt from what was learnt otherwise, so that no run is gone on with by the other. */
export function fingerprintOfLearnt(): string {
  const hash = createHash('sha256').update(JSON.stringify(learntOfNames()));
  for (const name of ['ranker.json', 'associations.json', 'words.vec', 'freebase.schema']) {
    const file = dataFile(name);
    if (existsSync(file)) hash.update(name).update(readFileSync(file));
  }
  return hash.digest('hex').slice(0, 16);
}
