/** The scopes and the type evidence of a query, cached per query. */
import type { KbSchema } from '../schema';
import type { QueryModel } from '../../language/sparql/model';
import { scopesOf, type Link, type PatternNode, type Scope, type Scopes } from './scopes';
import { ScopeTypes, unambiguousTypes, type TypeEvidence } from './type-evidence';

export interface Inference {
  readonly scopes: Scopes;
  typesIn(scope: Scope): ScopeTypes;
  /** The evidence about a node in the root scope. */
  evidenceFor(node: PatternNode): readonly TypeEvidence[];
}

const cache = new WeakMap<QueryModel, { readonly schema: KbSchema; readonly inference: Inference }>();

export function infer(query: QueryModel, schema: KbSchema): Inference {
  const cached = cache.get(query);
  if (cached?.schema === schema) return cached.inference;
  const inference = computeInference(query, schema);
  cache.set(query, { schema, inference });
  return inference;
}

function computeInference(query: QueryModel, schema: KbSchema): Inference {
  const scopes = scopesOf(query.query);
  const errorRanges = query.problems.map((problem) => problem.range);
  // A triple next to a syntax error may be parsed wrongly.
  const isUnreliable = ({ triple: { range } }: Link): boolean =>
    errorRanges.some(({ start, end }) => range.start <= end && start <= range.end + 1);
  const types = new Map<Scope, ScopeTypes>();
  for (const scope of scopes.all) {
    const outer = scope.outer ? types.get(scope.outer) : undefined;
    types.set(scope, new ScopeTypes(scope, outer, schema, isUnreliable));
  }
  const typesIn = (scope: Scope): ScopeTypes => types.get(scope) as ScopeTypes;
  return { scopes, typesIn, evidenceFor: (node) => typesIn(scopes.root).evidenceFor(node.key) };
}

/** The types that the rest of the query, without one link, gives to a node. */
export function knownTypes(inference: Inference, node: PatternNode, ignoredLink: Link): readonly string[] {
  return unambiguousTypes(inference.evidenceFor(node), ignoredLink);
}
