/** Recognizes questions that are not understood: in another language, without known words, calculations, opinions, requests for advice. */
import { isOtherLanguage } from '../language/english/other-language';
import { lastWord, otherNumberForms, stem } from '../language/english/nouns';
import { withoutQuotations } from '../language/english/quotations';
import { isContentWord, isNameStopWord } from '../language/english/stop-words';
import { isCapitalAt, questionWords } from '../language/english/words';
import { covers, overlaps, type TextRange } from '../language/text/range';
import { editDistance } from '../language/text/distance';
import { onOneLine } from '../language/text/control-characters';
import { nameTokens } from '../question/linking/name-tokens';
import { hasWholeName, type LinkedEntity, type Linking } from '../question/linking/linking';
import type { AskPorts } from './ask-ports';
import { joinWithAnd, joinWithOr } from '../language/english/lists';
import { QUESTION_WORDS } from '../language/english/question-words';
import { isNamedIn, unlinkedNames } from './unlinked-names';
import { classesByLastWord } from '../candidates/enumerate/classes-by-name';
import { analyzeQuestion } from '../language/english/question';
import { synonymSetOf } from '../schema/synonyms';
import { incompleteKbHint } from '../repair/unanswerable';

type Ports = Pick<AskPorts, 'retriever'>;

/** Returns why a question cannot be understood without a model, before anything is looked up; undefined if it may be. */
export function notUnderstoodReason(
  question: string,
  linking: Linking,
  { retriever }: Ports,
): string | undefined {
  const names = linking.entities.filter(hasWholeName).flatMap(({ mention }) => mention ?? []);
  const others = questionWords(question).filter(
    ({ range }) => !names.some((name) => name.end - name.start > 3 && covers(name, range)),
  );
  if (names.length && others.every(({ word }) => CONNECTOR.test(word)) && !namesRelation(question, linking))
    return 'The question names something, but does not say what to find out about it. Ask who, what, which, where or when.';
  // Before the number of words: Japanese and Thai have no spaces between theirs.
  if (isOtherLanguage(others))
    return 'The question does not seem to be in English. Other languages are only understood with a model. Ask in English, or choose a model with funfusic.model.';
  if (questionWords(question).length === 1) return ASKS_NOTHING;
  if (ARITHMETIC.some((pattern) => pattern.test(question)))
    return 'The question asks for a calculation. Only facts of the KB can be asked.';
  const asking = others.filter(({ word }) => QUESTION_WORD.test(word)).length;
  if (asking > 2 && others.filter(({ word }) => isContentWord(word)).length < 2)
    return 'The question has several question words, but does not say what to find out.';
  const unknown = others.filter(({ word }) => isContentWord(word) && !retriever.isKnownWord(word));
  const isSentence = others.some(({ word }) => !isContentWord(word));
  if (unknown.length && !isSentence && unknown.length >= others.length / 2)
    return `${listWords(unknown.map(({ range }) => question.slice(range.start, range.end)))} not understood. Check the spelling.`;
  return undefined;
}

/** Whether a word of the question names a relation or a class beside another name: “titanic director”, “spielberg movies”. */
function namesRelation(question: string, { entities }: Linking): boolean {
  const last = questionWords(question).at(-1);
  const isMeaning = (form: string): boolean => synonymSetOf(stem(form)) !== undefined;
  if (!last || ![last.word, ...otherNumberForms(last.word)].some(isMeaning)) return false;
  const covering = entities.filter(({ mention }) => mention && covers(mention, last.range));
  return (
    entities.some((entity) => hasWholeName(entity) && !covering.includes(entity)) &&
    covering.every(({ mention }) => mention?.start === last.range.start)
  );
}

/**
 * Whether a question is about the future or the best of something, about a reason that is not a cause of the KB, or about the user and nothing that has a name.
 * A KB hardly ever knows such things.
 */
export function isHardlyKnown(
  question: string,
  query: string,
  used: readonly LinkedEntity[],
  thisYear: number,
): boolean {
  const wordsOutsideNames = withoutNames(question, used);
  if (FUTURE.test(wordsOutsideNames) && !namesPastYear(question, thisYear)) return true;
  if (BEST.test(wordsOutsideNames)) return true;
  if (REASON.test(question) && !/cause|reason/.test(query)) return true;
  return PERSONAL.test(wordsOutsideNames) && !used.some((entity) => isNamed(entity, question));
}

