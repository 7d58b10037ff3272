/** Reads questions with the entities of their gold queries. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { simpleQuery } from '../ask/question-sets';
import { textOf } from '../corpus/questions';

export interface LinkingQuestion {
  readonly question: string;
  readonly sparql: string;
  /** IDs without duplicates. */
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

export function readLinkingQuestions(folder: string, set: string): readonly LinkingQuestion[] {
  const file = FILES[set];
  if (file === undefined) throw new Error(`No such set: ${set}. There are ${Object.keys(FILES).join(', ')}.`);
  const rows = JSON.parse(readFileSync(join(folder, `${file}.json`), 'utf8')) as readonly Row[];
  return rows.map((row) => {
    const sparql = sparqlOf(row);
    return {
      question: String(row['question']),
      sparql,
      gold: [...new Set(sparql.match(/\b[mg]\.[0-9a-z_]+/g))],
    };
  });
}

function sparqlOf(row: Row): string {
  if (typeof row['subject'] !== 'string') return textOf(row['sparql'] ?? row['sparql_query']);
  return simpleQuery(row['subject'], textOf(row['relation']));
}
