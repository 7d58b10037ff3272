/** Features of what a candidate does besides following relations: count, compare, take an extreme, or restrict the time. */
import { measureOf } from '../../language/english/superlatives';
import type { QuestionWord } from '../../language/english/words';
import { memoizeWeak } from '../../language/text/cache';
import { overlaps } from '../../language/text/range';
import type { KbSchema } from '../../schema/schema';
import type { Candidate } from '../enumerate/candidate';
import {
  comparisonMeasures,
  isComparisonWord,
  isNumber,
  measureFit,
  superlativeMeasures,
  type MeasureWord,
} from '../enumerate/measures';
import type { Measure } from '../surroundings/surroundings';
import type { AddFeature } from './features';
import type { LinkedQuestion } from './linked-question';
import { ownWords } from '../enumerate/id-words';
import type { RelationLexicon } from './relation-lexicon';

const NOW = /\b(?:now|current|currently|today|nowadays|presently)\b/;
/** From this fit on, a candidate uses the measure that the question asks for. */
const FITTING = 0.5;

/** The shape of the candidate, and whether its conditions are those of the question. */
export function addOperations(
  question: LinkedQuestion,
  { start, hops, turn, value, also, type, counts, extreme, compare, time, endType }: Candidate,
  schema: KbSchema,
  lexicon: RelationLexicon,
  add: AddFeature,
): void {
  const fitOf = (measure: Measure, wanted: readonly MeasureWord[]): number =>
    measureFit(measure, wanted, (word, other) => lexicon.maxSimilarity(word, [other]));
  const { words, literals } = question;
  if (!start && !value) add('whole class');
  add(`hops ${hops.length}${turn === undefined ? '' : ` turned ${turn}`}`);
  if (value) add('from value');
  if (also) add(`also ${also.at} ${also.hops.length}`);
  if (type !== undefined && hops.length) add('of class');
  if (question.kind === 'howMany')
    add(counts ? 'counts asked' : isNumber(endType, schema) ? 'number asked' : 'counts missed');
  addSuperlative(question, extreme, lexicon, fitOf, add);
  const compares = literals.some(({ comparison }) => comparison);
  if (compare && (compares || !start)) {
    add('compare fit', fitOf(compare, comparisonMeasures(compare.literal, question)));
    if (compares && compare.literal.comparison === undefined) add('compare other');
  }
  const unused = literals.filter(
    (literal) =>
      literal.kind !== 'now' &&
      compare?.literal.mention.start !== literal.mention.start &&
      value?.mention.start !== literal.mention.start &&
      !(typeof time?.at === 'object' && time.at.year === literal.value) &&
      ![start?.mention, also?.entity.mention].some((name) => name && overlaps(name, literal.mention)),
  );
  add('value idle', Math.min(2, unused.length));
  if (unused.some(({ comparison }) => comparison)) add('comparison idle');
  if (unused.some(({ kind, comparison }) => kind === 'year' && !comparison)) add('year idle');
  if (isAboutNow(words)) add(time?.at === 'NOW' ? 'now said' : 'now idle');
  if (compare) add(`compare ${compare.operator} ${compare.at} ${compare.literal.kind}`);
  if (time) {
    add(time.at === 'NOW' ? 'at now' : 'at year');
    add(`time=${question.interrogative}|${time.relation}`);
  }
}

function addSuperlative(
  question: LinkedQuestion,
  extreme: Candidate['extreme'],
  lexicon: RelationLexicon,
  fitOf: (measure: Measure, wanted: readonly MeasureWord[]) => number,
  add: AddFeature,
): void {
  const { superlative, orderWord } = question;
  if (!extreme) {
    if (orderWord) add(`no extreme ${orderWord.words}`);
    if (orderWord && superlative && !superlative.isMeasuredByDate) add('extreme missed');
    return;
  }
  const { at, cue, relation } = extreme;
  add('extreme');
  add(`extreme ${at}`);
  add(`x=${cue}|${relation.split('.').at(-1) ?? ''}`);
  add(`x=${cue}`);
  add('extreme near', lexicon.maxSimilarity(measureOf(cue) ?? cue, ownWords(relation)));
  const wanted = superlativeMeasures(question);
  if (!wanted.length) return;
  const fit = fitOf(extreme, wanted);
  add(fit >= FITTING ? 'extreme fits' : 'extreme misfits');
  add('extreme fit', fit);
}

const isAboutNow = memoizeWeak((words: readonly QuestionWord[]) =>
  NOW.test(words.map(({ word }) => word).join(' ')),
);

/** Whether the word asks for the operation of the candidate: "many" for a count, "largest" for a superlative. */
export function isCue({ word }: QuestionWord, { counts, extreme, compare, time }: Candidate): boolean {
  if (compare && isComparisonWord(word, compare.literal)) return true;
  if (counts && (word === 'many' || word === 'number' || word === 'total')) return true;
  if (extreme && extreme.cue.includes(word)) return true;
  return (
    time !== undefined &&
    (time.at === 'NOW' ? /^(?:now|current|currently|today|still)$/.test(word) : word === time.at.year)
  );
}
