/** Where the thing under the cursor is defined: a page of the schema, a declaration, or the pattern that binds it. */
import type { KbSchema } from '../schema/schema';
import type { QueryModel } from '../language/sparql/model';
import { covers, range, type TextRange } from '../language/text/range';
import { nameAt, type Name } from './names';
import { variableAt, type VariablePlace } from './variables';

export interface Definition {
  /** What is asked about. */
  readonly origin: TextRange;
  readonly target: DefinitionTarget;
}

type DefinitionTarget =
  | { readonly kind: 'page'; readonly id: string }
  | { readonly kind: 'place'; readonly range: TextRange };

export function definitionAt(
  query: QueryModel,
  schema: KbSchema | undefined,
  offset: number,
): Definition | undefined {
  const name = nameAt(query, offset);
  return name ? (ofPrefix(query, name, offset) ?? ofName(schema, name)) : ofVariable(query, offset);
}

/** Inside the prefix of a name its declaration is meant; at its beginning, the whole name. */
function ofPrefix(query: QueryModel, { token, prefix, local }: Name, offset: number): Definition | undefined {
  const isInside = prefix && offset < prefix.end && (token.start < offset || local.start === local.end);
  const declaration = isInside && query.prefixes.findLast((one) => one.prefix === prefix.name);
  return declaration
    ? {
        origin: range(prefix.start, prefix.end),
        target: { kind: 'place', range: declaration.range },
      }
    : undefined;
}

function ofName(schema: KbSchema | undefined, { iri, token, declares }: Name): Definition | undefined {
  const id = declares ? undefined : schema?.idOf(iri);
  if (id === undefined || !(schema?.hasRelation(id) || schema?.hasType(id))) return undefined;
  return { origin: range(token.start, token.end), target: { kind: 'page', id } };
}

/** The first place that gives it a value; what is only selected or sorted by is spoken of. */
function ofVariable(query: QueryModel, offset: number): Definition | undefined {
  const variable = variableAt(query, offset);
  const pointed = variable?.places.find((place) => place.range.start <= offset && offset <= place.range.end);
  const binds = ({ gives, inProjection, range }: VariablePlace): boolean =>
    gives || (!inProjection && query.query.groups.some((group) => covers(group.range, range)));
  const first = variable?.places.find(binds);
  return pointed && first && { origin: pointed.range, target: { kind: 'place', range: first.range } };
}
