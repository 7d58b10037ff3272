/** The features of a candidate, as named numbers that the ranker weights. The names are those of the trained weights. */
import { isCommunity } from '../../schema/domains';
import type { KbSchema } from '../../schema/schema';
import { UNUSED } from '../../schema/schema';
import { meaningOf } from '../../schema/synonyms';
import { stem } from '../../language/english/nouns';
import { isContentWord } from '../../language/english/stop-words';
import { measureOf } from '../../language/english/superlatives';
import type { QuestionWord } from '../../language/english/words';
import { covers, overlaps, type TextRange } from '../../language/text/range';
import type { Measure } from '../surroundings/surroundings';
import type { Candidate } from '../enumerate/candidate';
import { comparedBy, fitOf, isComparing, measuredBy, type MeasureWord } from '../enumerate/measures';
import { isNumber } from '../enumerate/measures';
import { kindOfAnswer } from './answer-kind';
import type { LinkedQuestion } from './linked-question';
import { linkFeatures, mentionsOf, companionNames, unusedMentions } from './mention-features';
import { isWithin } from './containment';
import {
  asksForRelation,
  unique,
  wordsIn,
  type RelationWords,
  type WordsOfRelations,
} from './relation-words';

export type Feature = readonly [name: string, value: number];

/** What the forms of a question say of it, all together. */
export interface Expressible {
  readonly words: ReadonlySet<string>;
  /** By the id of where a form starts. */
  readonly names: ReadonlyMap<string, readonly TextRange[]>;
}

/** It asks plainly what holds today. */
const NOW = /\b(?:now|current|currently|today|nowadays|presently)\b/;

/** Below this a word is not said at all. */
const UNSAID = 0.3;
/** From here on it is said. */
const SAID = 0.5;
/** By the word itself, or one of the same meaning. */
const PLAINLY = 0.75;

export type Add = (name: string, value?: number) => void;

export class Features {
  constructor(
    private readonly schema: KbSchema,
    private readonly words: WordsOfRelations,
  ) {}

  of(asked: LinkedQuestion, candidate: Candidate): readonly Feature[] {
    const features: Feature[] = [];
    const add: Add = (name, value = 1) => {
      if (value) features.push([name, value]);
    };
    const path = candidate.hops.map((hop) => this.words.of(hop));
    const side = candidate.also?.hops.map((hop) => this.words.of(hop)) ?? [];
    this.wording(asked, candidate, path, side, add);
    this.usualness(candidate, add);
    linkFeatures(candidate.start, asked, '', add);
    if (candidate.also) linkFeatures(candidate.also.entity, asked, 'also ', add);
    unusedMentions(asked, candidate, add);
    this.parts(asked, candidate, add);
    kindOfAnswer(asked, candidate, this.schema, add);
    this.form(asked, candidate, add);
    this.learnt(asked, candidate, path, side, add);
    return features;
  }

  /** Nothing in the form says this word. */
  isUnsaid(candidate: Candidate, word: string): boolean {
    const [named, around] = this.wordsOf(candidate);
    return Math.max(this.words.nearest(word, named), 0.6 * this.words.nearest(word, around)) < UNSAID;
  }

  /** The form says it by the word itself, or by one of the same meaning. */
  expresses(candidate: Candidate, word: string): boolean {
    const [named] = this.wordsOf(candidate);
    return this.words.nearest(word, named) >= PLAINLY;
  }

  /** The same, or by what stands around the relations: whose they are, where they lead, and what they are called from there. */
  expressesLoosely(candidate: Candidate, word: string): boolean {
    return this.words.nearest(word, this.wordsOf(candidate).flat()) >= PLAINLY;
  }

  /** How near a form comes to a word, but for words that are only used alike: who edits is no writer. */
  private nearAsMeant(candidate: Candidate, word: string): number {
    const meaning = meaningOf(stem(word));
    const others = this.wordsOf(candidate).flat();
    return this.words.nearest(
      word,
      others.filter((other) => [undefined, meaning].includes(meaningOf(stem(other)))),
    );
  }

  /** What of the question some form says: its words, plainly; and of each start the names that a form takes along with it. */
  sayable({ words }: LinkedQuestion, candidates: readonly Candidate[]): Expressible {
    const left = new Set(words.filter(({ content }) => content).map(({ word }) => word));
    const said = new Set<string>();
    for (const candidate of candidates) {
      for (const word of left) if (this.expresses(candidate, word)) said.add(word);
      for (const word of said) left.delete(word);
      if (!left.size) break;
    }
    return { words: said, names: companionNames(candidates) };
  }

