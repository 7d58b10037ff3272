/** The questions that asking is trained on and measured with, from the folder of questions; the same question once in a set. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { FREEBASE } from '../../server/src/core/language/rdf/names';
import { Folds, normalised } from '../folds';

export const SETS = ['webqsp', 'more', 'grail', 'graph', 'cwq', 'simple', 'models'] as const;
export type SetName = (typeof SETS)[number];

export interface AskedQuestion {
  readonly set: SetName;
  readonly id: string;
  readonly question: string;
  readonly sparql: string;
  /** Said to be unanswerable by those who made the question. */
  readonly unanswerable: boolean;
  /** What the KB answers to the gold query; filled in by `gold.ts`. */
  readonly gold: readonly string[];
}

/** The same for whoever asks, linking and retrieval too. */
export function foldsOf(folder: string): Folds {
  return new Folds(readQuestions(folder));
}

type Raw = Readonly<Record<string, unknown>>;
type RawQuestion = Omit<AskedQuestion, 'set' | 'gold'>;

interface QuestionFile {
  readonly file: string;
  readonly set: SetName;
  readonly read: (row: Raw, index: number) => RawQuestion;
}

const answered = (row: Raw): RawQuestion => ({
  id: text(row, 'id'),
  question: text(row, 'question'),
  sparql: text(row, 'sparql'),
  unanswerable: false,
});
const ability = (row: Raw): RawQuestion => ({
  id: text(row, 'qid'),
  question: text(row, 'question'),
  sparql: text(row, 'sparql_query'),
  unanswerable: text(row, 'qType') !== 'A',
});
const simple = (row: Raw, index: number): RawQuestion => ({
  id: `simple-${index}`,
  question: text(row, 'question'),
  sparql: simpleQuery(text(row, 'subject'), text(row, 'relation')),
  unanswerable: false,
});

export const QUESTION_FILES: readonly QuestionFile[] = [
  { file: 'webqsp-train-answered.json', set: 'webqsp', read: answered },
  { file: 'webqsp-train-more.json', set: 'more', read: answered },
  { file: 'complexwebquestions-val.json', set: 'cwq', read: answered },
  { file: 'complexwebquestions-virtuoso.json', set: 'cwq', read: answered },
  { file: 'grailqability-dev.json', set: 'grail', read: ability },
  { file: 'graphqability-dev.json', set: 'graph', read: ability },
  { file: 'simplequestions-valid.json', set: 'simple', read: simple },
];

export function readQuestions(folder: string): readonly AskedQuestion[] {
  const all: AskedQuestion[] = [];
  const seen = new Set<string>();
  const add = (set: SetName, one: RawQuestion): void => {
    const key = `${set} ${normalised(one.question)}`;
    if (seen.has(key) || !one.sparql) return;
    seen.add(key);
    all.push({ set, ...one, gold: [] });
  };
  for (const { file, set, read } of QUESTION_FILES)
    for (const [index, row] of rowsOf(folder, file).entries()) add(set, read(row, index));
  const known = new Set(all.map(({ question }) => normalised(question)));
  for (const line of lines(folder, 'llm-queries.jsonl')) {
    const one = JSON.parse(line) as Raw;
    if (!known.has(normalised(text(one, 'question'))))
      add('models', { ...answered(one), sparql: text(one, 'gold') });
  }
  return all;
}

/** A simple question has no more than a fact. */
export function simpleQuery(subject: string, relation: string): string {
  return `SELECT DISTINCT ?x WHERE { <${FREEBASE}${subject}> <${FREEBASE}${relation}> ?x }`;
}

function text(one: Raw, name: string): string {
  const value = one[name];
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';
}

export function rowsOf(folder: string, file: string): readonly Raw[] {
  const path = join(folder, file);
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as readonly Raw[]) : [];
}

function lines(folder: string, file: string): readonly string[] {
  const path = join(folder, file);
  return existsSync(path) ? readFileSync(path, 'utf8').split('\n').filter(Boolean) : [];
}
