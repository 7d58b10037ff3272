/** Yes-or-no questions about one entity: whether something has a value at all. They are asked as the question for that value. */
import { covers, range } from '../../../language/text/range';
import { hasWholeName, type Linking } from '../../../question/linking/linking';

export interface ExistenceQuestion {
  readonly question: string;
  readonly linking: Linking;
}

/** The words before and after the entity, and those of the question for the value. `$1` is a noun. */
const PATTERNS: readonly {
  readonly before: RegExp;
  readonly after: RegExp;
  readonly open: readonly [before: string, after: string];
}[] = [
  {
    before: /^(?:do|does|did|has|have|had)(?: the)?$/i,
    after: /^(?:ever )?(?:have|had|got)(?: any| an?| some)? ((?:\p{Ll}+ ?){1,3})$/u,
    open: ['what $1 does', 'have'],
  },
  {
    before: /^(?:is|are|was|were) there (?:any |an? |some )?((?:\p{Ll}+ ){1,3})in(?: the)?$/iu,
    after: /^$/,
    open: ['what $1 are in', ''],
  },
  { before: /^(?:is|was)$/i, after: /^(?:ever |still )?married$/i, open: ['who is', 'married to'] },
  { before: /^is$/i, after: /^(?:already )?dead$/i, open: ['when did', 'die'] },
  { before: /^(?:did|has)$/i, after: /^(?:already )?died?$/i, open: ['when did', 'die'] },
];

/** Returns undefined for other questions. */
export function existenceQuestion(question: string, linking: Linking): ExistenceQuestion | undefined {
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
      const start = `${pattern.open[0].replace('$1', noun)} `;
      const shift = start.length - mention.start;
      return {
        question: `${start}${question.slice(mention.start, mention.end)} ${pattern.open[1]}`.trim(),
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
