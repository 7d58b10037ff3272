import { typeFitLevel, type TypeFitLevel } from '../../schema/inference/type-fit-level';
import { memoizeWeak } from '../../language/text/cache';
import { isCommunity } from '../../schema/domain-index';
import { labelOf } from '../../schema/labels';
import { NameIndex, type NameMatch } from '../../schema/name-index';
import type { KbSchema } from '../../schema/schema';
import { findSynonyms } from '../../schema/synonyms';
import { toFilterText, type CompletionItem } from './item';
import { linkToCursor } from './cursor-link';
import { kbSearchText } from './relation-items';
import { typesOfNode } from './relation-place';
import type { CompletionContext } from './context';

const MAX_CLASSES = 60;
/** All classes of a schema up to this size are candidates before anything is typed. */
const SMALL_SCHEMA = 500;

const MATCH_SCORES: Readonly<Record<NameMatch, number>> = {
  whole: 4,
  last: 3,
  id: 2.5,
  word: 2,
  meaning: 1,
  'owner-word': 0.5,
};
export const FIT_SCORES: Readonly<Record<TypeFitLevel, number>> = {
  same: 4,
  related: 3,
  together: 2,
  unknown: 0,
  strange: -1,
  improbable: -4,
  impossible: -8,
};

/** Classes for the object of `a` or another typing relation, ranked by how well they fit its subject. */
export function* classItems(context: CompletionContext): Iterable<CompletionItem> {
  const { place, schema } = context;
  const inference = context.inference();
  const search = schema && kbSearchText(context, schema);
  if (!schema || !inference || search === undefined) return;
  const here = linkToCursor(inference);
  const known = here ? typesOfNode(inference, here.scope, here.link.subject, here.link) : [];
  for (const id of rankClasses(schema, search, known)) {
    const mediator = schema.isMediator(id);
    yield {
      kind: 'class',
      label: id,
      detail: `${labelOf(id)}${mediator ? ' (mediator)' : ''}`,
      ...context.writeName(id),
      filterText: toFilterText(place.typed, search, id),
      symbol: { kind: 'id', id },
    };
  }
}

function rankClasses(schema: KbSchema, typed: string, known: readonly string[]): readonly string[] {
  const ranked: { readonly id: string; readonly score: number }[] = [];
  for (const [id, match] of candidates(schema, typed, known)) {
    const type = schema.type(id);
    if (!type || type.kind === 'literal') continue;
    const fit = typeFitLevel(schema, id, known);
    if (!typed && fit === 'impossible') continue;
    const { queries, facts } = type.use;
    const score =
      MATCH_SCORES[match] +
      FIT_SCORES[fit] +
      0.2 * queries +
      0.3 * facts +
      (type.kind === 'mediator' ? -2.5 : 0) +
      (isCommunity(id) ? -2 : 0) +
      (known.includes(id) ? 6 : 0);
    ranked.push({ id, score });
  }
  return ranked
    .sort((left, right) => right.score - left.score || (left.id < right.id ? -1 : 1))
    .slice(0, MAX_CLASSES)
    .map(({ id }) => id);
}

/** Before anything is typed: the known types of the subject, the types they include, and the ends of common relations. */
function* candidates(
  schema: KbSchema,
  typed: string,
  known: readonly string[],
): Iterable<readonly [string, NameMatch]> {
  if (typed) {
    yield* typeNames(schema).find(typed, findSynonyms);
    return;
  }
  const ids = new Set<string>(known);
  for (const type of known) for (const included of schema.includedTypes(type)) ids.add(included);
  for (const relation of schema.usual) {
    const { domain, range } = schema.relation(relation) ?? {};
    if (domain !== undefined) ids.add(domain);
    if (range !== undefined) ids.add(range);
  }
  if (schema.typeCount <= SMALL_SCHEMA) for (const id of schema.typeIds()) ids.add(id);
  for (const id of ids) yield [id, 'id'];
}

const typeNames = memoizeWeak((schema: KbSchema) => new NameIndex(schema.typeIds()));
