/** The features of a candidate, as named numbers that the ranker weights. The names are those of the trained weights. */
import { isCommunity } from '../../schema/domain-index';
import { UNUSED, type KbSchema } from '../../schema/schema';
import { synonymSetOf } from '../../schema/synonyms';
import { stem } from '../../language/english/nouns';
import { isContentWord } from '../../language/english/stop-words';
import { contentWordsOutside, type QuestionWord } from '../../language/english/words';
import { wordsAndPairs } from '../../question/retrieval/question-grams';
import { BoundedCache, memoizeWeak } from '../../language/text/cache';
import { isCovered, overlaps, type TextRange } from '../../language/text/range';
import type { Candidate } from '../enumerate/candidate';
import { addAnswerKind, asksForTime } from './answer-kind';
import type { LinkedQuestion } from './linked-question';
import {
  addKindOfStart,
  addLinkFeatures,
  addUnusedMentions,
  companionMentions,
  mentionsOf,
} from './mention-features';
import { isWithin } from './containment';
import { addOperations, isCue } from './operation-features';
import { asksForRelation, isEvent, ownWords, unique, wordsIn } from './relation-words';
import type { RelationWords, RelationLexicon } from './relation-words';

export type Feature = readonly [name: string, value: number];

/** Adds a feature, 1 by default. A feature with the value 0 is omitted. */
export type AddFeature = (name: string, value?: number) => void;

/** What the candidates of a question express together. */
export interface JointCoverage {
  /** The words of the question that at least one candidate expresses. */
  readonly words: ReadonlySet<string>;
  /** By the id of the start: the mentions that some candidate combines with it. */
  readonly names: ReadonlyMap<string, readonly TextRange[]>;
}

/** A question word with a similarity below this is not covered by the candidate. */
const UNCOVERED_BELOW = 0.3;
/** From this similarity on, a word is covered. */
const COVERED = 0.5;
/** From this similarity on, a word is expressed: by the word itself or by a synonym. */
const EXPRESSED = 0.75;
/** A lower similarity is chance. */
const REMOTELY_SIMILAR = 0.25;
/** Mentions of one question whose grams are cached. */
const MAX_CACHED_MENTIONS = 200;
/** How much the words around a relation (its domain and range) count. */
const WEIGHT_OF_CONTEXT = 0.6;

/** Steps that a question need not mention: from an organization to its address, from a championship to one of its events. */
const IMPLIED = /\.(?:headquarters|address|events)$/;

export class Features {
  /** The words in the names of a candidate's relations and classes, and those of their domains and ranges. */
  private readonly wordsOf = memoizeWeak((candidate: Candidate): CandidateWords => this.findWords(candidate));

  /** The grams of a question, by the mentions that are replaced. */
  private readonly gramsOf = memoizeWeak((words: readonly QuestionWord[]) => {
    const cache = new BoundedCache<readonly string[]>(MAX_CACHED_MENTIONS);
    return (mentions: readonly (TextRange | undefined)[]): readonly string[] => {
      const key = mentions.map((mention) => mention && `${mention.start}-${mention.end}`).join();
      return cache.getOrCompute(key, () => gramsOf(words, mentions));
    };
  });

  constructor(
    private readonly schema: KbSchema,
    private readonly words: RelationLexicon,
  ) {}

  of(question: LinkedQuestion, candidate: Candidate): readonly Feature[] {
    const features: Feature[] = [];
    const add: AddFeature = (name, value = 1) => {
      if (value) features.push([name, value]);
    };
    const path = candidate.hops.map((hop) => this.words.of(hop));
    const side = candidate.also?.hops.map((hop) => this.words.of(hop)) ?? [];
    this.addWording(question, candidate, path, side, add);
    this.addUsage(candidate, add);
    addLinkFeatures(candidate.start, question, '', add);
    if (candidate.also) addLinkFeatures(candidate.also.entity, question, 'also ', add);
    addKindOfStart(question, candidate, this.schema, add);
    addUnusedMentions(question, candidate, add);
    this.addParts(question, candidate, add);
    addAnswerKind(question, candidate, this.schema, add);
    addOperations(question, candidate, this.schema, this.words, add);
    this.addAssociations(question, candidate, path, side, add);
    return features;
  }

