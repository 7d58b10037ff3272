/** Detects questions that the candidates of this strategy cannot express, such as negations. */
import { NEGATION } from '../language/english/question';
import { QUOTATION } from '../language/english/quotations';
import { hasExactName, type Linking } from '../question/linking/linking';
import { covers, isCovered, range } from '../language/text/range';
import { isYesNoQuestion } from './yes-no';

/** "who is older, … or …" */
const WHICH_OF_TWO =
  /\b(?:who|which|what)\b[^,]*\b(?:is|was|are|were|has|have|had)(?: the)? (\p{Ll}{2,}er|more|less|worse)\b.*\bor\b/iu;

/** "who was born first, … or …" */
const FIRST_OF_TWO = /\b(?:who|which|what)\b[^,:]*\b(first|last|earlier|later)\s*[,:].*\bor\b/iu;

/** How a question compares two things: "older", "first"; undefined for another question. */
export function comparisonOfTwoWord(question: string): string | undefined {
  return (WHICH_OF_TWO.exec(question) ?? FIRST_OF_TWO.exec(question))?.[1]?.toLowerCase();
}

/** A comparison with what follows. Upper-case words are parts of names: “Truer than Fiction”. */
const COMPARISON =
  /\b(?:\p{Ll}{2,}er|more|less|worse)(?: \p{Ll}+){0,3} than (?:the |an? |that of |those of |in )*/gu;

/** Returns a message for the user, or undefined if a candidate may answer the question. */
export function unsupportedReason(question: string, linking: Linking): string | undefined {
  return (
    unsupportedOperation(question, linking) ?? (isYesNoQuestion(question) ? UNSUPPORTED_YES_NO : undefined)
  );
}

export const UNSUPPORTED_YES_NO =
  'This yes-or-no question is only understood with a model. Choose one with funfusic.model, or ask which or who.';

/** Returns a message for the user if the question has an operation that neither candidates nor claims can express. */
export function unsupportedOperation(question: string, { entities, literals }: Linking): string | undefined {
  const quoted = [...question.matchAll(QUOTATION)].map(({ 0: text, index }) =>
    range(index, index + text.length),
  );
  for (const { 0: word, index } of question.matchAll(NEGATION)) {
    const wordRange = range(index, index + word.length);
    // A word of a name is not a negation: "Never Let Me Go".
    const isInName = entities.some(
      ({ mention, match }) => mention && match !== 'fuzzy' && covers(mention, wordRange),
    );
    if (!isInName && !isCovered(wordRange, quoted) && !isInTitle(question, index, word))
      return `The question says “${word.toLowerCase()}”. Negation is only understood with a model. Choose one with funfusic.model, or rephrase the question without it.`;
  }
  for (const { 0: words, index } of question.matchAll(COMPARISON)) {
    const than = range(index + words.search(/\bthan\b/i), index + words.length);
    const next = range(than.end, than.end + 1);
    const isNumber = literals.some(({ mention }) => covers(mention, next));
    const other = entities.find(
      (entity) => entity.mention && hasExactName(entity) && covers(entity.mention, next),
    );
    if (
      other &&
      !isNumber &&
      !/\p{N}/u.test(question.charAt(than.end)) &&
      !entities.some(({ mention }) => mention && covers(mention, than))
    )
      return `The question compares with “${other.name}”. Such comparisons are only understood with a model. Choose one with funfusic.model, or give the number to compare with.`;
  }
  const choice = comparisonOfTwoWord(question);
  if (
    choice !== undefined &&
    entities.filter(({ mention, match }) => mention && match === 'exact').length > 1
  )
    return `The question asks which of two is ${choice}. That is only understood with a model. Choose one with funfusic.model, or ask for each of the two.`;
  return undefined;
}

/** Whether a word is capitalized as in an unknown title: “You Don't Know Jack”, “You don't Know Jack”, but not “NOT”. */
function isInTitle(question: string, index: number, word: string): boolean {
  const before = question.slice(0, index).trimEnd();
  // In a question in title case, capitals do not indicate names.
  if (!before || !/(?:^|\s)\p{Ll}/u.test(question)) return false;
  if (/^\p{Lu}\p{Ll}/u.test(word)) return true;
  const isBetween =
    /(?:^|\s)\p{Lu}\S*$/u.test(before) && /^\s+\p{Lu}/u.test(question.slice(index + word.length));
  return isBetween && /n['’]t$/i.test(word);
}
