/** Reads this project's own format. Only `question` is required. */
import * as z from 'zod/mini';
import { isNoLogicalForm } from '../../core/logical-form/parse-sexpr';
import type { Answerability, GoldParse } from '../eval-question';
import { answersField, freebaseId } from './answers';
import { countField, idField, questionField, parseFields, withoutUndefined, textField } from './fields';
import type { ParsedRow, DatasetReader } from './dataset-reader';

const PARSE_FIELDS = {
  sparql: textField,
  query: textField,
  sparql_query: textField,
  sexpr: textField,
  s_expression: textField,
  answers: answersField,
  answer: answersField,
};
const PARSE = z.object(PARSE_FIELDS);
type Parse = z.output<typeof PARSE>;

const ROW = z.object({
  id: z.nullish(idField),
  question: questionField,
  ...PARSE_FIELDS,
  parses: z.nullish(z.array(PARSE)),
  ideal: answersField,
  idealSexpr: textField,
  answerable: z.nullish(z.boolean()),
  answerability: z.nullish(z.enum(['answerable', 'schema', 'data', 'unanswerable'])),
  level: textField,
  function: textField,
  hops: countField,
  entities: z.nullish(z.array(z.string())),
  missing: z.nullish(z.array(z.string())),
});
type Row = z.output<typeof ROW>;

export const plain: DatasetReader = {
  shape: 'plain',
  fits: (row) => 'question' in row,
  read: (fields) => {
    const parsed = parseFields(ROW, fields);
    if ('problem' in parsed) return parsed;
    const { row } = parsed;
    const answerability = parseAnswerability(row);
    if (answerability !== undefined && typeof answerability !== 'string') return answerability;
    return {
      ...withoutUndefined({ id: row.id ?? undefined }),
      question: row.question,
      gold: {
        parses: (row.parses ?? [row]).map(toGoldParse).filter((parse) => Object.keys(parse).length),
        ...withoutUndefined({
          ideal: row.ideal ?? undefined,
          idealSexpr: row.idealSexpr,
          answerability,
          level: row.level,
          function: row.function,
          hops: row.hops,
          entities: row.entities?.map(freebaseId),
          missing: row.missing ?? undefined,
        }),
      },
    };
  },
};

function toGoldParse(parse: Parse): GoldParse {
  const form = parse.sexpr ?? parse.s_expression;
  return withoutUndefined({
    sparql: parse.sparql ?? parse.sparql_query ?? parse.query,
    sexpr: form === undefined || isNoLogicalForm(form) ? undefined : form,
    answers: parse.answers ?? parse.answer ?? undefined,
  });
}

function parseAnswerability({
  answerable,
  answerability,
  sexpr,
  s_expression,
}: Row): Answerability | undefined | ParsedRow {
  if (answerability && typeof answerable === 'boolean' && answerable !== (answerability === 'answerable'))
    return {
      rule: 'bad-row',
      problem: `"answerable" is ${answerable}, but "answerability" is "${answerability}": remove one of them`,
    };
  if (answerability) return answerability;
  const form = sexpr ?? s_expression;
  const inexpressible = form !== undefined && isNoLogicalForm(form);
  if (answerable === true) return 'answerable';
  if (inexpressible) return 'schema';
  return answerable === false ? 'unanswerable' : undefined;
}
