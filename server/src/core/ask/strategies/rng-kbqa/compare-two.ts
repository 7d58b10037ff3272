/** "Which is longer, the Rhine or the Danube?": the one of two entities with the greatest or least value of a measure. */
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
  const word = comparisonOfTwoWord(question);
  if (word === undefined) return undefined;
  const direction = ORDER_DIRECTIONS[word] ?? comparativeDirection(word);
  const entities = direction && twoNames(question, linking);
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
};

/** The best two entities with a class in common whose names are joined by "or". */
function twoNames(question: string, linking: Linking): readonly [LinkedEntity, LinkedEntity] | undefined {
  const linked = linking.entities.filter(hasWholeName);
  for (const left of linked)
    for (const right of linked) {
      if (!left.mention || !right.mention) continue;
      const between = question.slice(left.mention.end, right.mention.start);
      const share = left.types.some((type) => type !== 'common.topic' && right.types.includes(type));
      if (share && /^,? or (?:the )?$/i.test(between)) return [left, right];
    }
  return undefined;
}
