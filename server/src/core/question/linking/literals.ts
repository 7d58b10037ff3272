/** The numbers, years and dates in a question, and how they are compared. */
import { XSD } from '../../language/rdf/names';
import { operatorAfter, operatorBefore, type ComparisonOperator } from '../../language/english/comparisons';
import { covers, overlaps, type TextRange } from '../../language/text/range';
import { datesIn } from './dates';
import type { LinkedEntity, LinkedLiteral } from './linking';
import { numbersIn } from './numbers';

/** What was read, before it is known how it is compared. */
export interface ReadLiteral {
  readonly mention: TextRange;
  readonly kind: LinkedLiteral['kind'];
  readonly value: string;
  readonly unit?: string;
  /** Where the words themselves compare: the nineties begin with 1990. */
  readonly comparison?: ComparisonOperator;
}

const LONGEST_QUESTION = 2000;
const MOST = 12;

const DATATYPES: Readonly<Record<LinkedLiteral['kind'], string>> = {
  integer: `${XSD}integer`,
  float: `${XSD}float`,
  year: `${XSD}gYear`,
  month: `${XSD}gYearMonth`,
  date: `${XSD}date`,
  now: `${XSD}date`,
};

/** In the order of the question. What is only a part of an entity's name, as in `Apollo 11`, is none. */
export function linkLiterals(
  question: string,
  entities: readonly LinkedEntity[],
  today: Date,
): readonly LinkedLiteral[] {
  const text = question.slice(0, LONGEST_QUESTION);
  const dates = datesIn(text, today);
  const numbers = numbersIn(text).filter(
    ({ mention }) => !dates.some((date) => overlaps(date.mention, mention)),
  );
  const best = Math.max(0, ...entities.map(({ score }) => score));
  const names = entities.filter(
    ({ match, score }) =>
      match === 'given' || (match !== 'partial' && match !== 'fuzzy' && score >= best / 4),
  );
  const inName = ({ start, end }: TextRange): boolean =>
    names.some(
      ({ mention }) =>
        mention && covers(mention, { start, end }) && mention.end - mention.start > end - start,
    );
  return between(
    text,
    [...dates, ...numbers]
      .filter(({ mention }) => !inName(mention))
      .sort((left, right) => left.mention.start - right.mention.start)
      .slice(0, MOST)
      .map((literal) => compared(text, literal)),
  );
}

function compared(text: string, { mention, kind, value, unit, comparison }: ReadLiteral): LinkedLiteral {
  const how =
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
    ...(how && { comparison: how }),
  };
}

/** `between 1990 and 2000`, `from 1990 to 2000`: the first is the least, the second the most. */
function between(text: string, literals: readonly LinkedLiteral[]): readonly LinkedLiteral[] {
  return literals.map((literal, at) => {
    const [before, after] = [literals[at - 1], literals[at + 1]];
    if (after && areEnds(text, literal, after)) return { ...literal, comparison: 'ge' };
    return before && areEnds(text, before, literal) ? { ...literal, comparison: 'le' } : literal;
  });
}

function areEnds(text: string, first: LinkedLiteral, second: LinkedLiteral): boolean {
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
