/** Converts the answers of datasets to IDs and values, as `ask` gives them. */
import * as z from 'zod/mini';
import { FREEBASE, XSD } from '../../core/language/rdf/names';
import { listed } from './fields';

const value = z.union([z.string(), z.number(), z.boolean()]);
const oneAnswer = z.union([
  value,
  // GrailQA and its successors.
  z.object({ answer_argument: value }),
  // WebQSP.
  z.object({ AnswerArgument: value }),
  // ComplexWebQuestions: values have no ID.
  z.object({ answer_id: z.nullish(value), answer: z.nullish(value) }),
]);

/** Without duplicates, in the order of the row; absent if the row has none. */
export const answersField = z.pipe(
  z.transform(listed),
  z.pipe(
    z.nullish(z.array(oneAnswer)),
    z.transform((answers) => answers && eachOnce(answers.flatMap(valueIn))),
  ),
);

function valueIn(answer: z.output<typeof oneAnswer>): readonly string[] {
  if (typeof answer !== 'object') return [answerOf(String(answer))];
  const written =
    'answer_argument' in answer
      ? answer.answer_argument
      : 'AnswerArgument' in answer
        ? answer.AnswerArgument
        : (answer.answer_id ?? answer.answer ?? '');
  return written === '' ? [] : [answerOf(String(written))];
}

function eachOnce(values: readonly string[]): readonly string[] {
  return [...new Set(values)];
}

/** An ID without its namespace, a value without its type. */
export function answerOf(text: string): string {
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
