/** Finds the names of a question that are linked to no entity. */
import { withoutTitle } from '../language/english/titles';
import { analyzeQuestion } from '../language/english/question';
import { questionWords, type QuestionWord } from '../language/english/words';
import { isCovered, overlaps, range, type TextRange } from '../language/text/range';
import { placesOf } from '../question/linking/demonyms';
import { foldName, initialsOf, nameTokens } from '../question/linking/name-tokens';
import { hasWholeName, type LinkedEntity, type Linking } from '../question/linking/linking';
import type { SchemaRetriever } from '../question/retrieval/retrieval';

/** Words that are probably names: capitalized inside the question, or unknown. In title case, capitals do not indicate names. */
export function namelikeWords(
  question: string,
  { literals }: Pick<Linking, 'literals'>,
  retriever: Pick<SchemaRetriever, 'isKnownWord'>,
): readonly QuestionWord[] {
  const words = questionWords(question);
  const isCapitalized = (word: QuestionWord): boolean => hasCapital(word.range, question);
  const isTitleCase = words.slice(1).every(isCapitalized);
  return words.filter(
    (word, at) =>
      word.content &&
      !literals.some(({ mention }) => overlaps(mention, word.range)) &&
      ((at > 0 && !isTitleCase && isCapitalized(word)) || isUnknown(word, retriever)),
  );
}

function hasCapital({ start }: TextRange, question: string): boolean {
  return /\p{Lu}/u.test(question.charAt(start));
}

function isUnknown({ word }: QuestionWord, retriever: Pick<SchemaRetriever, 'isKnownWord'>): boolean {
  // “xbox360” may be a name, but not “1990s”.
  return word.length > 2 && /^\D{2}/.test(word) && !retriever.isKnownWord(word);
}

/** The names that no entity has, as ranges; adjacent words are one name. */
export function unlinkedNames(
  question: string,
  linking: Linking,
  retriever: Pick<SchemaRetriever, 'isKnownWord'>,
): readonly TextRange[] {
  const linked = linking.entities
    .filter((entity) => isNamedIn(question, entity))
    .flatMap(({ mention }) => (mention ? repetitions(mention, question) : []));
  const { noun, kind } = analyzeQuestion(question);
  const phrase = noun?.split(' of ')[0]?.split(' ') ?? [];
  const head = phrase.at(-1);
  // "Who is the CEO of …" asks for a role.
  const role = kind === 'who' && phrase.every((word) => retriever.isKnownWord(word)) ? phrase : [];
  return joinAdjacent(
    namelikeWords(question, linking, retriever)
      // Beside a name that is linked, an unknown word is a rare adjective more often than a name.
      .filter(({ word, range: written }) => !linked.length || word === head || hasCapital(written, question))
      .filter(({ word }) => !role.includes(word))
      .map((word) => word.range)
      .filter((word) => !isCovered(word, linked)),
    question,
  ).map((name) => withAdjacent(name, linked, question));
}

/** A mention and its repetitions, because each entity is linked once. */
function repetitions({ start, end }: TextRange, question: string): readonly TextRange[] {
  const mention = question.slice(start, end).toLowerCase();
  const text = question.toLowerCase();
  // Some letters, such as İ, are longer in lower case.
  if (!mention || text.length !== question.length) return [range(start, end)];
  const found: TextRange[] = [];
  for (let at = text.indexOf(mention); at >= 0; at = text.indexOf(mention, at + mention.length))
    found.push(range(at, at + mention.length));
  return found;
}

/** With the linked names beside it: if “Northern” is unknown, so is “Northern Europe”, and if “Battle” is, so is “Battle of Hastings”. */
function withAdjacent(name: TextRange, linked: readonly TextRange[], question: string): TextRange {
  if (!hasCapital(name, question)) return name;
  const isBetween = (start: number, end: number): boolean =>
    /^\s+(?:of\s+(?:the\s+)?)?$/.test(question.slice(start, end));
  const before = linked.find((other) => hasCapital(other, question) && isBetween(other.end, name.start));
  const after = linked.find((other) => hasCapital(other, question) && isBetween(name.end, other.start));
  return range(before?.start ?? name.start, after?.end ?? name.end);
}

/** Whether the question has the name of the entity, the last name of a person, a demonym or initials, or the name of a place without its addition. */
export function isNamedIn(
  question: string,
  { match, name, alias = name, types, mention }: LinkedEntity,
): boolean {
  if (hasWholeName({ match })) return true;
  if (!mention) return false;
  const part = withoutTitle(question.slice(mention.start, mention.end).toLowerCase()).replace(/['’]s?$/, '');
  const whole = name.toLowerCase();
  if (` ${part} `.includes(` ${whole} `)) return true;
  const isPerson = types.includes('people.person');
  if (isPerson && whole.endsWith(` ${part}`)) return true;
  if (isDemonymOrInitials(foldName(part), alias)) return true;
  // `United States` of `United States of America`, `Louis XIV` of `Louis XIV of France`
  const mayBeWhole = isPerson ? /\s[ivx]+$/ : /\s/;
  return (
    (isPerson || types.includes('location.location')) &&
    mayBeWhole.test(part) &&
    whole.startsWith(`${part} of `)
  );
}

function isDemonymOrInitials(key: string, name: string): boolean {
  return (
    placesOf(key).some((place) => foldName(place) === foldName(name)) ||
    initialsOf(nameTokens(name).map(({ word }) => word)) === key
  );
}

function joinAdjacent(ranges: readonly TextRange[], question: string): readonly TextRange[] {
  const joined: TextRange[] = [];
  for (const next of ranges) {
    const last = joined.at(-1);
    if (last && /^(?:[\s'’-]+|\s+(?:of|the|and|de|von|van)\s+)$/.test(question.slice(last.end, next.start)))
      joined.splice(-1, 1, range(last.start, next.end));
    else joined.push(next);
  }
  return joined;
}
