/** Reads published questions and queries from a folder outside the repository, which most machines lack. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface GoldQuery {
  readonly set: string;
  readonly id: string;
  readonly question: string;
  readonly query: string;
}
export interface ModelQuery extends GoldQuery {
  readonly verdict: 'exact' | 'partial' | 'wrong' | 'empty' | 'error';
  /** The right query. */
  readonly gold: string;
}

type Row = Readonly<Record<string, unknown>>;

const SETS = [
  'complexwebquestions-val',
  'complexwebquestions-virtuoso',
  'grailqability-dev',
  'graphqability-dev',
  'webqsp-train-answered',
  'webqsp-train-more',
];

/** Files with questions of a benchmark's test split, which nothing may be trained on. */
export const TEST_FILES: ReadonlySet<string> = new Set(['complexwebquestions-virtuoso']);

export function hasQuestions(folder: string): boolean {
  return existsSync(join(folder, 'llm-queries.jsonl'));
}

export function goldQueries(folder: string): readonly GoldQuery[] {
  return SETS.flatMap((set) => {
    const rows = JSON.parse(readFileSync(join(folder, `${set}.json`), 'utf8')) as readonly Row[];
    return rows
      .map((row) => ({
        set,
        id: String(row['id'] ?? row['qid']),
        question: String(row['question']),
        query: textOf(row['sparql']) || textOf(row['sparql_query']),
      }))
      .filter(({ query }) => query !== '');
  });
}

export function modelQueries(folder: string): readonly ModelQuery[] {
  return readFileSync(join(folder, 'llm-queries.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Row)
    .map((row) => ({
      set: 'llm-queries',
      id: String(row['id']),
      question: String(row['question']),
      query: String(row['query']),
      verdict: row['verdict'] as ModelQuery['verdict'],
      gold: textOf(row['gold']),
    }));
}

export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
