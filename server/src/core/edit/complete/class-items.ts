import { fitOf, type Fit } from '../../schema/inference/fit';
import { isCommunity } from '../../schema/domains';
import { labelOf } from '../../schema/labels';
import { NameIndex, type Match } from '../../schema/name-index';
import type { KbSchema } from '../../schema/schema';
import { wordsAlike } from '../../schema/synonyms';
import { filterFor, type CompletionItem } from './item';
import { linkToHere } from './object-place';
import { askedOf } from './relation-items';
import { typesOf } from './relation-place';
import type { CompletionContext } from './context';

const MOST = 60;

const MATCH: Readonly<Record<Match, number>> = {
  whole: 4,
  last: 3,
  id: 2.5,
  word: 2,
  meaning: 1,
  'owner-word': 0.5,
};
const FIT: Readonly<Record<Fit, number>> = {
  same: 4,
  related: 3,
  together: 2,
  unknown: 0,
  strange: -1,
  improbable: -4,
  impossible: -8,
};

/** The classes that what stands before may be of. */
export function* classItems(context: CompletionContext): Iterable<CompletionItem> {
  const { place, schema } = context;
  const inference = context.inference();
  const asked = schema && askedOf(context, schema);
  if (!schema || !inference || asked === undefined) return;
  const here = linkToHere(inference);
  const known = here ? typesOf(inference, here.scope, here.link.subject, here.link) : [];
  for (const id of rankClasses(schema, asked, known, MOST)) {
    const { text, also } = context.write(id);
    const mediator = schema.type(id)?.kind === 'mediator';
    yield {
      kind: 'class',
      label: id,
      note: `${labelOf(id)}${mediator ? ' (mediator)' : ''}`,
      text,
      also,
      filter: filterFor(place.typed, asked, id),
      about: { kind: 'id', id },
    };
  }
}

function rankClasses(
  schema: KbSchema,
  typed: string,
  known: readonly string[],
  most: number,
): readonly string[] {
  const ranked: { readonly id: string; readonly score: number }[] = [];
  for (const [id, match] of candidates(schema, typed, known)) {
    const type = schema.type(id);
    if (!type || type.kind === 'literal') continue;
    const fit = fitOf(schema, id, known);
    if (!typed && fit === 'impossible') continue;
    const { queries, facts } = type.use;
    const score =
      MATCH[match] +
      FIT[fit] +
      0.2 * queries +
      0.3 * facts +
      (type.kind === 'mediator' ? -2.5 : 0) +
      (isCommunity(id) ? -2 : 0) +
      (known.includes(id) ? 6 : 0);
    ranked.push({ id, score });
  }
  return ranked
    .sort((left, right) => right.score - left.score || (left.id < right.id ? -1 : 1))
    .slice(0, most)
    .map(({ id }) => id);
}

/** With nothing typed: what is known of the node, what that includes, and the types that the usual relations speak of. */
function* candidates(
  schema: KbSchema,
  typed: string,
  known: readonly string[],
): Iterable<readonly [string, Match]> {
  if (typed) {
    yield* typeNames(schema).find(typed, wordsAlike);
    return;
  }
  const ids = new Set<string>(known);
  for (const type of known) for (const included of schema.included(type)) ids.add(included);
  for (const relation of schema.usual) {
    const { domain, range } = schema.relation(relation) ?? {};
    if (domain !== undefined) ids.add(domain);
    if (range !== undefined) ids.add(range);
  }
  if (schema.typeCount <= SMALL) for (const id of schema.typeIds()) ids.add(id);
  for (const id of ids) yield [id, 'id'];
}

const SMALL = 500;

const names = new WeakMap<KbSchema, NameIndex>();

function typeNames(schema: KbSchema): NameIndex {
  let index = names.get(schema);
  if (!index) names.set(schema, (index = new NameIndex(schema.typeIds())));
  return index;
}
