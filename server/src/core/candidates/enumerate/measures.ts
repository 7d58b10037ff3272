/** What a superlative or a comparison measures, and which relations measure it: the tallest by height, the oldest by birth. */
import { domainsOf, isCommunity, isSystem } from '../../schema/domains';
import type { KbSchema } from '../../schema/schema';
import { stem } from '../../language/english/nouns';
import type { QuestionAnalysis } from '../../language/english/question';
import { comparativeMeasures } from '../../language/english/superlatives';
import type { LinkedLiteral } from '../../question/linking/linking';
import type { SchemaRetriever } from '../../question/retrieval/retrieval';
import type { Measure } from '../surroundings/surroundings';
import { wordsIn } from '../rank/relation-words';

/** As near as a word of the measure must come to one of the relation. */
const NEAR = 0.6;
const MOST_MEASURES = 4;

/** What units and verbs measure. */
const MEASURED_IN: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    people: ['population'],
    inhabitant: ['population'],
    minute: ['runtime', 'duration', 'length'],
    hour: ['runtime', 'duration'],
    born: ['birth'],
    died: ['death'],
  }),
);

/** "more than", "before", "longer", and the unit: said by a comparison and by nothing else. */
export function isComparing(
  word: string,
  { unit, comparison }: Pick<LinkedLiteral, 'unit' | 'comparison'>,
): boolean {
  if (comparison === undefined) return false;
  return word === unit || WORDS_THAT_COMPARE.test(word) || comparativeMeasures(word).length > 0;
}

const WORDS_THAT_COMPARE =
  /^(?:more|less|fewer|greater|over|under|above|below|exceeding|before|after|since|until|than|least|most|minimum|maximum)$/;

/** A date of the end says nothing of an age. */
const OF_AN_END = /^(?:death|died|end|to|dissolved|deceased|closed|last)$/;

/** A word that names of relations have which measure it, and how much it counts. */
export interface MeasureWord {
  readonly word: string;
  readonly weight: number;
}

/** What the question says itself goes before what its superlative mostly means; nothing where it has none. */
export function measuredBy({
  superlative,
  noun = '',
  words,
}: Pick<QuestionAnalysis, 'superlative' | 'noun' | 'words'>): readonly MeasureWord[] {
  if (!superlative) return [];
  const kind = wordsIn(noun);
  const said = words.filter(
    ({ content, word, stem: root }) =>
      content && !superlative.words.includes(word) && !kind.includes(root) && word.length > 2,
  );
  return [
    ...said.map((one) => ({ word: one.stem, weight: 1 })),
    ...superlative.measures.map((word, at) => ({ word, weight: 0.95 - 0.05 * at })),
  ];
}

/** The same of what is compared with a value. */
export function comparedBy(
  { unit = '' }: Pick<LinkedLiteral, 'unit'>,
  { noun = '', words }: Pick<QuestionAnalysis, 'noun' | 'words'>,
): readonly MeasureWord[] {
  const kind = wordsIn(noun);
  const said = words.filter(
    ({ content, stem: root, word }) => content && !kind.includes(root) && !/\d/.test(word),
  );
  return [...said.map((one) => one.stem), ...wordsIn(unit)].flatMap((word) => [
    { word, weight: 1 },
    ...(MEASURED_IN.get(word) ?? comparativeMeasures(word)).map((each, at) => ({
      word: each,
      weight: 0.95 - 0.05 * at,
    })),
  ]);
}

/**
 * Whether a superlative may mean this relation: one of size never means a date, one of time never a size, and who is the oldest is
 * not said by when someone died.
 */
export function mayMeasure(
  { via, relation }: Measure,
  datatype: string,
  { superlative }: Pick<QuestionAnalysis, 'superlative'>,
): boolean {
  if (!superlative?.measures.length) return true;
  const isDate = /date|gYear/i.test(datatype);
  const words = wordsIn(lastPart(relation));
  if (superlative.turnsWithAge && words.some((word) => OF_AN_END.test(word))) return false;
  if (superlative.time)
    return isDate || (!superlative.turnsWithAge && /number|order|year|season|episode/.test(relation));
  return !isDate && (via === undefined || !words.includes('year'));
}

/**
 * How near a relation comes to what is measured, between 0 and 1: of a mediator, by what leads to it. A population is not its
 * density, so every word of the name counts.
 */
