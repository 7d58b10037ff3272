/**
 * "Which is longer, the Rhine or the Danube?", "Is the Rhine longer than the Danube?": the one of two entities with the greatest or
 * least value of a measure.
 */
import { analyzeQuestion } from '../../../language/english/question';
import { isCovered } from '../../../language/text/range';
import { comparativeDirection, type Direction } from '../../../language/english/superlatives';
import { comparisonMeasures, measuresOf } from '../../../candidates/enumerate/measures';
import { stepsBy } from '../../../candidates/enumerate/build-expr';
import type { Measure } from '../../../candidates/surroundings/surroundings';
import { labelOf } from '../../../schema/labels';
import type { SExpr } from '../../../logical-form/sexpr';
import { hasWholeName, type LinkedEntity, type Linking } from '../../../question/linking/linking';
import type { AskPorts } from '../../ask-ports';
import { comparisonOfTwoWord } from '../../unsupported-question';

export interface ComparisonOfTwo {
  readonly entities: readonly [LinkedEntity, LinkedEntity];
  /** Whether the question is whether it is the first of the two. */
  readonly isYesNo: boolean;
  /** The most likely first. */
  readonly measures: readonly MeasureForms[];
}

export interface MeasureForms {
  readonly label: string;
  /** The entity that is asked for. */
  readonly expr: SExpr;
  /** The values of each of the two. */
  readonly values: readonly [SExpr, SExpr];
}

/** Returns undefined for another question, or without two names of the same class. */
export function comparisonOfTwo(
  question: string,
  linking: Linking,
  { schema, retriever }: Pick<AskPorts, 'schema' | 'retriever'>,
): ComparisonOfTwo | undefined {
  const choice = comparisonOfTwoWord(question);
  const claim = choice === undefined ? comparisonClaim(question, linking) : undefined;
  const word = choice ?? claim?.word;
  if (word === undefined) return undefined;
  const direction = ORDER_DIRECTIONS[word] ?? comparativeDirection(word);
  const entities = direction && (claim?.entities ?? twoNames(question, linking, OR));
  if (!entities) return undefined;
  const [left, right] = entities;
  const { words, noun } = analyzeQuestion(question);
  const mentions = entities.map(({ mention }) => mention);
  const outside = words.filter(({ range }) => !isCovered(range, mentions));
  const wanted = comparisonMeasures({ unit: '' }, { words: outside, noun });
  const types = left.types.filter((type) => right.types.includes(type));
  const isDate = ({ relation }: Measure): boolean =>
    schema.type(schema.relation(relation)?.range ?? '')?.literal === 'datetime';
  const measures = types
    .flatMap((type) => measuresOf(type, wanted, schema, retriever))
    .filter((measure) => !Object.hasOwn(ORDER_DIRECTIONS, word) || isDate(measure));
  const which = direction === 'most' ? 'max' : 'min';
  const distinct = new Map(measures.map((measure) => [`${measure.via ?? ''} ${measure.relation}`, measure]));
  const ids = [left, right].map(({ id }): SExpr => ({ kind: 'entity', id }));
  return {
    entities,
    isYesNo: claim !== undefined,
    measures: [...distinct.values()].map((measure): MeasureForms => {
      const by = stepsBy(measure);
      const valuesOf = (of: SExpr): SExpr =>
        by.reduce<SExpr>(
          (from, { relation }) => ({ kind: 'join', step: { relation, reverse: true }, of: from }),
          of,
        );
      const [one, other] = ids as [SExpr, SExpr];
      return {
        label: labelOf(measure.via ?? measure.relation),
        expr: { kind: 'extreme', which, of: { kind: 'or', left: one, right: other }, by },
        values: [valuesOf(one), valuesOf(other)],
      };
    }),
  };
}

/** The order of dates: what was first has the least. */
const ORDER_DIRECTIONS: Readonly<Partial<Record<string, Direction>>> = {
  first: 'least',
  earlier: 'least',
  last: 'most',
  later: 'most',
  before: 'least',
  after: 'most',
};

const OR = /^,? or (?:the )?$/i;
/** "longer than", "more expensive than", "have more inhabitants than" */
const THAN = /^ (?:(?:have|has) )?(\p{L}+er|more|less)(?: \p{Ll}+){0,2} than (?:the |in )?$/u;
/** "born before", "released later than" */
const DATED =
  /^ (?:was |were )?(?:born|die|died|released|founded|built|published|made) (?:(before|after)|(earlier|later) than) (?:the )?$/;

/** "Is X longer than Y?", "Was X born before Y?" */
function comparisonClaim(
  question: string,
  linking: Linking,
): { readonly word: string; readonly entities: readonly [LinkedEntity, LinkedEntity] } | undefined {
  for (const pattern of [THAN, DATED]) {
    const entities = twoNames(question, linking, pattern);
    if (!entities) continue;
    const [left, right] = entities.map(({ mention }) => mention);
    if (!/^(?:is|are|was|were|do|does|did|has|have)(?: the)? $/i.test(question.slice(0, left?.start)))
      continue;
    if (!/^[\s?.!]*$/.test(question.slice(right?.end))) continue;
    const [, ...words] = pattern.exec(question.slice(left?.end, right?.start)) ?? [];
    // One of the groups.
    const word = words.join('');
    if (word) return { word, entities };
  }
  return undefined;
}

/** The best two entities with a class in common that have this text between their names. */
function twoNames(
  question: string,
  linking: Linking,
  pattern: RegExp,
): readonly [LinkedEntity, LinkedEntity] | undefined {
  const linked = linking.entities.filter(hasWholeName);
  for (const left of linked)
    for (const right of linked) {
      if (!left.mention || !right.mention) continue;
      const between = question.slice(left.mention.end, right.mention.start);
      const share = left.types.some((type) => type !== 'common.topic' && right.types.includes(type));
      if (share && pattern.test(between)) return [left, right];
    }
  return undefined;
}
