/** Writes the bundled data without a fold. `FUNFUSIC_DATA` names such a folder to answer the questions of that fold. */
import { cpSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { encodeSchema } from '../../server/src/core/schema/compact-schema';
import { writeAssociations } from '../../server/src/core/question/retrieval/associations';
import { DEFAULT_FUSION_WEIGHTS } from '../../server/src/core/question/retrieval/schema-ranking';
import type { FoldKnowledge } from './held-out';

const DATA = join('server', 'data');

export function foldDataFolder(fold: number): string {
  return join('.cache', 'folds', String(fold));
}

/** Writes no associations, because they are trained on all questions. */
export function writeFoldData({ fold, data, linkingWeights }: FoldKnowledge, ranker: string): void {
  const folder = foldDataFolder(fold);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const files: Readonly<Record<string, string>> = {
    'freebase.schema': encodeSchema(data),
    'linking.json': JSON.stringify(linkingWeights),
    'associations.json': writeAssociations(DEFAULT_FUSION_WEIGHTS, []),
    'ranker.json': ranker,
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  for (const name of readdirSync(DATA))
    if (!(name in files)) cpSync(join(DATA, name), join(folder, name), { recursive: true });
}
