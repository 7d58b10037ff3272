/** Questions that no form of this strategy can ask: what they say would be lost, and the answer be the opposite. */
import type { Linking } from '../../../link/linking';
import { focusOf } from '../../../retrieve/question-focus';

const NEGATION =
  /\b(?:not|never|without|except(?:ing)?|excluding|other than|besides|neither|nor|no longer)\b|n't\b/gi;
/** Polite, and no question by itself. */
const POLITE = /^(?:(?:can|could|would|will|do) you\b|may i\b)/i;

/** A sentence for the user; nothing for a question that can be asked. */
export function refusalOf(question: string, { entities }: Linking): string | undefined {
  for (const { 0: word, index } of question.matchAll(NEGATION)) {
    // In a name it denies nothing: "Never Let Me Go".
    const named = entities.some(
      ({ mention, match }) =>
        mention && match !== 'fuzzy' && mention.start <= index && index + word.length <= mention.end,
    );
    if (!named)
      return `The question says “${word.toLowerCase()}”, and what must not hold is only understood with a model. Choose one with funfusic.model, or ask without it.`;
  }
  if (focusOf(question).kind === 'yesNo' && !POLITE.test(question.trim()))
    return 'A question that is answered by yes or no is only understood with a model. Choose one with funfusic.model, or ask which or who.';
  return undefined;
}
