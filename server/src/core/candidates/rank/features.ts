/** The features of a candidate, as named numbers that the ranker weights. The names are those of the trained weights. */
import { isCommunity } from '../../schema/domain-index';
import { UNUSED, type KbSchema } from '../../schema/schema';
import { isContentWord } from '../../language/english/stop-words';
import { contentWordsOutside, type QuestionWord } from '../../language/english/words';
import { wordsAndPairs } from '../../question/retrieval/question-grams';
import { BoundedCache, memoizeWeak } from '../../language/text/cache';
import { isCovered, overlaps, type TextRange } from '../../language/text/range';
import type { Candidate } from '../enumerate/candidate';
import { addAnswerKind } from './answer-kind';
import { COVERED, Coverage, EXPRESSED, UNCOVERED_BELOW, type JointCoverage } from './coverage';
import type { LinkedQuestion } from './linked-question';
import { addKindOfStart, addLinkFeatures, addUnusedMentions, mentionsOf } from './mention-features';
import { isWithin } from '../enumerate/containment';
import { addOperations, isCue } from './operation-features';
import { ownWords, unique, wordsIn } from '../enumerate/id-words';
import type { RelationLexicon, RelationWords } from './relation-lexicon';

export type Feature = readonly [name: string, value: number];

/** Adds a feature, 1 by default. A feature with the value 0 is omitted. */
export type AddFeature = (name: string, value?: number) => void;

/** Mentions of one question whose grams are cached. */
const MAX_CACHED_MENTIONS = 200;

export class Features {
  readonly coverage: Coverage;

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
    private readonly lexicon: RelationLexicon,
  ) {
    this.coverage = new Coverage(lexicon);
  }

  of(question: LinkedQuestion, candidate: Candidate): readonly Feature[] {
    const features: Feature[] = [];
    const add: AddFeature = (name, value = 1) => {
      if (value) features.push([name, value]);
    };
    const path = candidate.hops.map((hop) => this.lexicon.of(hop));
    const side = candidate.also?.hops.map((hop) => this.lexicon.of(hop)) ?? [];
    this.addWording(question, candidate, path, side, add);
    this.addUsage(candidate, add);
    addLinkFeatures(candidate.start, question, '', add);
    if (candidate.also) addLinkFeatures(candidate.also.entity, question, 'also ', add);
    addKindOfStart(question, candidate, this.schema, add);
    addUnusedMentions(question, candidate, add);
    this.addParts(question, candidate, add);
    addAnswerKind(question, candidate, this.schema, add);
    addOperations(question, candidate, this.schema, this.lexicon, add);
    this.addAssociations(question, candidate, path, side, add);
    return features;
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
        !this.coverage.expresses(candidate, each.word),
    );
    if (!omitted.length) return features;
    const head = noun === undefined ? undefined : headOf(noun);
    features.push(['leaves out', Math.min(3, omitted.length) / 3], ['leaves something out', 1]);
    if (omitted.some(({ stem }) => stem === head)) features.push(['leaves out the noun', 1]);
    return features;
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
    let [covered, uncovered] = [0, 0];
    for (const { word } of content) {
      const coverage = this.coverage.similarity(candidate, word);
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
        ? list.reduce((sum, word) => sum + this.lexicon.maxSimilarity(word, restWords), 0) / list.length
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
    add('exact around', exact(this.coverage.wordsOf(candidate).context));
    const { type, endType, hops } = candidate;
    if (type !== undefined) add(hops.length ? 'class said' : 'whole class said', similarity(ownWords(type)));
    this.addNoun(noun, candidate, path, add);
    const [focus] = content;
    if (focus && endType !== undefined && type === undefined)
      add('focus', this.lexicon.maxSimilarity(focus.word, ownWords(endType)));
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
      this.lexicon.maxSimilarity(head, ownWords(type)),
      this.lexicon.maxSimilarity(head, [...(last?.own ?? []), ...(last?.range ?? [])]),
      this.lexicon.maxSimilarity(head, leading?.own ?? []),
    );
    add('noun', end);
    if ([last, leading].some((step) => step?.own.includes(head)) || ownWords(type).includes(head))
      add('noun exact');
    if (end < UNCOVERED_BELOW) add('noun unsaid');
    if (hops.length > 1 && end < COVERED && this.lexicon.maxSimilarity(head, first?.own ?? []) >= COVERED)
      add('noun before the end');
  }

  /** If the path continues another one: each of the two should express something that the other does not. */
  private addParts({ words }: LinkedQuestion, { start, hops, turn }: Candidate, add: AddFeature): void {
    if (turn === undefined) return;
    const firstWords = this.coverage.wordsOfPart(hops.slice(0, turn));
    const secondWords = this.coverage.wordsOfPart(hops.slice(turn));
    let [byFirst, bySecond] = [0, 0];
    let [onlyByFirst, onlyBySecond] = [0, 0];
    for (const { word } of contentWordsOutside(words, [start?.mention])) {
      const [first, second] = [
        this.lexicon.maxSimilarity(word, firstWords),
        this.lexicon.maxSimilarity(word, secondWords),
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
    const keys = parts.map((part) => part.map((hop) => this.lexicon.canonical(hop)).join(' '));
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
