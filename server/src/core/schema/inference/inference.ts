/** Scopes and type evidence of one query, worked out once and shared by all who ask about it. */
import type { KbSchema } from '../schema';
import type { QueryModel } from '../../language/sparql/model';
import { scopesOf, type Link, type PatternNode, type Scope, type Scopes } from './scopes';
import { ScopeTypes, typesTold, type TypeEvidence } from './type-evidence';

export interface Inference {
  readonly scopes: Scopes;
  typesIn(scope: Scope): ScopeTypes;
  /** What is known of a node in the scopes where it must hold, from the outermost query. */
  about(node: PatternNode): readonly TypeEvidence[];
}

const known = new WeakMap<QueryModel, { readonly schema: KbSchema; readonly inference: Inference }>();

export function infer(query: QueryModel, schema: KbSchema): Inference {
  const before = known.get(query);
  if (before?.schema === schema) return before.inference;
  const inference = inferAnew(query, schema);
  known.set(query, { schema, inference });
  return inference;
}

function inferAnew(query: QueryModel, schema: KbSchema): Inference {
  const scopes = scopesOf(query.query);
  const broken = query.problems.map((problem) => problem.range);
  // Next to a syntax error a triple may be read wrongly, so nothing is concluded from it.
  const ignored = (link: Link): boolean =>
    broken.some(({ start, end }) => link.triple.range.start <= end && start <= link.triple.range.end + 1);
  const types = new Map<Scope, ScopeTypes>();
  for (const scope of scopes.all) {
    types.set(
      scope,
      new ScopeTypes(scope, scope.outer ? types.get(scope.outer) : undefined, schema, ignored),
    );
  }
  const typesIn = (scope: Scope): ScopeTypes => types.get(scope) as ScopeTypes;
  return { scopes, typesIn, about: (node) => [...typesIn(scopes.root).about(node.key)] };
}

/** What the rest of the query says a node is, the link in question left out. */
export function knownTypes(inference: Inference, node: PatternNode, apart: Link): readonly string[] {
  return typesTold(inference.about(node), apart);
}