  /** Whether nothing in the candidate is similar to the word. */
  isUncovered(candidate: Candidate, word: string): boolean {
    return this.coverage(word, this.wordsOf(candidate)) < UNCOVERED_BELOW;
  }

  /** Whether a relation or class of the candidate has the word or a synonym in its name. */
  expresses(candidate: Candidate, word: string): boolean {
    return this.words.maxSimilarity(word, this.wordsOf(candidate).own) >= EXPRESSED;
  }

  /** Like `expresses`, but the domains, the ranges and the names of the reverse relations count as well. */
  expressesLoosely(candidate: Candidate, word: string): boolean {
    const { own, context } = this.wordsOf(candidate);
    return this.words.maxSimilarity(word, [...own, ...context]) >= EXPRESSED;
  }

  /** Whether the word is at least remotely similar to a relation or class of the candidate, or to their domains and ranges. */
  mayExpress(candidate: Candidate, word: string, similarity = REMOTELY_SIMILAR): boolean {
    const { own, context } = this.wordsOf(candidate);
    return this.words.maxSimilarity(word, [...own, ...context]) >= similarity;
  }

  isSimilar(word: string, others: readonly string[], similarity: number): boolean {
    return this.words.maxSimilarity(word, others) >= similarity;
  }

  /** The similarity of a word to the candidate without words of another known meaning: an editor is not a writer. */
  private similarityInMeaning(candidate: Candidate, word: string): number {
    const meaning = synonymSetOf(stem(word));
    const { own, context } = this.wordsOf(candidate);
    return this.words.maxSimilarity(
      word,
      [...own, ...context].filter((other) => [undefined, meaning].includes(synonymSetOf(stem(other)))),
    );
  }

  jointCoverage({ words }: LinkedQuestion, candidates: readonly Candidate[]): JointCoverage {
    const open = new Set(words.filter(({ content }) => content).map(({ word }) => word));
    const expressed = new Set<string>();
    for (const candidate of candidates) {
      for (const word of open) if (this.expresses(candidate, word)) expressed.add(word);
      for (const word of expressed) open.delete(word);
      if (!open.size) break;
    }
    return { words: expressed, names: companionMentions(candidates) };
  }

