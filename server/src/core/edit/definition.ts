import type { KbSchema } from '../schema/schema';
import type { QueryModel } from '../language/sparql/model';
import { covers, range, type TextRange } from '../language/text/range';
import { nameAt, type NameOccurrence } from './names';
import { variableAt, type VariablePlace } from './variables';

export interface Definition {
  /** The range of the symbol at the cursor. */
  readonly origin: TextRange;
  readonly target: DefinitionTarget;
}

type DefinitionTarget =
  | { readonly kind: 'page'; readonly id: string }
  | { readonly kind: 'place'; readonly range: TextRange };

/** Finds the definition of the symbol at an offset: a schema page, a declaration, or the pattern that binds it. */
export function definitionAt(
  query: QueryModel,
  schema: KbSchema | undefined,
  offset: number,
): Definition | undefined {
  const name = nameAt(query, offset);
  return name ? (findDeclaration(query, name, offset) ?? findPage(schema, name)) : findBinding(query, offset);
}

/** The declaration of a prefix, if the offset is inside the prefix. At its start, the whole name is meant. */
function findDeclaration(
  query: QueryModel,
  { token, prefix, local }: NameOccurrence,
  offset: number,
): Definition | undefined {
  const isInside = prefix && offset < prefix.end && (token.start < offset || local.start === local.end);
  const declaration = isInside && query.prefixes.findLast((one) => one.prefix === prefix.name);
  return declaration
    ? { origin: range(prefix.start, prefix.end), target: { kind: 'place', range: declaration.range } }
    : undefined;
}

function findPage(
  schema: KbSchema | undefined,
  { iri, token, declares }: NameOccurrence,
): Definition | undefined {
  const id = declares ? undefined : schema?.idOf(iri);
  if (id === undefined || !(schema?.hasRelation(id) || schema?.hasType(id))) return undefined;
  return { origin: range(token.start, token.end), target: { kind: 'page', id } };
}

/** The first place that binds the variable. */
function findBinding(query: QueryModel, offset: number): Definition | undefined {
  const variable = variableAt(query, offset);
  const atOffset = variable?.places.find((place) => place.range.start <= offset && offset <= place.range.end);
  const binds = ({ assigns, inProjection, range }: VariablePlace): boolean =>
    assigns || (!inProjection && query.query.groups.some((group) => covers(group.range, range)));
  const first = variable?.places.find(binds);
  return atOffset && first && { origin: atOffset.range, target: { kind: 'place', range: first.range } };
}