/** The question with spaces instead of quotations and linked names: "Dreams from my Father" is not about the user. */
function withoutNames(question: string, entities: readonly LinkedEntity[]): string {
  let text = withoutQuotations(question);
  for (const { match, mention } of entities)
    if (mention && hasWholeName({ match }))
      text = text.slice(0, mention.start) + ' '.repeat(mention.end - mention.start) + text.slice(mention.end);
  return text;
}

/** Whether the future of the question is the past by now: "who will play in 2013". */
function namesPastYear(question: string, thisYear: number): boolean {
  const year = /\b(?:19|20)\d\d\b/.exec(question)?.[0];
  return year !== undefined && Number(year) <= thisYear;
}

/** Whether the question has the whole name of the entity, with a capital unless it has no capitals at all. */
function isNamed({ match, mention }: LinkedEntity, question: string): boolean {
  const isLowerCase = !/\p{Lu}/u.test(question.slice(1));
  return hasWholeName({ match }) && (isLowerCase || isCapitalAt(question, mention?.start ?? 0));
}

export function asksForOpinion(question: string): boolean {
  return OPINION.test(question);
}

interface NotUnderstood {
  readonly explanation: string;
  readonly missing: readonly string[];
}

/** Explains a refusal by what was not understood: names, words without a fact, or the kind of the question; undefined if it was understood. */
export function whatWasNotUnderstood(
  question: string,
  linking: Linking,
  ports: Pick<AskPorts, 'retriever' | 'schema' | 'kb'>,
): NotUnderstood | undefined {
  const unknown = unknownNames(question, linking, ports);
  if (unknown) return unknown;
  const {
    schema,
    kb: { kb },
  } = ports;
  const wordsOutsideNames = withoutNames(question, linking.entities);
  const kind = KINDS.find(({ pattern }) => pattern.test(wordsOutsideNames));
  if (kind)
    return {
      explanation: `The question asks for ${kind.what}. Only facts of the KB can be asked.`,
      missing: [],
    };
  const { noun, kind: askedKind } = analyzeQuestion(question);
  if (askedKind === 'other' && noun === undefined && !namesRelation(question, linking))
    return {
      explanation: ASKS_NOTHING,
      missing: [],
    };
  const namesSomething =
    linking.literals.length > 0 ||
    linking.entities.some((entity) => isNamedIn(question, entity)) ||
    classesByLastWord(lastWord(noun), schema).length > 0;
  if (namesSomething) return undefined;
  return {
    explanation: `The question names nothing that is in the KB ${kb.name}.${incompleteKbHint(kb)} ${linking.note ?? CHECK_NAME}`,
    missing: ['an entity that the question names'],
  };
}

/** Explains a refusal by the names that no entity has. */
export function unknownNames(
  question: string,
  linking: Linking,
  { retriever, kb: { kb } }: Pick<AskPorts, 'retriever' | 'kb'>,
): NotUnderstood | undefined {
  const names = unlinkedNames(question, linking, retriever);
  if (!names.length) return undefined;
  const written = new Set(
    names.map(({ start, end }) => onOneLine(question.slice(start, end)).replace(/ {2,}/g, ' ')),
  );
  const quoted = joinWithOr([...written].slice(0, MAX_NAMES).map((name) => `“${name}”`));
  const isLowerCase = names.every(({ start }) => !/\p{Lu}/u.test(question.charAt(start)));
  const advice = linking.note ?? CHECK_NAME;
  return {
    explanation: isLowerCase
      ? `${quoted} is not understood: it is not a known word, and no entity of the KB ${kb.name} has this name. ${advice}`
      : `No entity of the KB ${kb.name} is named ${quoted}.${similarNames(question, names, linking)}${incompleteKbHint(kb)} ${advice}`,
    missing: [`an entity named ${quoted}`],
  };
}

/** Entities with a similar name, which the user may have meant. */
function similarNames(question: string, names: readonly TextRange[], { entities }: Linking): string {
  const similar = entities.filter(({ name, alias, mention }) =>
    names.some(
      (range) =>
        mention &&
        overlaps(mention, range) &&
        hasSimilarWords(question.slice(range.start, range.end), `${name} ${alias ?? ''}`),
    ),
  );
  const labels = [...new Set(similar.map(({ name }) => `“${onOneLine(name)}”`))].slice(0, MAX_SIMILAR_NAMES);
  return labels.length ? ` Similar names: ${labels.join(', ')}.` : '';
}

