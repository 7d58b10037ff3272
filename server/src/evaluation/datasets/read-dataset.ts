/** A file of questions, whichever dataset it is: told by the fields of its rows, not by its name. */
import type { BadRow, Dataset, EvalQuestion } from '../eval-question';
import { complexWebQuestions } from './complex-web-questions';
import { grailQa } from './grail-qa';
import { grailQability } from './grail-qability';
import { plain } from './plain';
import { rowsOf, type Row } from './rows-of';
import type { ShapeReader } from './shape-reader';
import { simpleQuestions } from './simple-questions';
import { webQsp } from './web-qsp';

/** The most particular first: the last takes every row that has a question. */
const READERS: readonly ShapeReader[] = [
  webQsp,
  grailQability,
  grailQa,
  complexWebQuestions,
  simpleQuestions,
  plain,
];

/** How many rows say what a file is. */
const TELLING_ROWS = 100;

/** `named` is what messages call it. Never throws. */
export function readDataset(text: string, named: string): Dataset | { readonly problem: string } {
  const found = rowsOf(text);
  if ('problem' in found) return { problem: `${named} ${found.problem}.` };
  const rows = [...found];
  const reader = readerOf(rows);
  if (!reader) return { problem: `${named} has no rows that are questions: ${wantedOf(rows)}` };
  const questions: EvalQuestion[] = [];
  const bad: BadRow[] = [];
  const firstRows = new Map<string, number>();
  for (const each of rows) {
    const { row } = each;
    const read =
      'problem' in each ? { problem: each.problem, rule: 'bad-row' as const } : reader.read(each.fields);
    if ('problem' in read) {
      bad.push({ row, rule: read.rule, ...idIn(each), message: sentence(row, read.problem) });
      continue;
    }
    const id = read.id ?? `row-${row}`;
    const first = firstRows.get(id);
    if (first === undefined) {
      firstRows.set(id, row);
      questions.push({ id, row, question: read.question, gold: read.gold });
    } else
      bad.push({
        row,
        rule: 'duplicate-id',
        id,
        message: `Row ${row} has the id "${id}" of row ${first} and is left out: give it one of its own.`,
      });
  }
  return { shape: reader.shape, questions, bad };
}

function readerOf(rows: readonly Row[]): ShapeReader | undefined {
  const votes = new Map<ShapeReader, number>();
  let telling = 0;
  for (const row of rows) {
    if (!('fields' in row)) continue;
    const reader = READERS.find(({ fits }) => fits(row.fields));
    if (reader) votes.set(reader, (votes.get(reader) ?? 0) + 1);
    if (++telling >= TELLING_ROWS) break;
  }
  const [most] = [...votes].sort(([, one], [, other]) => other - one);
  return most?.[0];
}

function wantedOf(rows: readonly Row[]): string {
  const [first] = rows;
  const names = first && 'fields' in first ? Object.keys(first.fields).slice(0, 8) : [];
  return names.length
    ? `the first has the fields ${names.join(', ')}, and none is "question".`
    : 'each needs a field "question" at least.';
}

const ID_NAMES = ['id', 'qid', 'QuestionId', 'ID'];

/** For a row that is not read otherwise. */
function idIn(row: Row): { readonly id?: string } {
  if (!('fields' in row)) return {};
  const id = ID_NAMES.map((name) => row.fields[name]).find(
    (value) => typeof value === 'string' || typeof value === 'number',
  );
  return id === undefined ? {} : { id: String(id) };
}

/** Some say what of the row is wrong, others what the row is. */
function sentence(row: number, problem: string): string {
  return problem.startsWith('"') ? `Row ${row}: ${problem}.` : `Row ${row} ${problem}.`;
}
