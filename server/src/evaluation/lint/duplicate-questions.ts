/** Rows that ask the same in the same words, though gold is not the same. Rows that say the same twice do no harm. */
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
        message: `It asks the same as row ${other.row} (${other.id}), but ${difference}. Give both the same gold, put the readings into one row, or say in the question what is meant.`,
      },
    ];
  });
}

/** Case and punctuation are of no account. */
function wordsOf(question: string): string {
  return question
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

function differenceOf(left: EvalQuestion, right: EvalQuestion, shape: Shape): string | undefined {
  const [one, other] = [left.gold, right.gold];
  if (one.answerability && other.answerability && one.answerability !== other.answerability)
    return `the one is called ${one.answerability}, the other ${other.answerability}`;
  const answers = (gold: EvalQuestion['gold']): string | undefined =>
    gold.parses.some((parse) => parse.answers)
      ? [...answerKeys(gold.parses.flatMap((parse) => parse.answers ?? []))].sort().join('\n')
      : undefined;
  // One answer of perhaps many says nothing: the fact that is asked for does.
  if (shape !== 'simplequestions' && answers(one) !== undefined && answers(other) !== undefined)
    return answers(one) === answers(other) ? undefined : 'the answers are others';
  for (const form of ['sexpr', 'sparql'] as const) {
    const written = (gold: EvalQuestion['gold']): string | undefined =>
      gold.parses.every((parse) => parse[form] !== undefined) && gold.parses.length
        ? gold.parses.map((parse) => (parse[form] ?? '').replace(/\s+/g, ' ').trim()).join('\n')
        : undefined;
    if (written(one) === undefined || written(other) === undefined) continue;
    return written(one) === written(other) ? undefined : 'the gold query is another';
  }
  return undefined;
}
