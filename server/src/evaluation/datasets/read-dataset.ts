/** Reads a dataset file. The format is detected by the fields of its rows. */
import type { BadRow, Dataset, EvalQuestion } from '../eval-question';
import { complexWebQuestions } from './complex-web-questions';
import { grailQa } from './grail-qa';
import { grailQability } from './grail-qability';
import { plain } from './plain';
import { splitRows, type DatasetRow } from './dataset-rows';
import type { DatasetReader } from './dataset-reader';
import { simpleQuestions } from './simple-questions';
import { webQsp } from './web-qsp';

/** Sorted by specificity; the last one accepts every row with a question. */
export const READERS: readonly DatasetReader[] = [
  webQsp,
  grailQability,
  grailQa,
  complexWebQuestions,
  simpleQuestions,
  plain,
];

/** Number of rows that determine the format. */
const SAMPLE_ROWS = 100;

/** `name` is used in messages. Never throws. */
export function readDataset(text: string, name: string): Dataset | { readonly problem: string } {
  const split = splitRows(text);
  if ('problem' in split) return { problem: `${name} ${split.problem}.` };
  const rows = [...split];
  const reader = detectReader(rows);
  if (!reader) return { problem: `${name} contains no questions: ${explainMissingQuestion(rows)}` };
  const questions: EvalQuestion[] = [];
  const bad: BadRow[] = [];
  const firstRows = new Map<string, number>();
  for (const each of rows) {
    const { row } = each;
    const parsed =
      'problem' in each ? { problem: each.problem, rule: 'bad-row' as const } : reader.read(each.fields);
    if ('problem' in parsed) {
      bad.push({ row, rule: parsed.rule, ...findRowId(each), message: rowMessage(row, parsed.problem) });
      continue;
    }
    const id = parsed.id ?? `row-${row}`;
    const first = firstRows.get(id);
    if (first === undefined) {
      firstRows.set(id, row);
      questions.push({ id, row, question: parsed.question, gold: parsed.gold });
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

function detectReader(rows: readonly DatasetRow[]): DatasetReader | undefined {
  const votes = new Map<DatasetReader, number>();
  let sampled = 0;
  for (const row of rows) {
    if (!('fields' in row)) continue;
    const reader = READERS.find(({ fits }) => fits(row.fields));
    if (reader) votes.set(reader, (votes.get(reader) ?? 0) + 1);
    if (++sampled >= SAMPLE_ROWS) break;
  }
  const [winner] = [...votes].sort(([, one], [, other]) => other - one);
  return winner?.[0];
}

function explainMissingQuestion(rows: readonly DatasetRow[]): string {
  const [first] = rows;
  const names = first && 'fields' in first ? Object.keys(first.fields).slice(0, 8) : [];
  return names.length
    ? `the first has the fields ${names.join(', ')}, and none is "question".`
    : 'each row needs a field "question".';
}

const ID_NAMES = ['id', 'qid', 'QuestionId', 'ID'];

/** Finds the ID of a row that cannot be parsed. */
function findRowId(row: DatasetRow): { readonly id?: string } {
  if (!('fields' in row)) return {};
  const id = ID_NAMES.map((name) => row.fields[name]).find(
    (value) => typeof value === 'string' || typeof value === 'number',
  );
  return id === undefined ? {} : { id: String(id) };
}

function rowMessage(row: number, problem: string): string {
  return problem.startsWith('"') ? `Row ${row}: ${problem}.` : `Row ${row} ${problem}.`;
}
