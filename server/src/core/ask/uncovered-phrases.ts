/** Finds the words of a question that a query does not cover: names, numbers, and words for relations. */
import {
  isCapitalAt,
  keywordsOf,
  questionWords,
  type QuestionWord,
  type StemmedWord,
} from '../language/english/words';
import { isTitle, withoutTitle } from '../language/english/titles';
import { isEntity, namesOf } from '../edit/names';
import type { KbSchema } from '../schema/schema';
import type { LinkedEntity, Linking } from '../question/linking/linking';
import { relatedness } from '../question/related-words';
import type { SchemaRetriever } from '../question/retrieval/retrieval';
import type { QueryModel } from '../language/sparql/model';
import { overlaps, range, type TextRange } from '../language/text/range';
import { likelyEntities } from './names-in-question';
import { namelikeWords } from './unlinked-names';
import { asksForRelation } from '../candidates/rank/asked-relations';

interface DescribedQuery {
  readonly query: QueryModel;
  /** The description of the query, with entity names. */
  readonly reading: string;
  /** The classes of its answers. */
  readonly types: readonly string[];
}

export interface UncoveredPhrase {
  readonly kind: 'name' | 'number' | 'word' | 'question';
  readonly range: TextRange;
}

interface Ports {
  readonly schema: KbSchema;
  readonly retriever: Pick<SchemaRetriever, 'similarity' | 'isKnownWord'>;
}

/** Words with a lower similarity have different meanings. */
const MIN_SIMILARITY = 0.25;
/** Other numbers without a comparison can be a part of a name. */
const TIME_KINDS: ReadonlySet<string> = new Set(['year', 'month', 'date']);
/** A linked entity with a lower score is uncertain. */
const MIN_LINK_SCORE = 0.5;

/** Returns the phrases in the order of the question. A word that the query may paraphrase counts as covered. */
export function uncoveredPhrases(
  question: string,
  linking: Linking,
  described: DescribedQuery,
  { schema, retriever }: Ports,
): readonly UncoveredPhrase[] {
  const iris = new Set(namesOf(described.query).map(({ iri }) => iri));
  const words = wordsOf(described, iris, schema);
  const schemaWords = [...wordsOf({ ...described, reading: '' }, iris, schema).values()];
  const isExpressed = ({ stem }: StemmedWord): boolean =>
    words.has(stem) || [...words.keys()].some((other) => relatedness(stem, other) > 0);
  const isSimilar = ({ word }: StemmedWord, others: Iterable<string>): boolean =>
    [...others].some((other) => retriever.similarity(word, other) >= MIN_SIMILARITY);
  const isCovered = (word: StemmedWord): boolean => isExpressed(word) || isSimilar(word, words.values());
  const used = linking.entities.flatMap(({ iri, mention }) => (mention && iris.has(iri) ? [mention] : []));
  const isUsed = (range: TextRange): boolean => used.some((mention) => overlaps(mention, range));
  const numbers = linking.literals
    .filter(({ kind, comparison }) => comparison !== undefined || TIME_KINDS.has(kind))
    .filter(({ value, mention }) => !isUsed(mention) && !hasNumber(described, value))
    .map(({ mention }): UncoveredPhrase => ({ kind: 'number', range: mention }));
  const names = likelyEntities(linking, linking.entities.length)
    .filter((entity) => isCertainName(entity, question))
    .flatMap(({ mention }) => mention ?? [])
    .filter((range) => !isUsed(range) && !keywordsOf(question.slice(range.start, range.end)).some(isCovered))
    .map((range): UncoveredPhrase => ({ kind: 'name', range }));
  // An entity of the query that is not linked to a part of the question may have the unknown name.
  const hasUnlinked = [...iris].some(
    (iri) =>
      isEntity(iri, schema) && !linking.entities.some((entity) => entity.iri === iri && entity.mention),
  );
  const unknown = (hasUnlinked ? [] : namelikeWords(question, linking, retriever))
    // Names with similar meanings name different things: Jupiter is not the Moon.
    .filter(
      (word) =>
        !isUsed(word.range) && !(isCapitalAt(question, word.range.start) ? isExpressed : isCovered)(word),
    )
    .map(({ range }): UncoveredPhrase => ({ kind: 'name', range }));
  const continued = linking.entities
    .filter(({ iri }) => iris.has(iri))
    .flatMap((entity) => continuedName(entity, question) ?? precededName(entity, question) ?? [])
    .filter(({ word }) => !isExpressed(word) && !isSimilar(word, schemaWords))
    .map(({ range }): UncoveredPhrase => ({ kind: 'name', range }));
  const taken = [
    ...used,
    ...linking.literals.map(({ mention }) => mention),
    ...[...names, ...unknown].map(({ range }) => range),
  ];
  const others = questionWords(question)
    .filter(({ content, range }) => content && !taken.some((mention) => overlaps(mention, range)))
    .filter((word) => asksForRelation(word.stem) && !isCovered(word))
    .map(({ range }): UncoveredPhrase => ({ kind: 'word', range }));
  const second = secondQuestion(question, described);
  return withoutOverlaps([...continued, ...names, ...unknown, ...numbers, ...others, ...second]);
}