export function fitOf(
  { via, relation }: Measure,
  wanted: readonly MeasureWord[],
  similarity: (left: string, right: string) => number,
): number {
  const named = wordsIn(lastPart(via ?? relation)).filter((word) => !UNITS.test(word));
  const each = named.map((name) =>
    wanted.reduce(
      (most, { word, weight }) =>
        Math.max(most, weight * (stem(word) === stem(name) ? 1 : similarity(word, name))),
      0,
    ),
  );
  if (!each.length) return 0;
  return (Math.max(...each) + each.reduce((sum, one) => sum + one, 0) / each.length) / 2;
}

/** They say how something is measured, not what. */
const UNITS = /^(?:meter|metre|date|estimated|kg|km|lb|mm|cm|number|total)$/;

/** Relations of the members of a class to numbers and dates that fit, the best first. */
export function measuresOf(
  type: string,
  wanted: readonly MeasureWord[],
  schema: KbSchema,
  retriever: Pick<SchemaRetriever, 'similarity'>,
): readonly Measure[] {
  return fittingMeasures([...schema.included(type)], wanted, schema, retriever).map(({ measure }) => measure);
}

/** So much better must the relation of a narrower class fit. */
const PLAINLY_BETTER = 0.2;

/** Who died is a person, but only of the dead it is known when: the class below, where what is measured is plainly one of its own. */
export function narrowedTo(
  type: string,
  wanted: readonly MeasureWord[],
  schema: KbSchema,
  retriever: Pick<SchemaRetriever, 'similarity'>,
): string {
  const best = (types: readonly string[]): number =>
    fittingMeasures(types, wanted, schema, retriever)[0]?.fit ?? 0;
  const own = best([...schema.included(type)]);
  if (own > 1 - PLAINLY_BETTER) return type;
  const below = domainsOf(schema)
    .includedBy(type)
    .filter((each) => !isCommunity(each))
    .map((each) => ({ each, fit: best([each]) }))
    .filter(({ fit }) => fit >= own + PLAINLY_BETTER);
  const most = Math.max(...below.map(({ fit }) => fit));
  const [found] = mostTold(
    below.filter(({ fit }) => fit === most).map(({ each }) => each),
    schema,
  );
  return found ?? type;
}

/** The class that has the relation of which there are the most facts goes first. */
function mostTold(types: readonly string[], schema: KbSchema): readonly string[] {
  const facts = (type: string): number =>
    Math.max(0, ...schema.relationsOf(type).map((id) => schema.relation(id)?.use.facts ?? 0));
  return [...types].sort((left, right) => facts(right) - facts(left));
}

function fittingMeasures(
  types: readonly string[],
  wanted: readonly MeasureWord[],
  schema: KbSchema,
  retriever: Pick<SchemaRetriever, 'similarity'>,
): readonly { readonly measure: Measure; readonly fit: number }[] {
  return types
    .flatMap((type) => schema.relationsOf(type).flatMap((relation) => measuresBy(relation, schema)))
    .map((measure) => ({ measure, fit: fitOf(measure, wanted, retriever.similarity) }))
    .filter(({ fit }) => fit >= NEAR)
    .sort(
      (left, right) =>
        right.fit - left.fit ||
        (left.measure.via === undefined ? 0 : 1) - (right.measure.via === undefined ? 0 : 1) ||
        (left.measure.relation < right.measure.relation ? -1 : 1),
    )
    .slice(0, MOST_MEASURES);
}

/** By itself, or by the numbers of the mediator that it leads to. */
function measuresBy(relation: string, schema: KbSchema): readonly Measure[] {
  if (isSystem(relation)) return [];
  const range = schema.relation(relation)?.range;
  if (isMeasured(range, schema)) return [{ relation }];
  if (range === undefined || schema.type(range)?.kind !== 'mediator') return [];
  return schema
    .relationsOf(range)
    .filter((each) => isNumber(schema.relation(each)?.range, schema))
    .map((each) => ({ via: relation, relation: each }));
}

function isMeasured(range: string | undefined, schema: KbSchema): boolean {
  return isNumber(range, schema) || (range !== undefined && schema.type(range)?.literal === 'datetime');
}

/** By whatever name a schema has for numbers. */
export function isNumber(range: string | undefined, schema: KbSchema): boolean {
  const literal = range === undefined ? undefined : schema.type(range)?.literal;
  return literal === 'integer' || literal === 'float';
}

function lastPart(id: string): string {
  return id.split('.').at(-1) ?? '';
}
