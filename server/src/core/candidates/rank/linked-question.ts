/** A question with what it is linked to: what candidates are made of and ranked by. */
import { analyzeQuestion, type QuestionAnalysis } from '../../language/english/question';
import type { TextRange } from '../../language/text/range';
import type { AsOf } from '../../logical-form/time-relations';
import type { LinkedLiteral, Linking } from '../../question/linking/linking';

export interface LinkedQuestion extends QuestionAnalysis {
  /** Where the question names something, whichever entity is meant; each place once. */
  readonly mentions: readonly NamedRange[];
  readonly literals: readonly LinkedLiteral[];
  /** The day on which it is asked, where it may ask what holds on that day. */
  readonly now: string | undefined;
}

export interface NamedRange extends TextRange {
  /** The score of the most likely entity there. */
  readonly likely: number;
}

export function linkedQuestion(
  question: string,
  { entities, literals }: Linking,
  { now }: AsOf,
): LinkedQuestion {
  const mentions = new Map<string, NamedRange>();
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
    now: analysis.present ? now : undefined,
  };
}

/** "Now" in a question is the day on which it is asked. */
export function asOf({ date }: { readonly date: () => string }): AsOf {
  return { now: date().slice(0, 10) };
}