const QUESTION_WORD = 'where|when|who|how|why';
const TWO_QUESTIONS = [
  new RegExp(String.raw`\b(${QUESTION_WORD})(?:,? and) (${QUESTION_WORD})\b`, 'di'),
  new RegExp(
    String.raw`^(${QUESTION_WORD})\b.*\band (${QUESTION_WORD})(?= (?:is|are|was|were|did|do|does)\b|\s*\?*$)`,
    'di',
  ),
];

/** Of “where and when”, the one that the answers do not tell. Only a time has no class. */
function secondQuestion(question: string, { types }: DescribedQuery): readonly UncoveredPhrase[] {
  const indices = TWO_QUESTIONS.flatMap((pattern) => pattern.exec(question)?.indices?.slice(1, 3) ?? []);
  const [first, second] = indices.flatMap((pair) => (pair ? [range(...pair)] : []));
  if (!first || !second) return [];
  const asksForTime = ({ start, end }: TextRange): boolean => /^when$/i.test(question.slice(start, end));
  const isSecondAnswered = asksForTime(types.length ? first : second);
  return [{ kind: 'question', range: isSecondAnswered ? first : second }];
}

/** The words of the description and of the related relations and classes, by stem. */
function wordsOf(
  { reading, types }: DescribedQuery,
  iris: ReadonlySet<string>,
  schema: KbSchema,
): Map<string, string> {
  const ids = [...iris].flatMap((iri) => schema.idOf(iri) ?? []);
  const around = ids.flatMap((id) => {
    const { domain, range, reverse } = schema.relation(id) ?? {};
    return [domain, range, reverse].flatMap((other) => other ?? []);
  });
  const names = [...ids, ...around, ...types].filter((id) => schema.hasRelation(id) || schema.hasType(id));
  const text = [reading, ...names.map((id) => id.replace(/[._]/g, ' '))].join(' ');
  return new Map(keywordsOf(text).map(({ stem, word }) => [stem, word]));
}

/** Whether a query contains a number; for a date, its year. */
function hasNumber({ query, reading }: DescribedQuery, value: string): boolean {
  const [number = value] = /\d+(?:\.\d+)?/.exec(value) ?? [];
  return query.text.includes(number) || reading.replaceAll(',', '').includes(number);
}

/** Whether a word is certainly a name: chosen by the user, or an exact match in upper case. */
function isCertainName({ match, score, mention }: LinkedEntity, question: string): boolean {
  if (match === 'given') return true;
  return (
    mention !== undefined &&
    match === 'exact' &&
    score >= MIN_LINK_SCORE &&
    isCapitalAt(question, mention.start) &&
    mention.start > 0
  );
}

interface LongerName {
  readonly range: TextRange;
  /** The word that the name of the entity lacks. */
  readonly word: QuestionWord;
}

/** The name of another person or place that begins like that of the entity: “marc chagall” is not Marc Anthony. */
function continuedName(
  { match, name, alias = name, types, mention }: LinkedEntity,
  question: string,
): LongerName | undefined {
  if (match !== 'partial' || !mention) return undefined;
  const nameWords = alias.toLowerCase().split(/[\s,]+/);
  const mentioned = withoutTitle(question.slice(mention.start, mention.end).toLowerCase()).split(/\s+/);
  const lastName = nameWords.findLast((word) => !/^(?:jr|sr|i{1,3}|iv)\.?$/.test(word));
  if (!types.includes('people.person') && !BEGINS_PLACE.test(mentioned.join(' '))) return undefined;
  if (mentioned[0] !== nameWords[0] || mentioned.at(-1) === lastName) return undefined;
  const next = questionWords(question).find(({ range }) => range.start > mention.end);
  if (!next?.content || next.range.start > mention.end + 1) return undefined;
  return { range: range(mention.start, next.range.end), word: next };
}

/** The name of another person that ends with the whole name of the entity: “cristiano ronaldo” is not Ronaldo. */
function precededName({ match, types, mention }: LinkedEntity, question: string): LongerName | undefined {
  if (match !== 'exact' || !mention || !types.includes('people.person')) return undefined;
  // With capitals, the word before is a name or is not.
  if (/\s|\p{Lu}/u.test(question.slice(mention.start, mention.end))) return undefined;
  const previous = questionWords(question).findLast(({ range }) => range.end <= mention.start);
  if (!previous?.content || previous.range.end < mention.start - 1) return undefined;
  if (BEFORE_NAME.test(previous.word) || isTitle(previous.word) || asksForRelation(previous.stem))
    return undefined;
  return { range: range(previous.range.start, mention.end), word: previous };
}

/** Words with which the names of many places begin. */
const BEGINS_PLACE = /^(?:mount|mt|lake|cape|fort|port|saint|st|san|santa|new|north|south|east|west)$/;

/** Adjectives that people write before a name. */
const BEFORE_NAME = /^(?:young|old|great|famous|late|little|big|real|early)$/;

function withoutOverlaps(phrases: readonly UncoveredPhrase[]): readonly UncoveredPhrase[] {
  const distinct: UncoveredPhrase[] = [];
  for (const phrase of phrases)
    if (!distinct.some(({ range }) => overlaps(range, phrase.range))) distinct.push(phrase);
  return distinct.sort((left, right) => left.range.start - right.range.start);
}
