import { t } from '../../shared/l10n';
import { VERDICTS, type EvaluationQuestion, type AnswerVerdict } from '../../../server/src/protocol/index';
import { verdictNames } from './evaluation-texts';

/** The filter of the Evaluation view. */
export interface QuestionFilter {
  /** Any of these verdicts; empty for all. */
  readonly verdicts: readonly AnswerVerdict[];
  /** Words that must all occur in the question, its ID or its answers. */
  readonly text: string;
}

export const NO_FILTER: QuestionFilter = { verdicts: [], text: '' };

export const isFiltering = ({ verdicts, text }: QuestionFilter): boolean =>
  verdicts.length > 0 || text.trim() !== '';

export function matchesFilter({ verdicts, text }: QuestionFilter, question: EvaluationQuestion): boolean {
  if (verdicts.length > 0 && !verdicts.includes(question.verdict)) return false;
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return true;
  const all = [question.question, question.id, ...question.answers, ...question.gold]
    .join('\n')
    .toLowerCase();
  return words.every((word) => all.includes(word));
}

/** Example: Showing: wrong · failed, containing “born” */
export function filterText(filter: QuestionFilter): string | undefined {
  if (!isFiltering(filter)) return undefined;
  const kinds = VERDICTS.filter((verdict) => filter.verdicts.includes(verdict)).map((verdict) =>
    verdictNames()[verdict].toLowerCase(),
  );
  const text = filter.text.trim();
  const which = kinds.length > 0 ? t('Showing: {0}', kinds.join(' · ')) : t('Showing: questions');
  return text === '' ? which : t('{0}, containing “{1}”', which, text);
}
