/** Rows with the same question but different gold. Exact duplicates are harmless. */
import type { Dataset, EvalQuestion, Shape } from '../eval-question';
import { answerKeys } from '../score/answer-key';
import type { LintFinding } from './lint-finding';

export function duplicateQuestions({ questions, shape }: Dataset): readonly LintFinding[] {
  const known = new Map<string, EvalQuestion[]>();
  return questions.flatMap((question) => {
    const words = wordsOf(question.question);
    const before = known.get(words) ?? [];
    known.set(words, [...before, question]);
    const other = before.find((one) => differenceOf(one, question, shape) !== undefined);
    const difference = other && differenceOf(other, question, shape);
    if (!words || !other || difference === undefined) return [];
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

/** Without case and punctuation. */
function wordsOf(question: string): string {
  return question
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

function differenceOf(left: EvalQuestion, right: EvalQuestion, shape: Shape): string | undefined {
  const [one, other] = [left.gold, right.gold];
  if (one.answerability && other.answerability && one.answerability !== other.answerability)
    return `one is marked ${one.answerability} and the other ${other.answerability}`;
  const answers = (gold: EvalQuestion['gold']): string | undefined =>
    gold.parses.some((parse) => parse.answers)
      ? [...answerKeys(gold.parses.flatMap((parse) => parse.answers ?? []))].sort().join('\n')
      : undefined;
  // SimpleQuestions lists only one answer, so compare the queries.
  if (shape !== 'simplequestions' && answers(one) !== undefined && answers(other) !== undefined)
    return answers(one) === answers(other) ? undefined : 'the answers differ';
  for (const form of ['sexpr', 'sparql'] as const) {
    const written = (gold: EvalQuestion['gold']): string | undefined =>
      gold.parses.every((parse) => parse[form] !== undefined) && gold.parses.length
        ? gold.parses.map((parse) => (parse[form] ?? '').replace(/\s+/g, ' ').trim()).join('\n')
        : undefined;
    if (written(one) === undefined || written(other) === undefined) continue;
    return written(one) === written(other) ? undefined : 'the gold queries differ';
  }
  return undefined;
}