  /** What can only be told of a form beside the others: what it leaves out, though it could be said. */
  beside(
    { words, noun }: LinkedQuestion,
    candidate: Candidate,
    { words: sayable, names }: Expressible,
  ): readonly Feature[] {
    const taken = mentionsOf(candidate);
    const features: Feature[] = [];
    const named = names.get(candidate.start?.id ?? '') ?? [];
    if (named.some((name) => !taken.some((mention) => overlaps(name, mention))))
      features.push(['leaves out a name', 1]);
    const left = words.filter(
      (each) =>
        sayable.has(each.word) &&
        !taken.some((mention) => covers(mention, each.range)) &&
        !isCue(each, candidate) &&
        !this.expresses(candidate, each.word),
    );
    if (!left.length) return features;
    const head = noun === undefined ? undefined : headOf(noun);
    features.push(['leaves out', Math.min(3, left.length) / 3], ['leaves something out', 1]);
    if (left.some(({ stem }) => stem === head)) features.push(['leaves out the noun', 1]);
    return features;
  }

  /** Words that ask for a relation of their own, and that the form does not say. */
  leftOut(
    { words }: LinkedQuestion,
    candidate: Candidate,
    { words: sayable }: Expressible,
  ): readonly QuestionWord[] {
    const taken = mentionsOf(candidate);
    return words.filter((each) => {
      const { word, range } = each;
      if (!asksForRelation(each.stem) || taken.some((mention) => covers(mention, range))) return false;
      const near = this.nearAsMeant(candidate, word);
      return near < PLAINLY && (sayable.has(word) || near < UNSAID);
    });
  }

  /** Those that a form is made of, and those around them. */
  private wordsOf(candidate: Candidate): readonly [named: readonly string[], around: readonly string[]] {
    const steps = [...candidate.hops, ...(candidate.also?.hops ?? [])].map((hop) => this.words.of(hop));
    const named = unique([
      ...steps.flatMap(({ own }) => own),
      ...wordsIn(lastPart(candidate.type)),
      ...wordsIn(lastPart((candidate.extreme ?? candidate.compare)?.relation)),
      ...wordsIn(lastPart((candidate.extreme ?? candidate.compare)?.via)),
    ]);
    const around = unique(steps.flatMap(({ owner, range }) => [...owner, ...range]));
    return [named, around.filter((word) => !named.includes(word))];
  }

  /** How much of the question the form says, and how much of the form the question says. */
  private wording(
    { words, noun }: LinkedQuestion,
    candidate: Candidate,
    path: readonly RelationWords[],
    side: readonly RelationWords[],
    add: Add,
  ): void {
    const taken = mentionsOf(candidate);
    const left = words.filter(({ range }) => !taken.some((mention) => covers(mention, range)));
    const content = left.filter((word) => word.content && !isCue(word, candidate));
    const [named, around] = this.wordsOf(candidate);
    let [said, unsaid] = [0, 0];
    for (const { word } of content) {
      const best = Math.max(this.words.nearest(word, named), 0.6 * this.words.nearest(word, around));
      said += best;
      if (best < UNSAID) unsaid++;
    }
    add('said', content.length ? said / content.length : 0);
    add('said sum', said / 3);
    add('unsaid', unsaid / 3);
    add('unsaid share', content.length ? unsaid / content.length : 0);
    add('nothing left', content.length ? 0 : 1);
    const rest = left.map(({ word }) => word);
    const meant = (list: readonly string[]): number =>
      list.length ? list.reduce((sum, word) => sum + this.words.nearest(word, rest), 0) / list.length : 0;
    const last = path.at(-1);
    add('last own', meant(last?.own ?? []));
    add('last range', meant(last?.range ?? []));
    add('owner', meant(path[0]?.owner ?? []));
    if (path.length > 1) {
      add('first own', meant(path[0]?.own ?? []));
      add('all own', meant(unique(path.flatMap(({ own }) => own))));
    }
    if (side.length) {
      add('side own', meant(side[0]?.own ?? []));
      add('side range', meant(side[0]?.range ?? []));
    }
    const stems = new Set(left.map(({ stem }) => stem));
    const exact = (list: readonly string[]): number => list.filter((word) => stems.has(word)).length;
    add('exact', exact(last?.own ?? []));
    add('exact first', path.length > 1 ? exact(path[0]?.own ?? []) : 0);
    add('exact side', exact(side.flatMap(({ own }) => own)));
    add('exact around', exact(around));
    if (candidate.type !== undefined)
      add(
        candidate.hops.length ? 'class said' : 'whole class said',
        meant(wordsIn(candidate.type.split('.').at(-1) ?? '')),
      );
    this.noun(noun, candidate, path, add);
    const [focus] = content;
    if (focus && candidate.endType !== undefined && candidate.type === undefined)
      add('focus', this.words.nearest(focus.word, wordsIn(candidate.endType.split('.').at(-1) ?? '')));
  }

