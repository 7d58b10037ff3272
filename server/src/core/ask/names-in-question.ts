/** Selects the likely entities of a question, and removes their names from it. */
import { hasWholeName, type LinkedEntity, type Linking } from '../question/linking/linking';
import { NAME_PLACEHOLDER } from '../question/retrieval/question-grams';
import { lastWord } from '../language/english/nouns';
import { analyzeQuestion } from '../language/english/question';
import { overlaps } from '../language/text/range';
import { classesByName, usualClassName } from '../candidates/enumerate/classes-by-name';
import type { KbSchema } from '../schema/schema';
import { isCapitalAt } from '../language/english/words';

/** An entity with a lower share of the best score for the same words is offered only as an alternative. */
const MIN_SCORE_RATIO = 0.35;

/** The best entities for each name, best first. */
export function likelyEntities(
  { entities }: Pick<Linking, 'entities'>,
  limit: number,
): readonly LinkedEntity[] {
  const isLikely = (entity: LinkedEntity): boolean =>
    entity.match === 'given' ||
    !entities.some(
      ({ mention, score }) =>
        mention &&
        entity.mention &&
        overlaps(mention, entity.mention) &&
        entity.score < MIN_SCORE_RATIO * score,
    );
  return entities.filter(isLikely).slice(0, limit);
}

/** The question without its names, each replaced by `…`. */
export function withoutMentions(question: string, { entities }: Pick<Linking, 'entities'>): string {
  const mentions = likelyEntities({ entities }, entities.length).flatMap(({ mention }) => mention ?? []);
  // In a question that capitalizes names, `governor` is not a name.
  const capitalized = mentions.filter(({ start }) => isCapitalAt(question, start));
  const names = capitalized.length ? capitalized : mentions.slice(0, 1);
  let text = '';
  let offset = 0;
  for (const { start, end } of [...names].sort((left, right) => left.start - right.start)) {
    if (start >= offset) text += `${question.slice(offset, start)} ${NAME_PLACEHOLDER} `;
    offset = Math.max(offset, end);
  }
  const result = (text + question.slice(offset)).replace(/\s+/g, ' ').trim();
  // If all words are names, the question is returned unchanged.
  return /\p{L}/u.test(result) ? result : question;
}

/**
 * Removes entities that only match a noun for a class: "Which film …" is not about a “War film”, and "the film that won …" not about
 * film as a subject.
 */
export function withoutTypeNouns(question: string, linking: Linking, schema: KbSchema): Linking {
  const entities = linking.entities.filter(
    (entity) =>
      (hasWholeName(entity) || !isTypeNoun(entity, question)) &&
      (entity.match === 'given' || !isClassWithClause(entity, question, schema)),
  );
  return { ...linking, entities };
}

/** Whether the mention is the name of a class with a relative clause: "the film that won …" */
function isClassWithClause({ mention }: LinkedEntity, question: string, schema: KbSchema): boolean {
  if (!mention) return false;
  const { start, end } = mention;
  return (
    /\b(?:the|an?) $/i.test(question.slice(0, start)) &&
    /^ (?:that|which|who|whom|whose|where) /.test(question.slice(end)) &&
    classesByName(usualClassName(question.slice(start, end)), schema).length > 0
  );
}

/**
 * Whether the mention is the noun of the expected type, in another number: "what moons …" is not about the Moon. "Which actors …"
 * may be about the profession, and "which presidents …" about the office.
 */
export function isOnlyTypeNoun(entity: LinkedEntity, question: string): boolean {
  const { match, types } = entity;
  return match === 'plural' && !types.some((type) => ROLES.has(type)) && isTypeNoun(entity, question);
}

const ROLES: ReadonlySet<string> = new Set([
  'people.profession',
  'government.government_office_category',
  'government.government_office_or_title',
]);

/** Whether the mention is the noun of the expected type. */
function isTypeNoun({ mention }: LinkedEntity, question: string): boolean {
  const { noun = '' } = analyzeQuestion(question);
  return mention !== undefined && question.slice(mention.start, mention.end) === lastWord(noun);
}
