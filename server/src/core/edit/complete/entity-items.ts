/** Entities of the KB, for the subject or object of a triple. The KB is searched elsewhere, because it may be slow. */
import { labelOf } from '../../schema/labels';
import type { KbSchema } from '../../schema/schema';
import type { Inference } from '../../schema/inference/inference';
import type { Link, Scope } from '../../schema/inference/scopes';
import { countOf } from '../../language/english/count-of';
import { questionOf } from '../../language/sparql/header';
import type { QueryModel } from '../../language/sparql/model';
import { UNIVERSAL_TYPES } from '../hover/entity';
import type { CompletionContext } from './context';
import { expectsClass } from './cursor-link';
import type { CompletionItem } from './item';
import { CURSOR_IRI } from './place';
import { kbSearchText } from './relation-items';
import { typesOfNode } from './relation-place';
import { comparedVariable } from './value-items';

/** An entity that the KB has found. */
export interface EntityMatch {
  readonly iri: string;
  readonly id: string;
  readonly name: string;
  /** The name or alias that matched, if it is not `name`. */
  readonly alias?: string;
  /** Ids, the most specific first. */
  readonly types: readonly string[];
  /** The number of facts about it. */
  readonly popularity: number;
}

/** How to search for the entities that can be inserted at the cursor. */
export interface EntitySearch {
  readonly query: QueryModel;
  /** A part of a name, or an id. Empty if nothing is typed after the prefix. */
  readonly text: string;
  /** The triple at the cursor with `?e` for the entity, if its relation is known. */
  readonly pattern?: string;
  /** The question of the query. */
  readonly question?: string;
  /** Whether the word can only be the name of an entity, so that nothing else is to be shown. */
  readonly isName: boolean;
  /** The items for the entities that were found: those of the expected type first, then by popularity. */
  readonly itemsFor: (entities: readonly EntityMatch[]) => readonly CompletionItem[];
}

/** A shorter word matches too many names. */
const MIN_LETTERS = 2;
const MAX_ENTITIES = 40;

/** Returns undefined where no entity can be inserted. `others` are the other items at the cursor. */
export function entitySearch(
  context: CompletionContext,
  others: readonly CompletionItem[],
): EntitySearch | undefined {
  const { place, schema, typed } = context;
  const local = schema && isEntityPosition(context) ? kbSearchText(context, schema) : undefined;
  if (!schema || local === undefined) return undefined;
  const text = local.replaceAll('_', ' ').trim();
  if (typed.form === 'word' && text.length < MIN_LETTERS) return undefined;
  if (typed.form === 'iri' && !typed.local.startsWith(schema.namespace)) return undefined;
  const inference = context.inference();
  if (!inference) return undefined;
  const here = linkAtCursor(inference);
  if (here && here.end === 'object' && expectsClass(inference, schema)) return undefined;
  const expected = here
    ? typesOfNode(inference, here.scope, here.link[here.end])
    : typesOfValue(context, inference);
  // A literal is expected; a name in angle brackets or with a prefix is an entity nevertheless.
  if (typed.form === 'word' && expected.some((type) => schema.type(type)?.kind === 'literal'))
    return undefined;
  const word = place.typed.toLowerCase();
  const hasRivals = others.some(({ filterText, label }) =>
    (filterText ?? label).toLowerCase().startsWith(word),
  );
  const pattern = here && patternOf(here.link, here.end);
  const question = questionOf(place.query)?.text;
  return {
    query: place.query,
    text,
    ...(pattern !== undefined && { pattern }),
    ...(question !== undefined && { question }),
    isName: !hasRivals,
    itemsFor: (entities) =>
      rankEntities(schema, expected, entities.filter(isMeant(text)))
        .slice(0, MAX_ENTITIES)
        .map((ranked) => toItem(context, ranked, hasRivals)),
  };
}

