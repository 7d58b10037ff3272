/** Questions with the entities that their gold queries name. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface LinkingQuestion {
  readonly question: string;
  /** Ids, each once. */
  readonly gold: readonly string[];
}

const FILES: Readonly<Record<string, string>> = {
  webqsp: 'webqsp-train-answered',
  more: 'webqsp-train-more',
  simple: 'simplequestions-valid',
  grail: 'grailqability-dev',
  graph: 'graphqability-dev',
  cwq: 'complexwebquestions-val',
};

type Row = Readonly<Record<string, unknown>>;

export function linkingQuestions(folder: string, set: string): readonly LinkingQuestion[] {
  const file = FILES[set];
  if (file === undefined) throw new Error(`No such set: ${set}. There are ${Object.keys(FILES).join(', ')}.`);
  const rows = JSON.parse(readFileSync(join(folder, `${file}.json`), 'utf8')) as readonly Row[];
  return rows.map((row) => ({
    question: String(row['question']),
    gold:
      typeof row['subject'] === 'string'
        ? [row['subject']]
        : [...new Set(textOf(row['sparql'] ?? row['sparql_query']).match(/\b[mg]\.[0-9a-z_]+/g) ?? [])],
  }));
}

/** A third of the questions, always the same ones, is for testing only. */
export function partOf(question: string): 'train' | 'test' {
  let hash = 0x811c9dc5;
  for (let at = 0; at < question.length; at++) hash = Math.imul(hash ^ question.charCodeAt(at), 0x01000193);
  return (hash >>> 8) % 3 === 0 ? 'test' : 'train';
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
