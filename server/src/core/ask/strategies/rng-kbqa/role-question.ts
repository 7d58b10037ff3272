/** "Is Berlin the capital of Germany?": the question for who or what has the role, and the entities that may be among its answers. */
import { mayBeSomeone } from '../../../candidates/rank/answer-kind';
import { covers, range, type TextRange } from '../../../language/text/range';
import { hasWholeName, type LinkedEntity, type Linking } from '../../../question/linking/linking';
import type { KbSchema } from '../../../schema/schema';

export interface RoleQuestion {
  readonly question: string;
  readonly linking: Linking;
  /** The last word of the role. */
  readonly noun: string;
  /** The entities that the name may mean. */
  readonly holders: readonly LinkedEntity[];
}

const NOUN = String.raw`(?:\p{Ll}[\p{Ll}-]* ){0,2}(\p{Ll}[\p{Ll}-]*)`;
const ROLE = new RegExp(`^(?:(?:the|an?) ${NOUN} of (?:the )?…|(?:the )?…['’]s? ${NOUN})$`, 'u');

/** Returns undefined for other questions. */
export function roleQuestion(
  question: string,
  { entities, ...linking }: Linking,
  schema: KbSchema,
): RoleQuestion | undefined {
  const named = entities.filter(hasWholeName);
  const [verb = ''] = /^\s*(?:is|are|was|were) /i.exec(question) ?? [];
  const end = question.trimEnd().replace(/[\s?.!]+$/, '').length;
  if (!verb) return undefined;
  for (const { mention: holder, types } of named) {
    if (!holder) continue;
    const before = question.slice(verb.length, holder.start);
    // "Is Berlin the capital …", "Is the capital … Berlin"
    const role = /^(?:the )?$/i.test(before)
      ? range(holder.end + 1, end)
      : range(verb.length, holder.start - 1);
    const noun = before && holder.end !== end && role.end !== end ? undefined : nounOf(role, question, named);
    if (noun === undefined) continue;
    const start = `${mayBeSomeone(types, schema) ? 'who' : 'what'} ${verb.trimStart().toLowerCase()}`;
    const shift = start.length - role.start;
    return {
      question: start + question.slice(role.start, role.end),
      linking: {
        ...linking,
        entities: entities.flatMap((one) =>
          one.mention && covers(role, one.mention)
            ? [{ ...one, mention: range(one.mention.start + shift, one.mention.end + shift) }]
            : [],
        ),
        literals: [],
      },
      noun,
      holders: named.filter(({ mention }) => mention && covers(holder, mention) && covers(mention, holder)),
    };
  }
  return undefined;
}

function nounOf(role: TextRange, question: string, named: readonly LinkedEntity[]): string | undefined {
  for (const { mention } of named) {
    if (!mention || !covers(role, mention)) continue;
    const [possessive = ''] = /['’]s?$/.exec(question.slice(mention.start, mention.end)) ?? [];
    const text = `${question.slice(role.start, mention.start)}…${possessive}${question.slice(mention.end, role.end)}`;
    const [match, ofNoun, ownNoun] = ROLE.exec(text.charAt(0).toLowerCase() + text.slice(1)) ?? [];
    if (match !== undefined) return ofNoun ?? ownNoun;
  }
  return undefined;
}
