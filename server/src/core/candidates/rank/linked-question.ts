/** The analysis of a question together with its linked entities and literals. */
import { analyzeQuestion, type QuestionAnalysis } from '../../language/english/question';
import type { TextRange } from '../../language/text/range';
import type { ReferenceDay } from '../../logical-form/time-relations';
import type { LinkedLiteral, Linking } from '../../question/linking/linking';

export interface LinkedQuestion extends QuestionAnalysis {
  /** The ranges that mention entities, each once. */
  readonly mentions: readonly ScoredMention[];
  readonly literals: readonly LinkedLiteral[];
  /** The current date, if the question may be about the present. */
  readonly now: string | undefined;
}

export interface ScoredMention extends TextRange {
  /** The score of the most likely entity. */
  readonly likely: number;
}

export function toLinkedQuestion(
  question: string,
  { entities, literals }: Linking,
  { now }: ReferenceDay,
): LinkedQuestion {
  const mentions = new Map<string, ScoredMention>();
  for (const { mention, score } of entities) {
    if (!mention) continue;
    const key = `${mention.start} ${mention.end}`;
    const likely = Math.max(score, mentions.get(key)?.likely ?? 0);
    mentions.set(key, { start: mention.start, end: mention.end, likely });
  }
  const analysis = analyzeQuestion(question);
  const ordered = orderOutsideNames(question, analysis, entities);
  return {
    ...analysis,
    superlative: ordered.superlative,
    orderWord: ordered.orderWord,
    mentions: [...mentions.values()],
    literals,
    now: analysis.isPresent ? now : undefined,
  };
}

/** A superlative in a name does not ask for an order: “Academy Award for Best Actor”. */
function orderOutsideNames(
  question: string,
  analysis: QuestionAnalysis,
  entities: Linking['entities'],
): Pick<QuestionAnalysis, 'superlative' | 'orderWord'> {
  if (!analysis.superlative && !analysis.orderWord) return analysis;
  let outside = question;
  for (const { match, score, mention } of entities) {
    const name = mention && outside.slice(mention.start, mention.end);
    if (mention && match === 'exact' && score >= MIN_SCORE_OF_NAME && name?.includes(' '))
      outside = outside.slice(0, mention.start) + name.replace(/\S/g, '.') + outside.slice(mention.end);
  }
  return outside === question ? analysis : analyzeQuestion(outside);
}

const MIN_SCORE_OF_NAME = 0.5;

/** The date that "now" means. */
export function asOf({ date }: { readonly date: () => string }): ReferenceDay {
  return { now: date().slice(0, 10) };
}