  /** Whether what is asked for is what the walk ends with: of "the capital of the country where …", the capital. */
  private noun(
    noun: string | undefined,
    { endType, type = endType, hops, turn }: Candidate,
    path: readonly RelationWords[],
    add: Add,
  ): void {
    const head = noun === undefined ? undefined : headOf(noun);
    if (head === undefined) return;
    // Of a mediator, what leads to it says what comes of it: a population has a number.
    const [first, leading, last] = [path[0], path[turn ?? 0], path.at(-1)];
    const end = Math.max(
      this.words.nearest(head, wordsIn(lastPart(type))),
      this.words.nearest(head, [...(last?.own ?? []), ...(last?.range ?? [])]),
      this.words.nearest(head, leading?.own ?? []),
    );
    add('noun', end);
    const own = [...(last?.own ?? []), ...(leading?.own ?? [])];
    if (own.includes(head) || wordsIn(lastPart(type)).includes(head)) add('noun exact');
    if (end < UNSAID) add('noun unsaid');
    if (hops.length > 1 && end < SAID && this.words.nearest(head, first?.own ?? []) >= SAID)
      add('noun before the end');
  }

  /** Of a walk that goes on behind another: each of the two should say something of the question that the other does not. */
  private parts({ words }: LinkedQuestion, { start, hops, turn }: Candidate, add: Add): void {
    if (turn === undefined) return;
    const own = (part: Candidate['hops']): readonly string[] =>
      part.flatMap((hop) => [...this.words.of(hop).own, ...this.words.of(hop).range]);
    const [first, second] = [own(hops.slice(0, turn)), own(hops.slice(turn))];
    let [byFirst, bySecond] = [0, 0];
    let [plainlyByFirst, plainlyBySecond] = [0, 0];
    for (const { word, content, range } of words) {
      if (!content || (start?.mention && covers(start.mention, range))) continue;
      const [before, behind] = [this.words.nearest(word, first), this.words.nearest(word, second)];
      if (before >= SAID && before > behind) byFirst++;
      if (behind >= SAID && behind > before) bySecond++;
      if (before >= PLAINLY && behind < SAID) plainlyByFirst++;
      if (behind >= PLAINLY && before < SAID) plainlyBySecond++;
    }
    if (isWithin(start, hops.slice(0, turn), words)) {
      add('within');
      byFirst++;
    }
    add('part says nothing', byFirst ? 0 : 1);
    add('end says nothing', bySecond ? 0 : 1);
    add('both parts say', byFirst && bySecond ? 1 : 0);
    add('both parts plainly say', plainlyByFirst && plainlyBySecond ? 1 : 0);
  }

  private usualness({ hops, also, ends, extreme, compare }: Candidate, add: Add): void {
    const walked = [...hops, ...(also?.hops ?? [])].map(({ relation }) => relation);
    const measured = (extreme ?? compare)?.relation;
    const relations = walked.length || measured === undefined ? walked : [measured];
    const uses = relations.map((relation) => this.schema.relation(relation)?.use ?? UNUSED);
    if (!uses.length) return;
    add('queries', Math.min(...uses.map(({ queries }) => queries)) / 10);
    add('facts', Math.min(...uses.map(({ facts }) => facts)) / 10);
    add('community', relations.some(isCommunity) ? 1 : 0);
    add('reverse', hops.filter(({ reverse }) => reverse).length);
    if (ends !== undefined) {
      add('ends', Math.log2(1 + ends) / 4);
      add('one end', ends === 1 ? 1 : 0);
    }
  }

