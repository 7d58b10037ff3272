/** A class at the end of a name need not be said: "German" for German Language, "the Amazon" for Amazon River, "Everest". */
import { lastWord } from '../language/english/nouns';
import { wordsOf } from '../language/english/words';
import { hasWholeName, type LinkedEntity, type Linking } from '../question/linking/linking';
import { ownWords } from '../candidates/enumerate/id-words';

/** Classes that names contain. The universities and counties of a place are something else. */
const CLASS_IN_NAME = /^(?:language|river|sea|ocean|lake|desert|island|mount|mountain|volcano)s?$/;
const ABOUT_LANGUAGE = /\b(?:speaks?|spoke|spoken|speaking|languages?)\b/i;

/** Counts such names as whole ones, unless something else has exactly this name. */
export function withShortNames(question: string, linking: Linking): Linking {
  const isShort = (entity: LinkedEntity): boolean =>
    isShortName(entity, question) &&
    !linking.entities.some((other) => hasWholeName(other) && other.mention?.start === entity.mention?.start);
  if (!linking.entities.some(isShort)) return linking;
  const entities = linking.entities.map((entity) =>
    isShort(entity) ? { ...entity, match: 'exact' as const, score: highestScoreAt(entity, linking) } : entity,
  );
  return { ...linking, entities: [...entities].sort((left, right) => rank(right) - rank(left)) };
}

/** With equal scores, a whole name comes first. */
function rank(entity: LinkedEntity): number {
  return entity.score + (hasWholeName(entity) ? 1e-6 : 0);
}

function highestScoreAt({ mention }: LinkedEntity, { entities }: Linking): number {
  return Math.max(
    ...entities.filter((other) => other.mention?.start === mention?.start).map(({ score }) => score),
  );
}

function isShortName({ match, mention, name, types }: LinkedEntity, question: string): boolean {
  if (match !== 'partial' || !mention) return false;
  const said = wordsOf(question.slice(mention.start, mention.end).replace(/^the /i, ''));
  const words = wordsOf(name);
  const [omitted, ...others] = words.filter((word) => !said.includes(word));
  if (omitted === undefined || others.length || words.length !== said.length + 1) return false;
  const isClass = types.some((type) => lastWord(ownWords(type).join(' ')).startsWith(omitted));
  if (!isClass || !CLASS_IN_NAME.test(omitted)) return false;
  // “German” alone means a person or a thing from there.
  return omitted !== 'language' || ABOUT_LANGUAGE.test(question);
}
