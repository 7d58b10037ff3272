/** Reports rows with the same question but different gold. Exact duplicates are not reported. */
import type { Dataset, EvalQuestion, DatasetShape } from '../eval-question';
import { answerKeys } from '../score/answer-key';
import type { LintFinding } from './lint-finding';

export function duplicateQuestions({ questions, shape }: Dataset): readonly LintFinding[] {
  const byText = new Map<string, EvalQuestion[]>();
  return questions.flatMap((question) => {
    const text = normalizeQuestion(question.question);
    const earlier = byText.get(text) ?? [];
    byText.set(text, [...earlier, question]);
    const other = earlier.find((one) => describeDifference(one, question, shape) !== undefined);
    const difference = other && describeDifference(other, question, shape);
    if (!text || !other || difference === undefined) return [];
    const { row, id } = question;
    return [
      {
        row,
        id,
        rule: 'duplicate-question',
        message: `It asks the same as row ${other.row} (${other.id}), but ${difference}. Give both the same gold, merge the rows, or make the questions distinct.`,
      },
    ];
  });
}

/** Ignores case and punctuation. */
function normalizeQuestion(question: string): string {
  return question
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

function describeDifference(
  left: EvalQuestion,
  right: EvalQuestion,
  shape: DatasetShape,
): string | undefined {
  const [one, other] = [left.gold, right.gold];
  if (one.answerability && other.answerability && one.answerability !== other.answerability)
    return `one is marked ${one.answerability} and the other ${other.answerability}`;
  const answers = (gold: EvalQuestion['gold']): string | undefined =>
    gold.parses.some((parse) => parse.answers)
      ? [...answerKeys(gold.parses.flatMap((parse) => parse.answers ?? []))].sort().join('\n')
      : undefined;
  // SimpleQuestions lists only one answer, so the queries are compared.
  if (shape !== 'simplequestions' && answers(one) !== undefined && answers(other) !== undefined)
    return answers(one) === answers(other) ? undefined : 'the answers differ';
  for (const form of ['sexpr', 'sparql'] as const) {
    const queries = (gold: EvalQuestion['gold']): string | undefined =>
      gold.parses.every((parse) => parse[form] !== undefined) && gold.parses.length
        ? gold.parses.map((parse) => (parse[form] ?? '').replace(/\s+/g, ' ').trim()).join('\n')
        : undefined;
    if (queries(one) === undefined || queries(other) === undefined) continue;
    return queries(one) === queries(other) ? undefined : 'the gold queries differ';
  }
  return undefined;
}
