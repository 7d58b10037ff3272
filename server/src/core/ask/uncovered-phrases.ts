/** The words of a question that a query does not cover: names, years, numbers, and words for relations. */
import { questionWords } from '../language/english/words';
import { keywordsOf, type StemmedWord } from '../language/english/words';
import { namesOf } from '../edit/names';
import type { KbSchema } from '../schema/schema';
import type { LinkedEntity, Linking } from '../question/linking/linking';
import { speaksFor } from '../question/related-words';
import type { SchemaRetriever } from '../question/retrieval/retrieval';
import type { QueryModel } from '../language/sparql/model';
import { overlaps, type TextRange } from '../language/text/range';
import { likelyEntities } from './names-in-question';
import { asksForRelation } from '../candidates/rank/relation-words';

interface DescribedQuery {
  readonly query: QueryModel;
  /** The description of the query, with entity names. */
  readonly reading: string;
  /** Classes of its answers. */
  readonly types: readonly string[];
}

interface UncoveredPhrase {
  readonly kind: 'name' | 'number' | 'word';
  readonly range: TextRange;
}

interface Ports {
  readonly schema: KbSchema;
  readonly retriever: Pick<SchemaRetriever, 'similarity'>;
}

/** Words below this similarity have different meanings. */
const NEAR = 0.25;
/** A number by itself may be a part of a name. */
const OF_TIME: ReadonlySet<string> = new Set(['year', 'month', 'date']);
/** A name below this score may not be a name. */
const SURE = 0.5;

/** In the order of the question. Conservative: a word that may be paraphrased counts as covered. */
export function uncoveredPhrases(
  question: string,
  linking: Linking,
  said: DescribedQuery,
  { schema, retriever }: Ports,
): readonly UncoveredPhrase[] {
  const iris = new Set(namesOf(said.query).map(({ iri }) => iri));
  const words = wordsOf(said, iris, schema);
  const isNear = ({ word, stem }: StemmedWord): boolean =>
    words.has(stem) ||
    [...words].some(([own, other]) => speaksFor(stem, own) > 0 || retriever.similarity(word, other) >= NEAR);
  const used = linking.entities.flatMap(({ iri, mention }) => (mention && iris.has(iri) ? [mention] : []));
  const isUsed = (range: TextRange): boolean => used.some((mention) => overlaps(mention, range));
  const numbers = linking.literals
    .filter(({ kind, comparison }) => comparison !== undefined || OF_TIME.has(kind))
    .filter(({ value, mention }) => !isUsed(mention) && !hasNumber(said, value))
    .map(({ mention }): UncoveredPhrase => ({ kind: 'number', range: mention }));
  const names = likelyEntities(linking, linking.entities.length)
    .filter((entity) => isSure(entity, question))
    .flatMap(({ mention }) => mention ?? [])
    .filter((range) => !isUsed(range) && !keywordsOf(question.slice(range.start, range.end)).some(isNear))
    .map((range): UncoveredPhrase => ({ kind: 'name', range }));
  const taken = [
    ...used,
    ...linking.literals.map(({ mention }) => mention),
    ...names.map(({ range }) => range),
  ];
  const others = questionWords(question)
    .filter(({ content, range }) => content && !taken.some((mention) => overlaps(mention, range)))
    .filter((word) => asksForRelation(word.stem) && !isNear(word))
    .map(({ range }): UncoveredPhrase => ({ kind: 'word', range }));
  return apart([...names, ...numbers, ...others]);
}

/** By stem: the words of the description, of relations, of classes and of the types of answers. */
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

/** Of a date, the year is enough. */
function hasNumber({ query, reading }: DescribedQuery, value: string): boolean {
  const [number = value] = /\d+(?:\.\d+)?/.exec(value) ?? [];
  return query.text.includes(number) || reading.replaceAll(',', '').includes(number);
}

/** In a question that capitalizes names, a lower-case word may not be a name. */
function isSure({ match, score, mention }: LinkedEntity, question: string): boolean {
  if (match === 'given') return true;
  return (
    mention !== undefined &&
    match === 'exact' &&
    score >= SURE &&
    /[\p{Lu}\p{N}]/u.test(question.charAt(mention.start)) &&
    mention.start > 0
  );
}

function apart(all: readonly UncoveredPhrase[]): readonly UncoveredPhrase[] {
  const kept: UncoveredPhrase[] = [];
  for (const one of all) if (!kept.some(({ range }) => overlaps(range, one.range))) kept.push(one);
  return kept.sort((left, right) => left.range.start - right.range.start);
}
