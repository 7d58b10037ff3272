/** Finds the numbers, years and dates of a question, and how they are compared. */
import { XSD } from '../../language/rdf/names';
import { operatorAfter, operatorBefore, type ComparisonOperator } from '../../language/english/comparisons';
import { covers, overlaps, type TextRange } from '../../language/text/range';
import { datesIn } from './dates';
import { hasWholeName, type LinkedEntity, type LinkedLiteral } from './linking';
import { numbersIn } from './numbers';

/** A literal without datatype. */
export interface ParsedLiteral {
  readonly mention: TextRange;
  readonly kind: LinkedLiteral['kind'];
  readonly value: string;
  readonly unit?: string;
  /** If the words imply a comparison: "the nineties" are 1990 and later. */
  readonly comparison?: ComparisonOperator;
}

const MAX_QUESTION_LENGTH = 2000;
const MAX_LITERALS = 12;

const DATATYPES: Readonly<Record<LinkedLiteral['kind'], string>> = {
  integer: `${XSD}integer`,
  float: `${XSD}float`,
  year: `${XSD}gYear`,
  month: `${XSD}gYearMonth`,
  date: `${XSD}date`,
  now: `${XSD}date`,
};

/** In the order of the question. A part of an entity's name, as in `Apollo 11`, is not a literal. */
export function linkLiterals(
  question: string,
  entities: readonly LinkedEntity[],
  today: Date,
): readonly LinkedLiteral[] {
  const text = question.slice(0, MAX_QUESTION_LENGTH);
  const dates = datesIn(text, today);
  const numbers = numbersIn(text).filter(
    ({ mention }) => !dates.some((date) => overlaps(date.mention, mention)),
  );
  const best = Math.max(0, ...entities.map(({ score }) => score));
  const names = entities.filter(
    ({ match, score }) => match === 'given' || (hasWholeName({ match }) && score >= best / 4),
  );
  const isInName = ({ start, end }: TextRange): boolean =>
    names.some(
      ({ mention }) =>
        mention && covers(mention, { start, end }) && mention.end - mention.start > end - start,
    );
  const literals = [...dates, ...numbers]
    .filter(({ mention }) => !isInName(mention))
    .sort((left, right) => left.mention.start - right.mention.start)
    .slice(0, MAX_LITERALS)
    .map((literal) => toLinkedLiteral(text, literal));
  return withRanges(text, literals);
}

function toLinkedLiteral(
  text: string,
  { mention, kind, value, unit, comparison }: ParsedLiteral,
): LinkedLiteral {
  const operator =
    comparison ??
    (kind === 'now'
      ? undefined
      : (operatorBefore(text.slice(0, mention.start)) ?? operatorAfter(text.slice(mention.end), unit)));
  return {
    mention,
    kind,
    value,
    datatype: DATATYPES[kind],
    ...(unit !== undefined && { unit }),
    ...(operator && { comparison: operator }),
  };
}

/** Sets the comparisons of ranges: `between 1990 and 2000`, `from 1990 to 2000`. */
function withRanges(text: string, literals: readonly LinkedLiteral[]): readonly LinkedLiteral[] {
  return literals.map((literal, at) => {
    const [before, after] = [literals[at - 1], literals[at + 1]];
    if (after && isRange(text, literal, after)) return { ...literal, comparison: 'ge' };
    return before && isRange(text, before, literal) ? { ...literal, comparison: 'le' } : literal;
  });
}

function isRange(text: string, first: LinkedLiteral, second: LinkedLiteral): boolean {
  const opening = text.slice(0, first.mention.start);
  const middle = text.slice(first.mention.end, second.mention.start);
  const numbers = ['integer', 'float'];
  if (numbers.includes(first.kind) !== numbers.includes(second.kind) || middle.length > 30) return false;
  return (
    (/\bbetween\s+(?:the\s+(?:years?\s+)?)?\$?$/i.test(opening) && /^\D*\s(?:and|to)\s\D*$/i.test(middle)) ||
    (/\bfrom\s+(?:the\s+(?:years?\s+)?)?\$?$/i.test(opening) &&
      /^\D*\s(?:to|until|till|through)\s\D*$/i.test(middle)) ||
    (first.kind === 'year' && second.kind === 'year' && /^\s*[-–—]\s*$/.test(middle))
  );
}
