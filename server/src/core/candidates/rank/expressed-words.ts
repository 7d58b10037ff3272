/** Whether a candidate expresses what its question asks: by names of relations and classes, or as learned from questions. */
import { stem } from '../../language/english/nouns';
import { synonymSetOf } from '../../schema/synonyms';
import { isSchemaStopWord } from '../../language/english/stop-words';
import { isCovered } from '../../language/text/range';
import { contentWordsOutside, type QuestionWord, type StemmedWord } from '../../language/english/words';
import type { Candidate } from '../enumerate/candidate';
import type { Feature, Features } from './features';
import { isCue } from './operation-features';
import type { LinkedQuestion } from './linked-question';
import { mentionsOf } from './mention-features';
import { asksForRelation } from './asked-relations';
import { ownWords } from '../enumerate/id-words';

/**
 * `words`: it expresses a word of the question. `kind`: it expresses none, but its answers have the kind that "where", "when" or
 * "how many" asks for. `open`: the question has no such word, as in "what did Darwin do". `nothing`: it expresses none of them.
 */
export type Expressed = 'words' | 'kind' | 'open' | 'nothing';

/** The weight of a learned pair of a word and a relation. A lower one may be chance. */
const MIN_WEIGHT = 0.05;
/** A king and an official are less similar. */
const SAME_ROLE = 0.5;

export class ExpressedWords {
  constructor(
    private readonly question: LinkedQuestion,
    private readonly features: Features,
    private readonly weightOf: (feature: Feature) => number,
  ) {}

  of(candidate: Candidate): { readonly expressed: Expressed; readonly open: number } {
    const open = this.openWords(candidate);
    const list = this.features.of(this.question, candidate);
    const { kind, noun } = this.question;
    const words: readonly StemmedWord[] =
      kind === 'howMuch' && noun !== undefined ? [...open, { word: noun, stem: noun }] : open;
    const { also, value, compare, time } = candidate;
    // Two names, or a name and a number, are a condition: the president of a country in 1962.
    const isCondition = !open.length && (also ?? value ?? compare ?? time) !== undefined;
    const isExpressed =
      isCondition ||
      (open.length > 0 && this.namesNoun(candidate)) ||
      open.some((word) => isCue(word, candidate)) ||
      words.some(
        (word) =>
          !TIME_WORD.test(word.word) && !isSchemaStopWord(word.stem) && this.expresses(candidate, word, list),
      );
    if (isExpressed) return { expressed: 'words', open: open.length };
    const isOfKind = list.some(([name]) => FITTING_KIND.test(name)) && KINDS_THAT_ASK.has(kind);
    const isAboutNow = this.question.literals.some((literal) => literal.kind === 'now');
    const isAtOtherTime = !time && (isAboutNow || open.some(({ word }) => TIME_WORD.test(word)));
    if (isOfKind && !isAtOtherTime) return { expressed: 'kind', open: open.length };
    const isOpen = !open.length && kind !== 'other' && !isAtOtherTime;
    return { expressed: isOpen ? 'open' : 'nothing', open: open.length };
  }

  /** The content words outside its names and numbers that the candidate does not express. */
  unexpressed(candidate: Candidate): readonly QuestionWord[] {
    const list = this.features.of(this.question, candidate);
    return this.openWords(candidate).filter(
      (word) => !isCue(word, candidate) && !this.expresses(candidate, word, list),
    );
  }

  /** Whether an entity of the candidate is in the noun phrase that the question asks for: a president, a basketball player. */
  private namesNoun(candidate: Candidate): boolean {
    const head = this.nounWord();
    const mentions = mentionsOf(candidate);
    if (head === undefined) return false;
    const phrase = this.question.noun?.split(' of ')[0]?.split(' ') ?? [];
    return this.question.words.some(
      ({ word, range }) => range.end <= head.range.end && phrase.includes(word) && isCovered(range, mentions),
    );
  }

  private nounWord(): QuestionWord | undefined {
    const { noun, words } = this.question;
    const heads = noun?.split(' of ').map((part) => part.split(' ').at(-1) ?? '') ?? [];
    // The type of money is money.
    const head = stem(heads.find((each) => !LIGHT_NOUN.test(each)) ?? heads[0] ?? '');
    return words.find((each) => each.content && each.stem === head);
  }

  /** Whether the noun that the question asks for is expressed; true if there is none. "Who" asks for a role, so it must be this role. */
  expressesNoun(candidate: Candidate): boolean {
    const word = this.nounWord();
    if (!word || this.namesNoun(candidate)) return true;
    const { kind } = this.question;
    const list = this.features.of(this.question, candidate);
    return this.expresses(candidate, word, list, kind === 'who' ? SAME_ROLE : undefined);
  }

  /** Whether a relation of the candidate has a certain meaning that no word asks for: the area of a state is not its capital. */
  hasUnaskedMeaning(candidate: Candidate): boolean {
    const words = this.openWords(candidate);
    const list = this.features.of(this.question, candidate);
    return [...candidate.hops, ...(candidate.also?.hops ?? [])]
      .map(({ relation }) =>
        ownWords(relation).filter((word) => asksForRelation(word) && synonymSetOf(word) !== BIRTH),
      )
      .some(
        (meanings) =>
          meanings.length > 0 &&
          !words.some(
            (word) =>
              this.features.coverage.isSimilar(word.word, meanings, SAME_ROLE) ||
              this.isLearned(word.stem, list),
          ),
      );
  }

  /** The content words outside the names and numbers of the candidate. */
  private openWords(candidate: Candidate): readonly QuestionWord[] {
    const taken = [...mentionsOf(candidate), ...this.question.literals.map(({ mention }) => mention)];
    return contentWordsOutside(this.question.words, taken);
  }

  private expresses(
    candidate: Candidate,
    { word, stem }: StemmedWord,
    list: readonly Feature[],
    similarity?: number,
  ): boolean {
    return this.features.coverage.mayExpress(candidate, word, similarity) || this.isLearned(stem, list);
  }

  /** Whether a relation of the candidate is learned for the word. */
  private isLearned(stem: string, list: readonly Feature[]): boolean {
    return list.some(
      (feature) =>
        feature[0].startsWith(`${stem}|`) &&
        !feature[0].includes('|t=') &&
        this.weightOf(feature) >= MIN_WEIGHT,
    );
  }
}

/** No word need ask for a birth: "Where is he from?" means the place of birth. */
const BIRTH = synonymSetOf('birth');

/** Question words that are informative without any other word. */
const KINDS_THAT_ASK: ReadonlySet<string> = new Set(['where', 'when', 'howMany', 'howMuch']);
/** When something is so, not what. */
const TIME_WORD = /^(?:right|now|today|currently|yesterday|tonight|tomorrow|nowadays)$/;
const FITTING_KIND = /^(?:place|date|number) fits$/;
/** Nouns that say nothing without the one that follows "of". */
const LIGHT_NOUN = /^(?:type|kind|sort|form|name|list|one|some)s?$/;
