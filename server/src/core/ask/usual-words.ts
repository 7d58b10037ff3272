/** Replaces wordings that relations hardly ever use, such as "passed away", with the usual ones. */
import { covers, range } from '../language/text/range';
import { withoutQuotations } from '../language/english/quotations';
import { hasWholeName, type Linking } from '../question/linking/linking';
import type { CorrectedQuestion } from './correct-spelling';

/** In lower case. The first of each is replaced with the second. */
const WORDINGS: readonly (readonly [RegExp, string])[] = [
  [/\bpass(?:es)? away\b/g, 'die'],
  [/\bpass(?:ed|ing) away\b/g, 'died'],
  [/\b(?:mother tongue|native tongue)\b/g, 'language'],
  [/\b(?:flick|motion picture)(?=s?\b)/g, 'film'],
  [/\bpenned\b/g, 'wrote'],
  [/\bhelmed\b/g, 'directed'],
  [/\bhails? from\b/g, 'come from'],
  [/\b(?:wed|got hitched to|tied the knot with)\b/g, 'married'],
  [/\bbirth ?place\b/g, 'place of birth'],
];

/** Returns undefined if there is nothing to replace. A name, a quotation and a capitalized word stay as they are. */
export function withUsualWords(question: string, { entities }: Linking): CorrectedQuestion | undefined {
  const text = withoutQuotations(question);
  const names = entities.filter(hasWholeName).flatMap(({ mention }) => mention ?? []);
  const found = WORDINGS.flatMap(([pattern, to]) =>
    [...text.matchAll(pattern)].map(({ 0: from, index }) => ({
      from,
      to,
      at: range(index, index + from.length),
    })),
  )
    .filter(({ at }) => !names.some((name) => covers(name, at)))
    .sort((left, right) => left.at.start - right.at.start);
  if (!found.length) return undefined;
  return {
    question: found.reduceRight(
      (rest, { to, at }) => rest.slice(0, at.start) + to + rest.slice(at.end),
      question,
    ),
    corrections: found.map(({ from, to }) => ({ from, to })),
  };
}
