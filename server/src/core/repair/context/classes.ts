/** Which classes are worth showing: those of the query, those that may have been meant, and those that the question names. */
import { searchSchema } from '../../edit/schema-search';
import { wordsOf } from '../../schema/inference/words';
import { isCommunity, isSystem } from '../../schema/domains';
import { UNUSED, type KbSchema } from '../../schema/schema';
import type { QuestionTerms } from '../../question/question-terms';
import { speaksFor } from '../../question/related-words';
import type { ShownRelation } from '../context';
import type { RelationSources } from './relations';

const MAX_FOR_A_WORD = 5;
/** A word that means the same will do; one that only leads there will not. */
const NAMES = 0.8;

export function rankClasses(
  { schema, sight, question, named }: RelationSources,
  relations: readonly ShownRelation[],
  most: number,
): readonly string[] {
  const own = sight?.classes ?? [];
  const near = (sight?.near ?? []).filter((id) => schema.hasType(id));
  const ends = relations.flatMap((relation) =>
    [relation, ...relation.onward].flatMap(({ domain, range }) =>
      [domain, range].flatMap((type) => type ?? []),
    ),
  );
  const inPlay = new Set([...ends, ...(sight?.types ?? [])]);
  const fitting = [...new Set([...inPlay, ...named])]
    .map((id) => ({ id, said: question ? saidOf(schema, question, id) : 0 }))
    .filter(({ said }) => said >= NAMES)
    .map(({ id, said }) => ({ id, score: said + (inPlay.has(id) ? 0.5 : 0) + usual(schema, id) }))
    .sort((left, right) => right.score - left.score || (left.id < right.id ? -1 : 1))
    .map(({ id }) => id);
  return [...new Set([...own, ...near, ...fitting])].slice(0, own.length + most);
}

/** The classes that the question speaks of. */
export function classesNamed(schema: KbSchema, question: QuestionTerms): readonly string[] {
  const found = question.words.flatMap((word) =>
    searchSchema(schema, word, MAX_FOR_A_WORD * 2)
      .filter(({ kind, id }) => kind === 'type' && !isCommunity(id))
      .slice(0, MAX_FOR_A_WORD)
      .map(({ id }) => id),
  );
  return [...new Set(found)].filter((id) => saidOf(schema, question, id) >= NAMES);
}

/** How well the question names a class: every word of its name counts. */
function saidOf(schema: KbSchema, { words }: QuestionTerms, id: string): number {
  if (!isPlain(schema, id)) return 0;
  const said = wordsOf(id.slice(id.lastIndexOf('.') + 1)).map((part) =>
    Math.max(0, ...words.map((word) => speaksFor(word, part))),
  );
  return said.length ? Math.min(...said) : 0;
}

/** Of entities, and about the world. */
function isPlain(schema: KbSchema, id: string): boolean {
  return schema.type(id)?.kind === 'entity' && !isSystem(id);
}

function usual(schema: KbSchema, id: string): number {
  const { queries, facts } = schema.type(id)?.use ?? UNUSED;
  return Math.min(0.4, 0.03 * queries + 0.01 * facts);
}
