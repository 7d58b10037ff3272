/** Questions about one entity that are asked in other words: whether it has a value at all is asked as the question for the value. */
import { covers, range } from '../../../language/text/range';
import { hasWholeName, type Linking } from '../../../question/linking/linking';

export interface Rephrased {
  readonly question: string;
  readonly linking: Linking;
  /** Whether the original question is a yes-or-no question. */
  readonly isYesNo: boolean;
}

interface Pattern {
  /** The words before and after the entity. */
  readonly before: RegExp;
  readonly after: RegExp;
  /** The new words before and after it. `$1` is the noun that was matched. */
  readonly words: readonly [before: string, after: string];
  readonly isYesNo: boolean;
}

const PATTERNS: readonly Pattern[] = [
  {
    before: /^(?:do|does|did|has|have|had)(?: the)?$/i,
    after: /^(?:ever )?(?:have|had|got)(?: any| an?| some)? ((?:\p{Ll}+ ?){1,3})$/u,
    words: ['what $1 does', 'have'],
    isYesNo: true,
  },
  {
    before: /^(?:is|are|was|were) there (?:any |an? |some )?((?:\p{Ll}+ ){1,3})in(?: the)?$/iu,
    after: /^$/,
    words: ['what $1 are in', ''],
    isYesNo: true,
  },
  {
    before: /^(?:is|was)$/i,
    after: /^(?:ever |still )?married$/i,
    words: ['who is', 'married to'],
    isYesNo: true,
  },
  { before: /^is$/i, after: /^(?:already )?dead$/i, words: ['when did', 'die'], isYesNo: true },
  { before: /^(?:did|has)$/i, after: /^(?:already )?died?$/i, words: ['when did', 'die'], isYesNo: true },
  {
    before: /^how many (?:people|inhabitants|residents) (?:live|are(?: there)?|does|do)(?: in)?(?: the)?$/i,
    after: /^(?:have)?$/i,
    words: ['what is the population of', ''],
    isYesNo: false,
  },
  {
    before: /^what (?:did|has)$/i,
    after: /^(?:win|won)$/i,
    words: ['what awards did', 'win'],
    isYesNo: false,
  },
];

/** Returns undefined for other questions. */
export function rephraseQuestion(question: string, linking: Linking): Rephrased | undefined {
  for (const { mention, ...entity } of linking.entities) {
    if (!mention || !hasWholeName(entity)) continue;
    const before = question.slice(0, mention.start).trim();
    const after = question
      .slice(mention.end)
      .replace(/[\s?.!]+$/, '')
      .trim();
    for (const pattern of PATTERNS) {
      const [left, right] = [pattern.before.exec(before), pattern.after.exec(after)];
      if (!left || !right) continue;
      const noun = (left[1] ?? right[1] ?? '').trim();
      const start = `${pattern.words[0].replace('$1', noun)} `;
      const shift = start.length - mention.start;
      return {
        isYesNo: pattern.isYesNo,
        question: `${start}${question.slice(mention.start, mention.end)} ${pattern.words[1]}`.trim(),
        linking: {
          ...linking,
          literals: [],
          entities: linking.entities.flatMap((one) =>
            one.mention && covers(mention, one.mention)
              ? [{ ...one, mention: range(one.mention.start + shift, one.mention.end + shift) }]
              : [],
          ),
        },
      };
    }
  }
  return undefined;
}
