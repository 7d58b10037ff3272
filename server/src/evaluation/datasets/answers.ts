/** Converts the answers of datasets to the format of `ask`: IDs and values. */
import * as z from 'zod/mini';
import { FREEBASE, XSD } from '../../core/language/rdf/names';
import { columnsToRows } from './fields';

const scalar = z.union([z.string(), z.number(), z.boolean()]);
const answerValue = z.union([
  scalar,
  // GrailQA and its successors.
  z.object({ answer_argument: scalar }),
  // WebQSP.
  z.object({ AnswerArgument: scalar }),
  // ComplexWebQuestions: values have no ID.
  z.object({ answer_id: z.nullish(scalar), answer: z.nullish(scalar) }),
]);

/** A list without duplicates, in the order of the row; nullish if the row has none. */
export const answersField = z.pipe(
  z.transform(columnsToRows),
  z.pipe(
    z.nullish(z.array(answerValue)),
    z.transform(
      (answers): readonly string[] | null | undefined =>
        answers && [...new Set(answers.flatMap(parseAnswer))],
    ),
  ),
);

function parseAnswer(answer: z.output<typeof answerValue>): readonly string[] {
  if (typeof answer !== 'object') return [normalizeAnswer(String(answer))];
  const value =
    'answer_argument' in answer
      ? answer.answer_argument
      : 'AnswerArgument' in answer
        ? answer.AnswerArgument
        : (answer.answer_id ?? answer.answer ?? '');
  return value === '' ? [] : [normalizeAnswer(String(value))];
}

/** Removes the namespace of an ID and the datatype of a value. */
export function normalizeAnswer(text: string): string {
  const id = freebaseId(text);
  if (id !== text) return id;
  const typed = text.lastIndexOf('^^');
  const type = text.slice(typed + 2).replace(/^<|>$/g, '');
  if (typed < 0 || !(type.startsWith(XSD) || type.startsWith('xsd:'))) return text;
  return text.slice(0, typed).replace(/^"(.*)"$/s, '$1');
}

/** `m.02mjmr` for `http://rdf.freebase.com/ns/m.02mjmr`, `www.freebase.com/m/02mjmr` and `/m/02mjmr`. */
export function freebaseId(text: string): string {
  const iri = text.replace(/^<(.*)>$/, '$1');
  if (iri.startsWith(FREEBASE)) return iri.slice(FREEBASE.length);
  const path =
    /^(?:https?:\/\/)?www\.freebase\.com\/(\S+)$/.exec(iri)?.[1] ?? /^\/([mg]\/\w+)$/.exec(iri)?.[1];
  return path === undefined ? text : path.replaceAll('/', '.');
}