  private form(
    question: LinkedQuestion,
    { start, hops, turn, value, also, type, counts, extreme, compare, time, endType }: Candidate,
    add: Add,
  ): void {
    const { words, literals, orderWord } = question;
    if (!start && !value) add('whole class');
    add(`hops ${hops.length}${turn === undefined ? '' : ` turned ${turn}`}`);
    if (value) add('from value');
    if (also) add(`also ${also.at} ${also.hops.length}`);
    if (type !== undefined && hops.length) add('of class');
    if (question.kind === 'howMany')
      add(counts ? 'counts asked' : isNumber(endType, this.schema) ? 'number asked' : 'counts missed');
    if (extreme) {
      add('extreme');
      add(`extreme ${extreme.at}`);
      add(`x=${extreme.cue}|${extreme.relation.split('.').at(-1) ?? ''}`);
      add(`x=${extreme.cue}`);
      const near = this.words.nearest(
        measureOf(extreme.cue) ?? extreme.cue,
        wordsIn(extreme.relation.split('.').at(-1) ?? ''),
      );
      add('extreme near', near);
      const wanted = measuredBy(question);
      const fit = wanted.length ? this.fitOf(extreme, wanted) : undefined;
      if (fit !== undefined) add(fit >= SAID ? 'extreme fits' : 'extreme misfits');
      if (fit !== undefined) add('extreme fit', fit);
    } else if (orderWord) {
      add(`no extreme ${orderWord.words}`);
      if (question.superlative && !question.superlative.time) add('extreme missed');
    }
    const compares = literals.some(({ comparison }) => comparison);
    if (compare && (compares || !start)) {
      add('compare fit', this.fitOf(compare, comparedBy(compare.literal, question)));
      if (compares && compare.literal.comparison === undefined) add('compare other');
    }
    const idle = literals.filter(
      ({ kind, mention, value: said }) =>
        kind !== 'now' &&
        compare?.literal.mention.start !== mention.start &&
        value?.mention.start !== mention.start &&
        !(typeof time?.at === 'object' && time.at.year === said) &&
        ![start?.mention, also?.entity.mention].some((named) => named && overlaps(named, mention)),
    );
    add('value idle', Math.min(2, idle.length));
    if (idle.some(({ comparison }) => comparison)) add('comparison idle');
    if (idle.some(({ kind, comparison }) => kind === 'year' && !comparison)) add('year idle');
    if (NOW.test(words.map(({ word }) => word).join(' '))) add(time?.at === 'NOW' ? 'now said' : 'now idle');
    if (compare) add(`compare ${compare.operator} ${compare.at} ${compare.literal.kind}`);
    if (time) add(time.at === 'NOW' ? 'at now' : 'at year');
    if (time) add(`time=${question.asking}|${time.relation}`);
  }

  private fitOf(measure: Measure, wanted: readonly MeasureWord[]): number {
    return fitOf(measure, wanted, (word, other) => this.words.nearest(word, [other]));
  }

  /** What stood with what in the questions that it was trained on. */
  private learnt(
    { words, asking }: LinkedQuestion,
    candidate: Candidate,
    path: readonly RelationWords[],
    side: readonly RelationWords[],
    add: Add,
  ): void {
    const { start, hops, also, turn, endType = '?' } = candidate;
    const split = turn ?? hops.length;
    const parts = [hops.slice(0, split), hops.slice(split), also?.hops ?? []].filter(({ length }) => length);
    const keys = parts.map((part) => part.map((hop) => this.words.canonical(hop)).join(' '));
    const lastWords = unique([
      ...(path.at(-1)?.own ?? []),
      ...(path.length > 1 ? (path[0]?.own ?? []) : []),
      ...side.flatMap(({ own }) => own),
    ]);
    for (const key of keys) add(`p=${key}`);
    add(`t=${endType}`);
    add(`${asking}#t=${endType}`);
    for (const gram of gramsOf(words, [start?.mention, also?.entity.mention])) {
      for (const key of keys) add(`${gram}|p=${key}`);
      // That a small word did not stand with a word of a relation is chance.
      if (gram.includes(' ') || isLittle(gram)) continue;
      add(`${gram}|t=${endType}`);
      for (const word of lastWords) add(`${gram}|w=${word}`);
    }
  }
}

/** A word that says nothing by itself; those that ask say what kind of answer is wanted. */
function isLittle(word: string): boolean {
  return !isContentWord(word) && !/^(?:who|whom|whose|where|when|why|how)$/.test(word);
}

/** Of "type of government" the government, of "father of Newton" the father. */
function headOf(noun: string): string | undefined {
  const [first = '', ...behind] = noun.split(' of ');
  const isEmpty = behind.length > 0 && /\b(?:type|kind|sort|form|name|part)s?$/.test(first);
  return wordsIn(isEmpty ? (behind[0] ?? '') : first).at(-1);
}

function lastPart(id: string | undefined): string {
  return id?.split('.').at(-1) ?? '';
}

function isCue({ word }: QuestionWord, { counts, extreme, compare, time }: Candidate): boolean {
  if (compare && isComparing(word, compare.literal)) return true;
  if (counts && (word === 'many' || word === 'number' || word === 'total')) return true;
  if (extreme && extreme.cue.includes(word)) return true;
  return (
    time !== undefined &&
    (time.at === 'NOW' ? /^(?:now|current|currently|today|still)$/.test(word) : word === time.at.year)
  );
}

/** The words, and pairs of them, with the entities replaced by a mark. */
function gramsOf(
  words: readonly QuestionWord[],
  mentions: readonly (TextRange | undefined)[],
): readonly string[] {
  const line: string[] = ['^'];
  for (const { range, stem } of words) {
    if (mentions.some((mention) => mention && covers(mention, range))) {
      if (line.at(-1) !== 'E') line.push('E');
    } else line.push(stem);
  }
  line.push('$');
  const grams = new Set<string>();
  for (const [at, word] of line.entries()) {
    if (at && word !== '$' && word !== 'E') grams.add(word);
    const next = line[at + 1];
    if (next !== undefined) grams.add(`${word} ${next}`);
  }
  return [...grams];
}
