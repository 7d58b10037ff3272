/** Which relations a superlative or a comparison measures: the tallest by height, the oldest by birth. */
import { domainIndexOf, isCommunity, isSystem } from '../../schema/domain-index';
import type { KbSchema } from '../../schema/schema';
import { synonymSetOf } from '../../schema/synonyms';
import { stem } from '../../language/english/nouns';
import type { QuestionAnalysis } from '../../language/english/question';
import { comparativeMeasures } from '../../language/english/superlatives';
import type { LinkedLiteral } from '../../question/linking/linking';
import type { SchemaRetriever } from '../../question/retrieval/retrieval';
import type { Measure } from '../surroundings/surroundings';
import { ownWords, wordsIn } from './id-words';

/** The fit that a relation must have to the measure. */
const MIN_FIT = 0.6;
const MAX_MEASURES = 4;

/** Words in the names of relations, by unit or verb. */
const MEASURES_BY_WORD: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    people: ['population'],
    inhabitant: ['population'],
    minute: ['runtime', 'duration', 'length'],
    hour: ['runtime', 'duration'],
    born: ['birth'],
    died: ['death'],
  }),
);

/** Whether the word belongs to the comparison: "more than", "before", "longer", or the unit. */
export function isComparisonWord(
  word: string,
  { unit, comparison }: Pick<LinkedLiteral, 'unit' | 'comparison'>,
): boolean {
  if (comparison === undefined) return false;
  return word === unit || COMPARISON_WORD.test(word) || comparativeMeasures(word).length > 0;
}

const COMPARISON_WORD =
  /^(?:more|less|fewer|greater|over|under|above|below|exceeding|before|after|since|until|than|least|most|minimum|maximum)$/;

/** Words for the date of an end, which does not measure an age. */
const END_WORD = /^(?:death|died|end|to|dissolved|deceased|closed|last)$/;

/** A word in the names of relations that may be meant, and its weight. */
export interface MeasureWord {
  readonly word: string;
  readonly weight: number;
}

/** What the superlative of the question measures. The words of the question weigh more than the usual measures. */
export function superlativeMeasures({
  superlative,
  noun = '',
  words,
}: Pick<QuestionAnalysis, 'superlative' | 'noun' | 'words'>): readonly MeasureWord[] {
  if (!superlative) return [];
  const nounWords = wordsIn(noun);
  const others = words.filter(
    ({ content, word, stem: root }) =>
      content && !superlative.words.includes(word) && !nounWords.includes(root) && word.length > 2,
  );
  return [
    ...others.map((word) => ({ word: word.stem, weight: 1 })),
    ...withFallingWeights(superlative.measures),
  ];
}

/** What the question compares with a value. */
export function comparisonMeasures(
  { unit = '' }: Pick<LinkedLiteral, 'unit'>,
  { noun = '', words }: Pick<QuestionAnalysis, 'noun' | 'words'>,
): readonly MeasureWord[] {
  const nounWords = wordsIn(noun);
  const others = words.filter(
    ({ content, stem: root, word }) => content && !nounWords.includes(root) && !/\d/.test(word),
  );
  return [...others.map((word) => word.stem), ...wordsIn(unit)].flatMap((word) => [
    { word, weight: 1 },
    ...withFallingWeights(MEASURES_BY_WORD.get(word) ?? comparativeMeasures(word)),
  ]);
}

/** Whether the comparative of the question means another measure: what is longer has a length, not an area. */
export function isOtherMeasure(
  { via, relation }: Measure,
  literal: Pick<LinkedLiteral, 'unit'>,
  question: Pick<QuestionAnalysis, 'noun' | 'words'>,
): boolean {
  if (!question.words.some(({ word }) => comparativeMeasures(word).length)) return false;
  const wanted = comparisonMeasures(literal, question).map(({ word }) => stem(word));
  const meanings = new Set(wanted.map(synonymSetOf));
  return !ownWords(via ?? relation).some((name) => {
    const meaning = synonymSetOf(name);
    return wanted.includes(name) || (meaning !== undefined && meanings.has(meaning));
  });
}

function withFallingWeights(words: readonly string[]): readonly MeasureWord[] {
  return words.map((word, at) => ({ word, weight: 0.95 - 0.05 * at }));
}

export function isTimeDatatype(datatype: string): boolean {
  return /date|gYear/i.test(datatype);
}

/**
 * Whether a superlative may mean this relation: one of size never means a date, one of time never a size, and the date of
 * death does not measure an age.
 */
