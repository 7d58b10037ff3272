/** Reads the questions for training and measuring, without duplicates in a set. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { FREEBASE } from '../../server/src/core/language/rdf/names';
import { Folds, normalizeQuestion } from '../folds';

export const SETS = [
  'webqsp',
  'more',
  'grail',
  'graph',
  'cwq',
  'simple',
  'phrasings',
  'composed',
  'classes',
  'more made-up',
  'cwq made-up',
  'webqsp test',
  'cwq test',
] as const;
export type SetName = (typeof SETS)[number];

/** Questions of a benchmark's test split are only measured, never trained on. */
export function isTestSet(set: string): boolean {
  return set.endsWith(' test');
}

/** Questions that have an answer only with made-up facts. */
export function isMadeUp(set: string): boolean {
  return set.endsWith(' made-up');
}

/** Questions from templates (`phrasings.json`). Those with the same relations are in one fold. */
export function isPhrasing(set: string): boolean {
  return set === 'phrasings' || set === 'composed' || set === 'classes';
}

export interface GoldQuestion {
  readonly set: SetName;
  readonly id: string;
  readonly question: string;
  readonly sparql: string;
  /** Marked unanswerable in the dataset. */
  readonly unanswerable: boolean;
  /** Answers of the gold query on the KB, added by `gold.ts`. */
  readonly gold: readonly string[];
}

/** All tools use these folds. */
export function readFolds(folder: string): Folds {
  return new Folds(readQuestions(folder));
}

type Raw = Readonly<Record<string, unknown>>;
type RawQuestion = Omit<GoldQuestion, 'set' | 'gold'>;

interface QuestionFile {
  readonly file: string;
  readonly set: SetName;
  readonly read: (row: Raw, index: number) => RawQuestion;
}

const parseAnswered = (row: Raw): RawQuestion => ({
  id: textField(row, 'id'),
  question: textField(row, 'question'),
  sparql: textField(row, 'sparql'),
  unanswerable: false,
});
const parseQability = (row: Raw): RawQuestion => ({
  id: textField(row, 'qid'),
  question: textField(row, 'question'),
  sparql: textField(row, 'sparql_query'),
  unanswerable: textField(row, 'qType') !== 'A',
});
const parseSimple = (row: Raw, index: number): RawQuestion => ({
  id: `simple-${index}`,
  question: textField(row, 'question'),
  sparql: simpleQuery(textField(row, 'subject'), textField(row, 'relation')),
  unanswerable: false,
});

export const QUESTION_FILES: readonly QuestionFile[] = [
  { file: 'webqsp-train-answered.json', set: 'webqsp', read: parseAnswered },
  { file: 'webqsp-train-more.json', set: 'more', read: parseAnswered },
  { file: 'complexwebquestions-val.json', set: 'cwq', read: parseAnswered },
  { file: 'complexwebquestions-virtuoso.json', set: 'cwq test', read: parseAnswered },
  { file: 'grailqability-dev.json', set: 'grail', read: parseQability },
  { file: 'graphqability-dev.json', set: 'graph', read: parseQability },
  { file: 'simplequestions-valid.json', set: 'simple', read: parseSimple },
];

export function readQuestions(folder: string): readonly GoldQuestion[] {
  const all: GoldQuestion[] = [];
  const seen = new Set<string>();
  const add = (set: SetName, one: RawQuestion): void => {
    const key = `${set} ${normalizeQuestion(one.question)}`;
    if (seen.has(key) || !one.sparql) return;
    seen.add(key);
    all.push({ set, ...one, gold: [] });
  };
  for (const line of readLines(folder, 'llm-queries.jsonl')) {
    const one = { ...(JSON.parse(line) as Raw) };
    const question = { ...parseAnswered(one), sparql: textField(one, 'gold') };
    add(question.id.startsWith('cwq') ? 'cwq test' : 'webqsp test', question);
  }
  const tested = new Set(all.map(({ question }) => normalizeQuestion(question)));
  for (const { file, set, read } of QUESTION_FILES)
    for (const [index, row] of readRows(folder, file).entries()) {
      const question = read(row, index);
      if (!tested.has(normalizeQuestion(question.question))) add(set, question);
    }
  return all;
}

export function simpleQuery(subject: string, relation: string): string {
  return `SELECT DISTINCT ?x WHERE { <${FREEBASE}${subject}> <${FREEBASE}${relation}> ?x }`;
}

function textField(one: Raw, name: string): string {
  const value = one[name];
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';
}

export function readRows(folder: string, file: string): readonly Raw[] {
  const path = join(folder, file);
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as readonly Raw[]) : [];
}

function readLines(folder: string, file: string): readonly string[] {
  const path = join(folder, file);
  return existsSync(path) ? readFileSync(path, 'utf8').split('\n').filter(Boolean) : [];
}
