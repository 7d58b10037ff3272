/** A mother is a parent, and more than that: of what a relation for both sexes leads to, those of the one that the question says. */
import { type QuestionWord } from '../../../language/english/words';
import { covers } from '../../../language/text/range';
import { stem } from '../../../language/english/nouns';
import type { KbSchema } from '../../../schema/schema';
import { meaningOf } from '../../../schema/synonyms';
import type { SExpr } from '../../../logical-form/sexpr';
import type { Candidate } from '../../../candidates/enumerate/candidate';
import { mentionsOf } from '../../../candidates/rank/mention-features';
import { wordsIn } from '../../../candidates/rank/relation-words';

const GENDER = 'people.person.gender';
/** As Freebase has them. */
const FEMALE = 'm.02zsn';
const MALE = 'm.05zppz';

const SEX_OF: ReadonlyMap<string, string> = new Map([
  ...'mother sister daughter'.split(' ').map((word) => [word, FEMALE] as const),
  ...'father brother son'.split(' ').map((word) => [word, MALE] as const),
]);

/** The form, narrowed; nothing where the question says no sex, or both. */
export function filterByGender(
  words: readonly QuestionWord[],
  candidate: Candidate,
  schema: KbSchema,
): SExpr | undefined {
  const taken = mentionsOf(candidate);
  const said = words.filter((word) => SEX_OF.has(word.stem) && !taken.some((one) => covers(one, word.range)));
  const sexes = new Set(said.map((word) => SEX_OF.get(word.stem)));
  const [sex] = sexes;
  if (sex === undefined || sexes.size > 1 || candidate.counts || candidate.extreme) return undefined;
  const kin = kinOf(candidate, schema);
  if (!said.some((word) => kin.has(meaningOf(word.stem)))) return undefined;
  const those: SExpr = {
    kind: 'join',
    step: { relation: GENDER, reverse: false },
    of: { kind: 'entity', id: sex },
  };
  return { kind: 'and', left: those, right: candidate.expr };
}

/** What the last step says of people, by its own name or by the name that it has the other way round. */
function kinOf({ hops, endType }: Candidate, schema: KbSchema): ReadonlySet<number | undefined> {
  const last = hops.at(-1);
  if (!last || endType !== 'people.person' || !schema.hasRelation(GENDER)) return new Set();
  const named = last.reverse ? schema.relation(last.relation)?.reverse : last.relation;
  return new Set(wordsIn(named?.split('.').at(-1) ?? '').map((word) => meaningOf(stem(word))));
}
