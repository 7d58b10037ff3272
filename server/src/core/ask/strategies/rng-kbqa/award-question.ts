/** "Has Kate Winslet won an Oscar?": whether one of somebody's awards has the name of a group of awards. */
import { stem } from '../../../language/english/nouns';
import { wordsOf } from '../../../language/english/words';
import type { SExpr } from '../../../logical-form/sexpr';
import { hasWholeName, type LinkedEntity, type Linking } from '../../../question/linking/linking';
import type { KbSchema } from '../../../schema/schema';

export interface AwardQuestion {
  readonly winner: LinkedEntity;
  /** As in the question: "Nobel Prize". */
  readonly name: string;
  /** All awards of the winner. */
  readonly awards: SExpr;
  readonly isNamed: (award: string) => boolean;
}

const WINNERS = ['award.award_winner.awards_won', 'award.award_winning_work.awards_won'] as const;
const AWARD = 'award.award_honor.award';
const START = /^(?:has|have|did) (?:the )?$/i;
const WON =
  /^ (?:ever )?(?:won|win|received?|got|get|gotten) (?:an?|any|the) ((?:\S+ ){0,6}?(?:oscar|grammy|emmy|bafta|tony|award|prize|medal|golden globe|golden bear|palme d['’]or)s?(?: (?:for|in) .+?)?)[\s?.!]*$/i;

/** Returns undefined for other questions. */
export function awardQuestion(
  question: string,
  { entities }: Linking,
  schema: KbSchema,
): AwardQuestion | undefined {
  for (const winner of entities.filter(hasWholeName)) {
    const { mention, types } = winner;
    if (!mention || !START.test(question.slice(0, mention.start).trimStart())) continue;
    const [, name] = WON.exec(question.slice(mention.end)) ?? [];
    const [usual] = WINNERS;
    const relation = WINNERS.find((each) => types.includes(each.replace(/\.\w+$/, ''))) ?? usual;
    if (name === undefined || ![relation, AWARD].every((each) => schema.hasRelation(each))) continue;
    const wanted = keyWords(name.replace(/\boscars?\b/i, 'Academy Award'));
    return {
      winner,
      name,
      awards: awardsBy(relation, winner),
      isNamed: (award) => wanted.every((word) => keyWords(award).includes(word)),
    };
  }
  return undefined;
}

function keyWords(name: string): readonly string[] {
  return wordsOf(name)
    .map(stem)
    .filter((word) => !/^(?:the|for|in|of|an?)$/.test(word));
}

function awardsBy(relation: string, { id }: LinkedEntity): SExpr {
  return {
    kind: 'join',
    step: { relation: AWARD, reverse: true },
    of: { kind: 'join', step: { relation, reverse: true }, of: { kind: 'entity', id } },
  };
}