  /** Features in comparison with the other candidates: what this one omits although another expresses it. */
  comparativeFeatures(
    { words, noun }: LinkedQuestion,
    candidate: Candidate,
    { words: expressible, names }: JointCoverage,
  ): readonly Feature[] {
    const mentions = mentionsOf(candidate);
    const features: Feature[] = [];
    const companions = names.get(candidate.start?.id ?? '') ?? [];
    if (companions.some((name) => !mentions.some((mention) => overlaps(name, mention))))
      features.push(['leaves out a name', 1]);
    const omitted = words.filter(
      (each) =>
        expressible.has(each.word) &&
        !isCovered(each.range, mentions) &&
        !isCue(each, candidate) &&
        !this.expresses(candidate, each.word),
    );
    if (!omitted.length) return features;
    const head = noun === undefined ? undefined : headOf(noun);
    features.push(['leaves out', Math.min(3, omitted.length) / 3], ['leaves something out', 1]);
    if (omitted.some(({ stem }) => stem === head)) features.push(['leaves out the noun', 1]);
    return features;
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
      ({ word }) => this.words.maxSimilarity(word, partWords) >= (open.length === 1 ? EXPRESSED : COVERED),
    );
  }

  /** The words of relations and of what they lead to. */
  private wordsOfPart(part: Candidate['hops']): readonly string[] {
    return part.map((hop) => this.words.of(hop)).flatMap(({ own, range }) => [...own, ...range]);
  }

  private findWords(candidate: Candidate): CandidateWords {
    const steps = [...candidate.hops, ...(candidate.also?.hops ?? [])].map((hop) => this.words.of(hop));
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

  private coverage(word: string, { own, context }: CandidateWords): number {
    return Math.max(
      this.words.maxSimilarity(word, own),
      WEIGHT_OF_CONTEXT * this.words.maxSimilarity(word, context),
    );
  }

  /** How much of the question the candidate expresses, and how much of the candidate the question expresses. */
  private addWording(
    { words, noun }: LinkedQuestion,
    candidate: Candidate,
    path: readonly RelationWords[],
    side: readonly RelationWords[],
    add: AddFeature,
  ): void {
    const mentions = mentionsOf(candidate);
    const rest = words.filter(({ range }) => !isCovered(range, mentions));
    const content = rest.filter((word) => word.content && !isCue(word, candidate));
    const candidateWords = this.wordsOf(candidate);
    let [covered, uncovered] = [0, 0];
    for (const { word } of content) {
      const coverage = this.coverage(word, candidateWords);
      covered += coverage;
      if (coverage < UNCOVERED_BELOW) uncovered++;
    }
    add('said', content.length ? covered / content.length : 0);
    add('said sum', covered / 3);
    add('unsaid', uncovered / 3);
    add('unsaid share', content.length ? uncovered / content.length : 0);
    add('nothing left', content.length ? 0 : 1);
    const restWords = rest.map(({ word }) => word);
    const similarity = (list: readonly string[]): number =>
      list.length
        ? list.reduce((sum, word) => sum + this.words.maxSimilarity(word, restWords), 0) / list.length
        : 0;
    const last = path.at(-1);
    add('last own', similarity(last?.own ?? []));
    add('last range', similarity(last?.range ?? []));
    add('owner', similarity(path[0]?.owner ?? []));
    if (path.length > 1) {
      add('first own', similarity(path[0]?.own ?? []));
      add('all own', similarity(unique(path.flatMap(({ own }) => own))));
    }
    if (side.length) {
      add('side own', similarity(side[0]?.own ?? []));
      add('side range', similarity(side[0]?.range ?? []));
    }
    const stems = new Set(rest.map(({ stem }) => stem));
    const exact = (list: readonly string[]): number => list.filter((word) => stems.has(word)).length;
    add('exact', exact(last?.own ?? []));
    add('exact first', path.length > 1 ? exact(path[0]?.own ?? []) : 0);
    add('exact side', exact(side.flatMap(({ own }) => own)));
    add('exact around', exact(candidateWords.context));
    const { type, endType, hops } = candidate;
    if (type !== undefined) add(hops.length ? 'class said' : 'whole class said', similarity(ownWords(type)));
    this.addNoun(noun, candidate, path, add);
    const [focus] = content;
    if (focus && endType !== undefined && type === undefined)
      add('focus', this.words.maxSimilarity(focus.word, ownWords(endType)));
  }

  /** Whether the path ends at what the question asks for: of "the capital of the country where …", the capital. */
  private addNoun(
    noun: string | undefined,
    { endType, type = endType, hops, turn }: Candidate,
    path: readonly RelationWords[],
    add: AddFeature,
  ): void {
    const head = noun === undefined ? undefined : headOf(noun);
    if (head === undefined) return;
    // The relation to a mediator names what the mediator holds: a dated population has a number.
    const [first, leading, last] = [path[0], path[turn ?? 0], path.at(-1)];
    const end = Math.max(
      this.words.maxSimilarity(head, ownWords(type)),
      this.words.maxSimilarity(head, [...(last?.own ?? []), ...(last?.range ?? [])]),
      this.words.maxSimilarity(head, leading?.own ?? []),
    );
    add('noun', end);
    if ([last, leading].some((step) => step?.own.includes(head)) || ownWords(type).includes(head))
      add('noun exact');
    if (end < UNCOVERED_BELOW) add('noun unsaid');
    if (hops.length > 1 && end < COVERED && this.words.maxSimilarity(head, first?.own ?? []) >= COVERED)
      add('noun before the end');
  }

  /** If the path continues another one: each of the two should express something that the other does not. */
  private addParts({ words }: LinkedQuestion, { start, hops, turn }: Candidate, add: AddFeature): void {
    if (turn === undefined) return;
    const firstWords = this.wordsOfPart(hops.slice(0, turn));
    const secondWords = this.wordsOfPart(hops.slice(turn));
    let [byFirst, bySecond] = [0, 0];
    let [onlyByFirst, onlyBySecond] = [0, 0];
    for (const { word } of contentWordsOutside(words, [start?.mention])) {
      const [first, second] = [
        this.words.maxSimilarity(word, firstWords),
        this.words.maxSimilarity(word, secondWords),
      ];
      if (first >= COVERED && first > second) byFirst++;
      if (second >= COVERED && second > first) bySecond++;
      if (first >= EXPRESSED && second < COVERED) onlyByFirst++;
      if (second >= EXPRESSED && first < COVERED) onlyBySecond++;
    }
    if (isWithin(start, hops.slice(0, turn), words)) {
      add('within');
      byFirst++;
    }
    add('part says nothing', byFirst ? 0 : 1);
    add('end says nothing', bySecond ? 0 : 1);
    add('both parts say', byFirst && bySecond ? 1 : 0);
    add('both parts plainly say', onlyByFirst && onlyBySecond ? 1 : 0);
  }

  /** How often the relations occur in queries and in facts, and how many answers are expected. */
  private addUsage({ hops, also, ends, extreme, compare }: Candidate, add: AddFeature): void {
    const path = [...hops, ...(also?.hops ?? [])].map(({ relation }) => relation);
    const measure = (extreme ?? compare)?.relation;
    const relations = path.length || measure === undefined ? path : [measure];
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

  /** Pairs of question words and relations, whose weights are learned from questions with their queries. */
  private addAssociations(
    { words, interrogative }: LinkedQuestion,
    { start, hops, also, turn, endType = '?' }: Candidate,
    path: readonly RelationWords[],
    side: readonly RelationWords[],
    add: AddFeature,
  ): void {
    const split = turn ?? hops.length;
    const parts = [hops.slice(0, split), hops.slice(split), also?.hops ?? []].filter(({ length }) => length);
    const keys = parts.map((part) => part.map((hop) => this.words.canonical(hop)).join(' '));
    const relationWords = unique([
      ...(path.at(-1)?.own ?? []),
      ...(path.length > 1 ? (path[0]?.own ?? []) : []),
      ...side.flatMap(({ own }) => own),
    ]);
    for (const key of keys) add(`p=${key}`);
    add(`t=${endType}`);
    add(`${interrogative}#t=${endType}`);
    for (const gram of this.gramsOf(words)([start?.mention, also?.entity.mention])) {
      for (const key of keys) add(`${gram}|p=${key}`);
      // Function words occur with every relation by chance.
      if (gram.includes(' ') || isFunctionWord(gram)) continue;
      add(`${gram}|t=${endType}`);
      for (const word of relationWords) add(`${gram}|w=${word}`);
    }
  }
}

interface CandidateWords {
  readonly own: readonly string[];
  readonly context: readonly string[];
}

/** Question words are not function words here: they restrict the kind of the answer. */
function isFunctionWord(word: string): boolean {
  return !isContentWord(word) && !/^(?:who|whom|whose|where|when|why|how)$/.test(word);
}

/** "type of government" → government, "father of Newton" → father */
function headOf(noun: string): string | undefined {
  const [first = '', second] = noun.split(' of ');
  const isEmpty = second !== undefined && /\b(?:type|kind|sort|form|name|part)s?$/.test(first);
  return wordsIn(isEmpty ? second : first).at(-1);
}

/** The words and word pairs of a question, with its entities replaced by `E`. */
function gramsOf(
  words: readonly QuestionWord[],
  mentions: readonly (TextRange | undefined)[],
): readonly string[] {
  const line: string[] = [];
  for (const { range, stem } of words) {
    if (isCovered(range, mentions)) {
      if (line.at(-1) !== 'E') line.push('E');
    } else line.push(stem);
  }
  return wordsAndPairs(line, 'E');
}