export function canMeasure(
  { via, relation }: Measure,
  datatype: string,
  { superlative }: Pick<QuestionAnalysis, 'superlative'>,
): boolean {
  if (!superlative?.measures.length) return true;
  const isDate = isTimeDatatype(datatype);
  const words = ownWords(relation);
  if (superlative.isReversedForAge && words.some((word) => END_WORD.test(word))) return false;
  if (superlative.isMeasuredByDate)
    return isDate || (!superlative.isReversedForAge && /number|order|year|season|episode/.test(relation));
  return !isDate && (via === undefined || !words.includes('year'));
}

/**
 * How well a relation fits the wanted measure, between 0 and 1. For the value of a mediator, the relation to the mediator
 * counts. Every word of the name counts, because a population density is not a population.
 */
export function measureFit(
  { via, relation }: Measure,
  wanted: readonly MeasureWord[],
  similarity: (left: string, right: string) => number,
): number {
  const fits = ownWords(via ?? relation)
    .filter((name) => !UNITS.test(name))
    .map((name) =>
      wanted.reduce(
        (highest, { word, weight }) =>
          Math.max(highest, weight * (stem(word) === stem(name) ? 1 : similarity(word, name))),
        0,
      ),
    );
  if (!fits.length) return 0;
  return (Math.max(...fits) + fits.reduce((sum, fit) => sum + fit, 0) / fits.length) / 2;
}

/** Words for the unit or the kind of a value, which do not identify the measure. */
const UNITS = /^(?:meter|metre|date|estimated|kg|km|lb|mm|cm|number|total)$/;

/** The relations of a class to numbers and dates that fit, the best first. */
export function measuresOf(
  type: string,
  wanted: readonly MeasureWord[],
  schema: KbSchema,
  retriever: Pick<SchemaRetriever, 'similarity'>,
): readonly Measure[] {
  return fittingMeasures([...schema.includedTypes(type)], wanted, schema, retriever).map(
    ({ measure }) => measure,
  );
}

/** How much better the relation of a subclass must fit. */
const MIN_IMPROVEMENT = 0.2;

/** The subclass that has a clearly better fitting relation, or the class itself: only a deceased person has a date of death. */
export function narrowClass(
  type: string,
  wanted: readonly MeasureWord[],
  schema: KbSchema,
  retriever: Pick<SchemaRetriever, 'similarity'>,
): string {
  const bestFit = (types: readonly string[]): number =>
    fittingMeasures(types, wanted, schema, retriever)[0]?.fit ?? 0;
  const ownFit = bestFit([...schema.includedTypes(type)]);
  if (ownFit > 1 - MIN_IMPROVEMENT) return type;
  const subclasses = domainIndexOf(schema)
    .includedBy(type)
    .filter((id) => !isCommunity(id))
    .map((id) => ({ id, fit: bestFit([id]) }))
    .filter(({ fit }) => fit >= ownFit + MIN_IMPROVEMENT);
  const maxFacts = (id: string): number =>
    Math.max(0, ...schema.relationsOf(id).map((relation) => schema.relation(relation)?.use.facts ?? 0));
  const [best] = subclasses.sort(
    (left, right) => right.fit - left.fit || maxFacts(right.id) - maxFacts(left.id),
  );
  return best?.id ?? type;
}

function fittingMeasures(
  types: readonly string[],
  wanted: readonly MeasureWord[],
  schema: KbSchema,
  retriever: Pick<SchemaRetriever, 'similarity'>,
): readonly { readonly measure: Measure; readonly fit: number }[] {
  return types
    .flatMap((type) => schema.relationsOf(type).flatMap((relation) => measuresBy(relation, schema)))
    .map((measure) => ({ measure, fit: measureFit(measure, wanted, retriever.similarity) }))
    .filter(({ fit }) => fit >= MIN_FIT)
    .sort(
      (left, right) =>
        right.fit - left.fit ||
        (left.measure.via === undefined ? 0 : 1) - (right.measure.via === undefined ? 0 : 1) ||
        (left.measure.relation < right.measure.relation ? -1 : 1),
    )
    .slice(0, MAX_MEASURES);
}

/** The relation itself, or the numbers of the mediator at its end. */
function measuresBy(relation: string, schema: KbSchema): readonly Measure[] {
  if (isSystem(relation)) return [];
  const range = schema.relation(relation)?.range;
  if (range === undefined) return [];
  const type = schema.type(range);
  if (isNumber(range, schema) || type?.literal === 'datetime') return [{ relation }];
  if (type?.kind !== 'mediator') return [];
  return schema
    .relationsOf(range)
    .filter((each) => isNumber(schema.relation(each)?.range, schema))
    .map((each) => ({ via: relation, relation: each }));
}

export function isNumber(range: string | undefined, schema: KbSchema): boolean {
  const literal = range === undefined ? undefined : schema.type(range)?.literal;
  return literal === 'integer' || literal === 'float';
}
