/** The words of a question as the ranker sees them: which there are, which of them say something, and where each stands. */
import { stem } from '../../schema/synonyms';
import type { TextRange } from '../../language/text/range';

export interface AskedWord {
  /** Small letters, without accents. */
  readonly word: string;
  readonly stem: string;
  readonly range: TextRange;
  /** It says something by itself. */
  readonly content: boolean;
}

/** They hold a sentence together, or ask. */
const LITTLE = new Set(
  'a an the of in on at to for by with from and or is are was were be been being am do does did done has have had having what which who whom whose where when why how that this these those there it its he she they them his her their i me my you your we us our name list find give tell show me all some any please can could would should will if as than then also just s t not no one ones called named'.split(
    ' ',
  ),
);

/** A word that says nothing by itself; those that ask say what kind of answer is wanted. */
export function isLittle(word: string): boolean {
  return LITTLE.has(word) && !/^(?:who|whom|whose|where|when|why|how)$/.test(word);
}

export function askedWords(question: string): readonly AskedWord[] {
  const words: AskedWord[] = [];
  for (const match of question.matchAll(/[\p{L}\p{N}\p{M}]+/gu)) {
    const word = match[0].normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
    words.push({
      word,
      stem: stem(word),
      range: { start: match.index, end: match.index + match[0].length },
      content: !LITTLE.has(word),
    });
  }
  return words;
}

export function liesIn(inner: TextRange, outer: TextRange): boolean {
  return inner.start >= outer.start && inner.end <= outer.end;
}

export function overlap(left: TextRange, right: TextRange): boolean {
  return left.start < right.end && right.start < left.end;
}
