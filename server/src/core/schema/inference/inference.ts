/** The scopes and the type evidence of a query, cached per query. */
import type { KbSchema } from '../schema';
import type { Group, QueryModel } from '../../language/sparql/model';
import type { TextRange } from '../../language/text/range';
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

/** The inference without the groups in `skipped`. */
export function computeInference(
  query: QueryModel,
  schema: KbSchema,
  skipped?: ReadonlySet<Group>,
): Inference {
  const scopes = scopesOf(query.query, skipped);
  const isUnreliable = ({ triple }: Link): boolean => isNearProblem(query, triple.range);
  const types = new Map<Scope, ScopeTypes>();
  const typesIn = (scope: Scope): ScopeTypes => {
    let own = types.get(scope);
    if (!own) {
      own = new ScopeTypes(scope, scope.outer && typesIn(scope.outer), schema, isUnreliable);
      types.set(scope, own);
    }
    return own;
  };
  return { scopes, typesIn, evidenceFor: (node) => typesIn(scopes.root).evidenceFor(node.key) };
}

/** Whether a range is next to a syntax error, so that it may be parsed wrongly. */
export function isNearProblem({ problems }: QueryModel, { start, end }: TextRange): boolean {
  return problems.some(({ range }) => start <= range.end && range.start <= end + 1);
}

/** The types that the rest of the query, without one link, gives to a node. */
export function knownTypes(inference: Inference, node: PatternNode, ignoredLink: Link): readonly string[] {
  return unambiguousTypes(inference.evidenceFor(node), ignoredLink);
}
