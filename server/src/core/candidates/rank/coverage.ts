/** Which words of a question a candidate covers, by the names of its relations and classes. */
import { stem } from '../../language/english/nouns';
import { contentWordsOutside, type QuestionWord } from '../../language/english/words';
import { memoizeWeak } from '../../language/text/cache';
import { isCovered, type TextRange } from '../../language/text/range';
import { synonymSetOf } from '../../schema/synonyms';
import type { Candidate } from '../enumerate/candidate';
import { asksForTime } from './answer-kind';
import { isContainment, isWithin } from '../enumerate/containment';
import { hopKey } from '../surroundings/surroundings';
import type { LinkedQuestion } from './linked-question';
import type { LinkedEntity } from '../../question/linking/linking';
import { companionMentions, mentionsOf } from './mention-features';
import { asksForRelation, isEvent } from './asked-relations';
import { ownWords, unique } from '../enumerate/id-words';
import type { RelationLexicon } from './relation-lexicon';

/** What the candidates of a question express together. */
export interface JointCoverage {
  /** The words of the question that at least one candidate expresses. */
  readonly words: ReadonlySet<string>;
  /** By the id of the start: the mentions that some candidate combines with it. */
  readonly names: ReadonlyMap<string, readonly TextRange[]>;
}

/** A question word with a similarity below this is not covered by the candidate. */
export const UNCOVERED_BELOW = 0.3;
/** From this similarity on, a word is covered. */
export const COVERED = 0.5;
/** From this similarity on, a word is expressed: by the word itself or by a synonym. */
export const EXPRESSED = 0.75;
/** A lower similarity is chance. */
const REMOTELY_SIMILAR = 0.25;
/** How much the words around a relation (its domain and range) count. */
const WEIGHT_OF_CONTEXT = 0.6;
/** Steps that a question need not mention: from an organization to its address, from a championship to one of its events. */
const IMPLIED = /\.(?:headquarters|address|events)$/;

export class Coverage {
  /** The words in the names of a candidate's relations and classes, and those of their domains and ranges. */
  readonly wordsOf = memoizeWeak((candidate: Candidate): CandidateWords => this.findWords(candidate));

  constructor(private readonly lexicon: RelationLexicon) {}

  /** Whether nothing in the candidate is similar to the word. */
  isUncovered(candidate: Candidate, word: string): boolean {
    return this.similarity(candidate, word) < UNCOVERED_BELOW;
  }

  /** Whether a relation or class of the candidate has the word or a synonym in its name. */
  expresses(candidate: Candidate, word: string): boolean {
    return this.lexicon.maxSimilarity(word, this.wordsOf(candidate).own) >= EXPRESSED;
  }

  /** Like `expresses`, but the domains, the ranges and the names of the reverse relations count as well. */
  expressesLoosely(candidate: Candidate, word: string): boolean {
    return this.mayExpress(candidate, word, EXPRESSED);
  }

  /** Whether the word is at least remotely similar to a relation or class of the candidate, or to their domains and ranges. */
  mayExpress(candidate: Candidate, word: string, similarity = REMOTELY_SIMILAR): boolean {
    const { own, context } = this.wordsOf(candidate);
    return this.lexicon.maxSimilarity(word, [...own, ...context]) >= similarity;
  }

  isSimilar(word: string, others: readonly string[], similarity: number): boolean {
    return this.lexicon.maxSimilarity(word, others) >= similarity;
  }

  /** The similarity of a word to the candidate without words of another known meaning: an editor is not a writer. */
  private similarityInMeaning(candidate: Candidate, word: string): number {
    const meaning = synonymSetOf(stem(word));
    const { own, context } = this.wordsOf(candidate);
    return this.lexicon.maxSimilarity(
      word,
      [...own, ...context].filter((other) => [undefined, meaning].includes(synonymSetOf(stem(other)))),
    );
  }

  /** What the candidates express together. */
  ofAll({ words }: LinkedQuestion, candidates: readonly Candidate[]): JointCoverage {
    const open = new Set(words.filter(({ content }) => content).map(({ word }) => word));
    const expressed = new Set<string>();
    for (const candidate of candidates) {
      for (const word of open) if (this.expresses(candidate, word)) expressed.add(word);
      for (const word of expressed) open.delete(word);
      if (!open.size) break;
    }
    return { words: expressed, names: companionMentions(candidates) };
  }

  /** The words that ask for a certain relation and that the candidate does not express. */
  omittedWords(
    question: LinkedQuestion,
    candidate: Candidate,
    { words: expressible }: JointCoverage,
  ): readonly QuestionWord[] {
    const mentions = mentionsOf(candidate);
    const isAboutTime = asksForTime(question);
    return question.words.filter(({ word, stem, range }) => {
      if (!asksForRelation(stem) && !(isAboutTime && isEvent(word))) return false;
      if (isCovered(range, mentions)) return false;
      const similarity = this.similarityInMeaning(candidate, word);
      return similarity < EXPRESSED && (expressible.has(word) || similarity < UNCOVERED_BELOW);
    });
  }

