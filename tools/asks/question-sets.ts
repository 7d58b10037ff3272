/** The questions that asking is trained on and measured with, from the folder of questions; the same question once in a set. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { FREEBASE } from '../../server/src/core/rdf/names';
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

export function readQuestions(folder: string): readonly AskedQuestion[] {
  const all: AskedQuestion[] = [];
  const seen = new Set<string>();
  const add = (set: SetName, id: string, question: string, sparql: string, unanswerable = false): void => {
    const key = `${set} ${normalised(question)}`;
    if (seen.has(key) || !sparql) return;
    seen.add(key);
    all.push({ set, id, question, sparql, unanswerable, gold: [] });
  };
  for (const one of list(folder, 'webqsp-train-answered.json'))
    add('webqsp', text(one, 'id'), text(one, 'question'), text(one, 'sparql'));
  for (const one of list(folder, 'webqsp-train-more.json'))
    add('more', text(one, 'id'), text(one, 'question'), text(one, 'sparql'));
  for (const one of list(folder, 'complexwebquestions-val.json'))
    add('cwq', text(one, 'id'), text(one, 'question'), text(one, 'sparql'));
  for (const one of list(folder, 'complexwebquestions-virtuoso.json'))
    add('cwq', text(one, 'id'), text(one, 'question'), text(one, 'sparql'));
  for (const set of ['grail', 'graph'] as const)
    for (const one of list(folder, `${set}qability-dev.json`))
      add(
        set,
        text(one, 'qid'),
        text(one, 'question'),
        text(one, 'sparql_query'),
        text(one, 'qType') !== 'A',
      );
  for (const one of list(folder, 'simplequestions-valid.json'))
    add(
      'simple',
      `simple-${all.length}`,
      text(one, 'question'),
      simpleQuery(text(one, 'subject'), text(one, 'relation')),
    );
  const known = new Set(all.map(({ question }) => normalised(question)));
  for (const line of lines(folder, 'llm-queries.jsonl')) {
    const one = JSON.parse(line) as Raw;
    if (!known.has(normalised(text(one, 'question'))))
      add('models', text(one, 'id'), text(one, 'question'), text(one, 'gold'));
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

function list(folder: string, file: string): readonly Raw[] {
  const path = join(folder, file);
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as readonly Raw[]) : [];
}

function lines(folder: string, file: string): readonly string[] {
  const path = join(folder, file);
  return existsSync(path) ? readFileSync(path, 'utf8').split('\n').filter(Boolean) : [];
}
