/** The data that comes along as it would be without a fold: what `FUNFUSIC_DATA` may name, to ask the questions of that fold. */
import { mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { encodeSchema } from '../../server/src/core/schema/compact-schema';
import { writeAssociations } from '../../server/src/core/question/retrieval/associations';
import { DEFAULT_WEIGHTS } from '../../server/src/core/question/retrieval/ranking';
import type { Knowledge } from './held-out';

const DATA = join('server', 'data');

export function foldData(fold: number): string {
  return join('.cache', 'folds', String(fold));
}

/** Associations are learnt from all questions: there are none here. */
export function writeFoldData({ fold, data, learnt }: Knowledge, ranker: string): void {
  const folder = foldData(fold);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const own: Readonly<Record<string, string>> = {
    'freebase.schema': encodeSchema(data),
    'linking.json': JSON.stringify(learnt),
    'associations.json': writeAssociations(DEFAULT_WEIGHTS, []),
    'ranker.json': ranker,
  };
  for (const [name, text] of Object.entries(own)) writeFileSync(join(folder, name), text);
  for (const name of readdirSync(DATA))
    if (!(name in own)) symlinkSync(resolve(DATA, name), join(folder, name));
}
