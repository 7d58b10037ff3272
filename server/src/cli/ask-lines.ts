/** Answers a stream of questions, each by one line, in order. */
import * as z from 'zod/mini';
import type { AskTrace } from '../core/ask/ask-events';
import { failureOf, recordOf } from './ask-report';
import { eachRow, type JsonRow } from './json-lines';

const LINE = z.object({
  question: z.string().check(z.regex(/\S/)),
  entities: z.optional(z.nullable(z.array(z.string().check(z.regex(/\S/))))),
});

export interface AskLinesOptions {
  /** `entities` as the line writes them: ids or IRIs. */
  readonly ask: (question: string, entities: readonly string[] | undefined) => Promise<AskTrace>;
  readonly keep: (id: unknown, trace: AskTrace) => void;
  readonly bad: () => void;
  readonly signal: AbortSignal;
}

export async function askLines({ ask, keep, bad, signal }: AskLinesOptions): Promise<void> {
  await eachRow(async (row, number) => {
    const line = lineIn(row, number);
    if ('problem' in line) {
      bad();
      return { id: line.id, ...failureOf(line.problem) };
    }
    const { id, question, entities } = line;
    const outcome = await ask(question, entities);
    keep(id, outcome);
    return { id, ...recordOf(outcome) };
  }, signal);
}

type QuestionLine =
  | { readonly id: unknown; readonly question: string; readonly entities: readonly string[] | undefined }
  | { readonly id: unknown; readonly problem: string };

function lineIn(row: JsonRow, number: number): QuestionLine {
  if ('problem' in row) return { id: null, problem: row.problem };
  const { id = null } = row.fields;
  const read = z.safeParse(LINE, row.fields);
  if (read.success) return { id, question: read.data.question, entities: read.data.entities ?? undefined };
  const [issue] = read.error.issues;
  return {
    id,
    problem:
      issue?.path[0] === 'entities'
        ? `Line ${number} has "entities" that are not a list of ids.`
        : `Line ${number} has no "question" string.`,
  };
}
