/** Reads a dataset file. The format is detected by the fields of its rows. */
import type { BadRow, Dataset, EvalQuestion } from '../eval-question';
import { complexWebQuestions } from './complex-web-questions';
import { grailQa } from './grail-qa';
import { grailQability } from './grail-qability';
import { plain } from './plain';
import { rowsOf, type Row } from './dataset-rows';
import type { ShapeReader } from './shape-reader';
import { simpleQuestions } from './simple-questions';
import { webQsp } from './web-qsp';

/** The most specific first; the last accepts every row with a question. */
const READERS: readonly ShapeReader[] = [
  webQsp,
  grailQability,
  grailQa,
  complexWebQuestions,
  simpleQuestions,
  plain,
];

/** How many rows decide on the format. */
const SAMPLE_ROWS = 100;

/** `name` is for messages. Never throws. */
export function readDataset(text: string, name: string): Dataset | { readonly problem: string } {
  const found = rowsOf(text);
  if ('problem' in found) return { problem: `${name} ${found.problem}.` };
  const rows = [...found];
  const reader = readerOf(rows);
  if (!reader) return { problem: `${name} contains no questions: ${wantedOf(rows)}` };
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
        message: `Row ${row} has the ID "${id}" of row ${first} and is skipped. Give it a unique ID.`,
      });
  }
  return { shape: reader.shape, questions, bad };
}

function readerOf(rows: readonly Row[]): ShapeReader | undefined {
  const votes = new Map<ShapeReader, number>();
  let seen = 0;
  for (const row of rows) {
    if (!('fields' in row)) continue;
    const reader = READERS.find(({ fits }) => fits(row.fields));
    if (reader) votes.set(reader, (votes.get(reader) ?? 0) + 1);
    if (++seen >= SAMPLE_ROWS) break;
  }
  const [most] = [...votes].sort(([, one], [, other]) => other - one);
  return most?.[0];
}

function wantedOf(rows: readonly Row[]): string {
  const [first] = rows;
  const names = first && 'fields' in first ? Object.keys(first.fields).slice(0, 8) : [];
  return names.length
    ? `the first has the fields ${names.join(', ')}, and none is "question".`
    : 'each row needs a field "question".';
}

const ID_NAMES = ['id', 'qid', 'QuestionId', 'ID'];

/** Of a row that cannot be read. */
function idIn(row: Row): { readonly id?: string } {
  if (!('fields' in row)) return {};
  const id = ID_NAMES.map((name) => row.fields[name]).find(
    (value) => typeof value === 'string' || typeof value === 'number',
  );
  return id === undefined ? {} : { id: String(id) };
}

function sentence(row: number, problem: string): string {
  return problem.startsWith('"') ? `Row ${row}: ${problem}.` : `Row ${row} ${problem}.`;
}