/** Whether a name has a similar word for each word of another one: Peyton Place is not like Peyton Manning. */
function hasSimilarWords(written: string, name: string): boolean {
  const words = nameTokens(name).map(({ bare }) => bare);
  return nameTokens(written).every(
    ({ bare }) => isNameStopWord(bare) || words.some((other) => isSimilarWord(bare, other)),
  );
}

/** Whether two words have the same beginning or nearly the same letters: “Democrats” and “Democratic”. */
function isSimilarWord(left: string, right: string): boolean {
  const length = Math.min(left.length, right.length);
  const beginning = Math.max(4, length - 1);
  if (length >= 4 && left.slice(0, beginning) === right.slice(0, beginning)) return true;
  const slips = Math.floor(length / 4);
  return editDistance(left, right, slips) <= slips;
}

const ASKS_NOTHING = 'The question does not say what to find out. Ask who, what, which, where or when.';
const CONNECTOR = /^(?:and|or|but|so|then|also|well|please|the)$/;
const MAX_NAMES = 5;
const MAX_SIMILAR_NAMES = 3;
const CHECK_NAME = 'Check the spelling, or choose the entity.';

function listWords(words: readonly string[]): string {
  const quoted = words.slice(0, 5).map((word) => `“${onOneLine(word)}”`);
  const list = joinWithAnd(quoted);
  return quoted.length === 1 ? `The word ${list} is` : `The words ${list} are`;
}

const NUMBER = String.raw`(?:\d[\d.,]*|zero|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|forty|fifty|hundred|thousand|million)`;
const ARITHMETIC: readonly RegExp[] = [
  new RegExp(
    String.raw`\b${NUMBER}\s*(?:[+*×÷^=]| [-/] |plus|minus|times|divided by|multiplied by|to the power of|modulo?)\s*${NUMBER}\b`,
    'i',
  ),
  new RegExp(String.raw`\b${NUMBER}\s*(?:%|per ?cent) of ${NUMBER}\b`, 'i'),
  new RegExp(String.raw`\b(?:square|cube) root of ${NUMBER}\b`, 'i'),
  new RegExp(String.raw`\b(?:sum|product|average|difference|mean) of (?:the )?(?:first )?${NUMBER}\b`, 'i'),
  new RegExp(String.raw`\b(?:add|subtract|multiply|divide|convert) ${NUMBER}\b`, 'i'),
  /\b(?:prime|even|odd) numbers?\b/i,
];

const QUESTION_WORD = new RegExp(`^(?:${QUESTION_WORDS})$`);

const FUTURE = /\b(?:will|gonna|going to|tomorrow|next (?:year|month|week|season|summer|winter))\b/;
const PERSONAL =
  /\b(?:my|mine|our|ours|your|yours|i am|(?:am|was|do|did|have|had|should|can|could|would) i)\b/i;
/** “Best known for” and “the best place to visit” are in Freebase. */
const BEST =
  /^who (?:is|are|was|were) the (?:best|greatest|worst)\b|^(?:what|which) (?:is|are|was|were) the (?:best|worst)\b(?! (?:known|place|time|currency|way|selling))/i;
const REASON = /^(?:so |and |but )?why\b/i;

const OPINION =
  /\b(?:do|did|would|don't) you\b|\b(?:best|better|worst|worse|good|bad|nice(?:st)?|beautiful|pretty|prettiest|ugl\w+|handsome|sexy|sexiest|funny|funniest|boring|interesting|lovely|loveliest|delicious|tast\w+|worth|overrated|underrated|smart(?:est)?|attractive)\b/i;

const KINDS: readonly { readonly what: string; readonly pattern: RegExp }[] = [
  { what: 'the future', pattern: FUTURE },
  {
    what: 'advice',
    pattern: /\b(?:should|shall|ought|recommend|suggest)\b|\bhow (?:do|can|could|to) (?:i|we|you|one)?\b/i,
  },
  { what: 'something about you or me', pattern: PERSONAL },
  { what: 'an opinion', pattern: OPINION },
  {
    what: 'a reason or an explanation',
    pattern: /^(?:so |and |but )?(?:why|how (?:does|do|did|is|are|come))\b/i,
  },
];