/** In expressions, words are functions; only names with a prefix are entities. */
function isEntityPosition({ place: { position, before, afterAt }, typed }: CompletionContext): boolean {
  if (afterAt || typed.form === 'variable') return false;
  switch (position) {
    case 'subject':
    case 'triple-end':
    case 'data':
      return true;
    case 'object':
      // After GRAPH and SERVICE, the name of a graph or endpoint follows.
      return !['GRAPH', 'SERVICE'].includes(before[before.length - 1]?.value ?? '');
    case 'expression':
      return typed.form === 'name';
    default:
      return false;
  }
}

/** The link that the word at the cursor is an end of. */
function linkAtCursor(
  inference: Inference,
): { readonly link: Link; readonly scope: Scope; readonly end: 'subject' | 'object' } | undefined {
  for (const scope of inference.scopes.all)
    for (const link of scope.links)
      for (const end of ['object', 'subject'] as const) {
        const { term } = link[end];
        if (term?.kind === 'iri' && term.iri === CURSOR_IRI) return { link, scope, end };
      }
  return undefined;
}

/** In VALUES and comparisons: the types of the variable. */
function typesOfValue(context: CompletionContext, inference: Inference): readonly string[] {
  const name = context.place.position === 'data' ? valuesVariable(context) : comparedVariable(context);
  for (const scope of inference.scopes.all)
    for (const { subject, object } of scope.links)
      for (const node of [subject, object])
        if (name !== undefined && node.term?.kind === 'variable' && node.term.name === name)
          return typesOfNode(inference, scope, node);
  return [];
}

/** The variable of `VALUES ?x {`, if it is the only one. */
function valuesVariable({ place: { before, query } }: CompletionContext): string | undefined {
  const at = before.findLastIndex(({ value }) => value === 'VALUES');
  const variable = at < 0 ? undefined : before[at + 1];
  return variable?.type === 'variable' ? query.text.slice(variable.start + 1, variable.end) : undefined;
}

function patternOf({ options }: Link, end: 'subject' | 'object'): string | undefined {
  const [option, ...others] = options;
  if (!option || others.length > 0 || /[<>"{}|^`\\\s]/.test(option.iri.iri)) return undefined;
  return (end === 'object') === option.inverse
    ? `?e <${option.iri.iri}> ?other`
    : `?other <${option.iri.iri}> ?e`;
}

/** Whether an entity was meant: a part of an id matches no names. */
function isMeant(text: string): (entity: EntityMatch) => boolean {
  const id = text.replaceAll(' ', '_');
  return /^[mg]\.[0-9a-z_]*$/.test(id) ? (entity) => entity.id === id : () => true;
}

/** An entity with the expected types that it has. */
interface RankedEntity {
  readonly entity: EntityMatch;
  readonly fitting: readonly string[];
}

function rankEntities(
  schema: KbSchema,
  expected: readonly string[],
  entities: readonly EntityMatch[],
): readonly RankedEntity[] {
  const wanted = expected.filter((type) => !UNIVERSAL_TYPES.has(type));
  const fittingTypes = ({ types }: EntityMatch): readonly string[] =>
    wanted.filter((type) => types.some((own) => schema.includesType(own, type)));
  return entities
    .map((entity) => ({ entity, fitting: fittingTypes(entity) }))
    .sort(
      (left, right) =>
        right.fitting.length - left.fitting.length || right.entity.popularity - left.entity.popularity,
    );
}

function toItem(
  context: CompletionContext,
  { entity, fitting }: RankedEntity,
  hasRivals: boolean,
): CompletionItem {
  const { typed } = context.place;
  const { id, name, alias, types, popularity } = entity;
  // The type that fits here says more than the most usual one.
  const notable = fitting[0] ?? types.find((type) => !UNIVERSAL_TYPES.has(type));
  return {
    kind: 'entity',
    label: name,
    detail: [
      ...(alias === undefined || alias === name ? [] : [`also ${alias}`]),
      ...(notable === undefined ? [] : [labelOf(notable)]),
      ...(popularity > 0 ? [countOf(popularity, 'fact')] : []),
      id,
    ].join(' · '),
    ...context.writeName(entity.iri),
    // Editors rank by case first. In capitals, an entity does not come before a keyword that is typed in small letters.
    filterText: `${hasRivals ? typed.toUpperCase() : typed} ${name}`,
  };
}