  /**
   * The noun in “the religion of the president of France” if the candidate has nothing like it, as the religion of France. The
   * class of the name and its people do not ask for a relation: “the capital of the state of Texas”. A noun that asks for a
   * certain relation has to be expressed after any other words too: “what awards did the author of the book win”.
   */
  skippedNoun({ text, words, noun }: LinkedQuestion, candidate: Candidate): readonly QuestionWord[] {
    const { start } = candidate;
    if (!start?.mention) return [];
    const { mention } = start;
    const [, of, role = ''] = NOUN_OF_NAME.exec(text.slice(0, mention.start)) ?? [];
    const word = words.findLast(
      (each) => each.word === role.toLowerCase() && each.range.end <= mention.start,
    );
    if (!word || namesClassOf(word, start)) return [];
    if (of !== undefined && !isPeople(word.word)) {
      const { own, context } = this.wordsOf(candidate);
      if (this.lexicon.maxSimilarity(word.word, [...own, ...context]) < COVERED) return [word];
    }
    const isAsked = noun?.split(' ').includes(word.word) === true;
    const isCertain = !isAsked && asksForRelation(word.stem);
    return isCertain && this.similarityInMeaning(candidate, word.word) < EXPRESSED ? [word] : [];
  }

  /**
   * The words that the candidate skips: another one takes the same steps after one that these words name. The capital of Portugal
   * skips “borders” of “the country that borders Portugal”. The class of the name does not count: “Oklahoma state”.
   */
  skippedWords(
    { words }: LinkedQuestion,
    candidate: Candidate,
    candidates: readonly Candidate[],
  ): readonly QuestionWord[] {
    const { start, hops, also } = candidate;
    if (!start || !hops.length || also) return [];
    const path = pathKey(hops);
    const skipped = candidates.flatMap((other) => {
      if (other.start?.id !== start.id || other.also || !other.turn) return [];
      const first = other.hops.slice(0, other.turn);
      // A place in another one is meant without any word.
      if (pathKey(other.hops.slice(other.turn)) !== path || first.every(isContainment)) return [];
      return [first.flatMap(({ relation }) => ownWords(relation))];
    });
    const { own } = this.wordsOf(candidate);
    return contentWordsOutside(words, [start.mention]).filter(
      (each) =>
        !namesClassOf(each, start) &&
        skipped.some((names) => this.lexicon.maxSimilarity(each.word, names) >= EXPRESSED) &&
        this.lexicon.maxSimilarity(each.word, own) < COVERED,
    );
  }

  /**
   * Whether the path continues another one that the question does not mention, such as the education of the vice president for
   * "where did Obama study". One word cannot express both parts: the currency of a person is not that of a country.
   */
  continuesUnmentioned({ words }: LinkedQuestion, { start, hops, turn }: Candidate): boolean {
    if (turn === undefined) return false;
    const part = hops.slice(0, turn);
    if (isWithin(start, part, words) || IMPLIED.test(part.at(-1)?.relation ?? '')) return false;
    const open = contentWordsOutside(words, [start?.mention]);
    const partWords = this.wordsOfPart(part);
    return !open.some(
      ({ word }) => this.lexicon.maxSimilarity(word, partWords) >= (open.length === 1 ? EXPRESSED : COVERED),
    );
  }

  /** The words of relations and of what they lead to. */
  wordsOfPart(part: Candidate['hops']): readonly string[] {
    return part.map((hop) => this.lexicon.of(hop)).flatMap(({ own, range }) => [...own, ...range]);
  }

  private findWords(candidate: Candidate): CandidateWords {
    const steps = [...candidate.hops, ...(candidate.also?.hops ?? [])].map((hop) => this.lexicon.of(hop));
    const measure = candidate.extreme ?? candidate.compare;
    const own = unique([
      ...steps.flatMap((step) => step.own),
      ...ownWords(candidate.type),
      ...ownWords(measure?.relation),
      ...ownWords(measure?.via),
    ]);
    const context = unique(steps.flatMap(({ owner, range }) => [...owner, ...range]));
    return { own, context: context.filter((word) => !own.includes(word)) };
  }

  /** The similarity of a word to the candidate. Words of domains and ranges count less. */
  similarity(candidate: Candidate, word: string): number {
    const { own, context } = this.wordsOf(candidate);
    return Math.max(
      this.lexicon.maxSimilarity(word, own),
      WEIGHT_OF_CONTEXT * this.lexicon.maxSimilarity(word, context),
    );
  }
}

/** “author of” or “of the president of” before a name */
const NOUN_OF_NAME = /\b(of (?:the )?)?(\p{L}+) of (?:the )?$/iu;

function isPeople(noun: string): boolean {
  return /^(?:people|citizens|inhabitants|residents)$/.test(noun);
}

/** Whether a word names a class of an entity: “state” in “the state of Texas”. */
function namesClassOf({ stem: wordStem }: QuestionWord, { types }: LinkedEntity): boolean {
  return types.some((type) => ownWords(type).includes(wordStem));
}

function pathKey(hops: Candidate['hops']): string {
  return hops.map(hopKey).join(' ');
}

interface CandidateWords {
  readonly own: readonly string[];
  readonly context: readonly string[];
}
