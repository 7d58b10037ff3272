/** Questions that no form of this strategy can ask: what they say would be lost, and the answer be the opposite. */
import { analyzeQuestion } from '../../../language/english/question';
import type { Linking } from '../../../question/linking/linking';
import { covers, range } from '../../../language/text/range';

const NEGATION =
  /\b(?:not|never|without|except(?:ing)?|excluding|other than|besides|neither|nor|no longer)\b|\p{L}+n['’]t\b/giu;
const QUOTED = /"[^"]*"|“[^”]*”|‘[^’]*’|(?<!\p{L})'[^']+'(?!\p{L})/gu;
/** Polite, and no question by itself. */
const POLITE = /^(?:(?:can|could|would|will|do) you\b|may i\b)/i;

/** Which of two: a man or a woman. */
const CHOICE = /\bor\b/i;

/** Who is older, this one or that one. */
const WHICH_OF_TWO =
  /\b(?:who|which|what)\b[^,]*\b(?:is|was|are|were|has|have|had)(?: the)? (\p{Ll}{2,}er|more|less|better|worse)\b.*\bor\b/iu;

/** What something is compared with stands behind it; a number there is understood, and a capital begins a name: “Truer than Fiction”. */
const COMPARED =
  /\b(?:\p{Ll}{2,}er|more|less|worse)(?: \p{Ll}+){0,3} than (?:the |an? |that of |those of |in )*/gu;

/** A sentence for the user; nothing for a question that can be asked. */
export function unsupportedReason(question: string, { entities, literals }: Linking): string | undefined {
  const quoted = [...question.matchAll(QUOTED)].map(({ 0: text, index }) =>
    range(index, index + text.length),
  );
  for (const { 0: word, index } of question.matchAll(NEGATION)) {
    const place = { start: index, end: index + word.length };
    // In a name it denies nothing: "Never Let Me Go".
    const named = entities.some(
      ({ mention, match }) => mention && match !== 'fuzzy' && covers(mention, place),
    );
    if (!named && !isOfTitle(question, index, word) && !quoted.some((quote) => covers(quote, place)))
      return `The question says “${word.toLowerCase()}”. Negation is only understood with a model. Choose one with funfusic.model, or rephrase the question without it.`;
  }
  for (const { 0: words, index } of question.matchAll(COMPARED)) {
    const than = { start: index + words.search(/\bthan\b/i), end: index + words.length };
    const behind = range(than.end, than.end + 1);
    const isNumber = literals.some(({ mention }) => covers(mention, behind));
    const other = entities.find(
      ({ mention, match }) => mention && (match === 'exact' || match === 'given') && covers(mention, behind),
    );
    if (
      other &&
      !isNumber &&
      !/\p{N}/u.test(question.charAt(than.end)) &&
      !entities.some(({ mention }) => mention && covers(mention, than))
    )
      return `The question compares with “${other.name}”. Such comparisons are only understood with a model. Choose one with funfusic.model, or give the number to compare with.`;
  }
  const choice = WHICH_OF_TWO.exec(question);
  if (choice && entities.filter(({ mention, match }) => mention && match === 'exact').length > 1)
    return `The question asks which of two is ${choice[1] ?? ''}. That is only understood with a model. Choose one with funfusic.model, or ask for each of the two.`;
  const isOpen = POLITE.test(question.trim()) || CHOICE.test(question);
  if (analyzeQuestion(question).kind === 'yesNo' && !isOpen)
    return 'Yes-or-no questions are only understood with a model. Choose one with funfusic.model, or ask which or who.';
  return undefined;
}

/** Written as titles are, though nothing of that name is known: “You Don't Know Jack”, “You don't Know Jack”; but no “NOT”. */
function isOfTitle(question: string, index: number, word: string): boolean {
  const before = question.slice(0, index).trimEnd();
  // Where every word has a capital, none tells a name.
  if (!before || !/(?:^|\s)\p{Ll}/u.test(question)) return false;
  if (/^\p{Lu}\p{Ll}/u.test(word)) return true;
  const isBetween =
    /(?:^|\s)\p{Lu}\S*$/u.test(before) && /^\s+\p{Lu}/u.test(question.slice(index + word.length));
  return isBetween && /n['’]t$/i.test(word);
}
