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
  return {
    ...analysis,
    mentions: [...mentions.values()],
    literals,
    now: analysis.isPresent ? now : undefined,
  };
}

/** The date that "now" means. */
export function asOf({ date }: { readonly date: () => string }): ReferenceDay {
  return { now: date().slice(0, 10) };
}
