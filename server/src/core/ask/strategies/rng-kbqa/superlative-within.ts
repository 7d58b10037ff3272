/**
 * A superlative of things in a region that the KB knows only by their countries or cities: the longest river in Europe flows through
 * a country in Europe.
 */
import { classesByName, usualClassName } from '../../../candidates/enumerate/classes-by-name';
import { stepsBy } from '../../../candidates/enumerate/build-expr';
import { canMeasure, measuresOf, superlativeMeasures } from '../../../candidates/enumerate/measures';
import { analyzeQuestion } from '../../../language/english/question';
import { nounWithoutSuperlative } from '../../../language/english/superlatives';
import { XSD } from '../../../language/rdf/names';
import type { SExpr } from '../../../logical-form/sexpr';
import { hasWholeName, type Linking } from '../../../question/linking/linking';
import { labelOf } from '../../../schema/labels';
import type { KbSchema } from '../../../schema/schema';
import type { AskPorts } from '../../ask-ports';
import { CONTAINED_BY, isPlace } from './places-around';

export interface SuperlativeWithin {
  /** The things with the greatest or the least value. */
  readonly expr: SExpr;
  /** All values that are compared. */
  readonly values: SExpr;
  readonly path: string;
}

/** For each measure, the most likely first, the ways to compare what is in the region; none for another question. */
export function superlativesWithin(
  question: string,
  { entities }: Linking,
  { schema, retriever }: Pick<AskPorts, 'schema' | 'retriever'>,
): readonly (readonly SuperlativeWithin[])[] {
  const analysis = analyzeQuestion(question);
  const { superlative } = analysis;
  const region = entities.find(
    (entity) =>
      hasWholeName(entity) &&
      isPlace(entity) &&
      entity.mention !== undefined &&
      BEFORE_REGION.test(question.slice(0, entity.mention.start)) &&
      AFTER_REGION.test(question.slice(entity.mention.end)),
  );
  const noun = nounWithoutSuperlative(analysis);
  const [type] = noun === undefined ? [] : classesByName(usualClassName(noun), schema);
  if (!superlative || !region || type === undefined) return [];
  const sets = placeRelations(type, schema).flatMap((relation) =>
    regionsWithin({ kind: 'entity', id: region.id }, schema).map((places): SExpr => ({
      kind: 'and',
      left: { kind: 'class', id: type },
      right: { kind: 'join', step: { relation, reverse: false }, of: places },
    })),
  );
  return measuresOf(type, superlativeMeasures(analysis), schema, retriever)
    .filter((measure) => canMeasure(measure, datatypeOf(measure.relation, schema), analysis))
    .map((measure) => {
      const by = stepsBy(measure);
      const path = `${labelOf(type)} in ${region.name} → ${superlative.words} by ${labelOf(measure.via ?? measure.relation)}`;
      return sets.map((of) => ({
        expr: { kind: 'extreme', which: superlative.direction === 'most' ? 'max' : 'min', of, by },
        values: by.reduce<SExpr>(
          (nodes, step) => ({ kind: 'join', step: { ...step, reverse: true }, of: nodes }),
          of,
        ),
        path,
      }));
    });
}

/** The relations from a class to the places around its members, or to their countries. */
function placeRelations(type: string, schema: KbSchema): readonly string[] {
  return [...schema.includedTypes(type)]
    .flatMap((each) => schema.relationsOf(each))
    .filter(
      (relation) =>
        PLACE_RELATION.test(relation) &&
        schema.includesType(schema.relation(relation)?.range ?? '', 'location.location'),
    );
}

/** A region, the places in it, and the places in those. */
function regionsWithin(region: SExpr, schema: KbSchema): readonly SExpr[] {
  if (!schema.hasRelation(CONTAINED_BY)) return [region];
  const within = (of: SExpr): SExpr => ({
    kind: 'join',
    step: { relation: CONTAINED_BY, reverse: false },
    of,
  });
  const places = within(region);
  return [region, places, within(places)];
}

function datatypeOf(relation: string, schema: KbSchema): string {
  const range = schema.relation(relation)?.range ?? '';
  return `${XSD}${schema.type(range)?.literal === 'datetime' ? 'date' : 'double'}`;
}

const PLACE_RELATION = /\.(?:contained_?by|(?:basin_)?countr(?:y|ies)|continents?)$/;
const BEFORE_REGION = /\b(?:in|of|within) (?:the )?$/i;
const AFTER_REGION = /^\W*$/;
