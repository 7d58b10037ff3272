/** Maps variables of a proposal to the author's variables with the same role. */
import type { Group, PropertyPath, QueryModel, Select, Term } from '../../language/sparql/model';
import { termsOf } from '../../language/sparql/query-terms';

/** Never maps to a name that the proposal uses itself, so that no variable is captured. */
export function variableRenames(author: QueryModel, model: QueryModel): ReadonlyMap<string, string> {
  const [authorPatterns, modelPatterns] = [patternsByVariable(author), patternsByVariable(model)];
  const free = [...authorPatterns.keys()].filter((name) => !modelPatterns.has(name));
  const unknown = [...modelPatterns.keys()].filter((name) => !authorPatterns.has(name));
  const pairs = unknown
    .flatMap((name) =>
      free.map((to) => ({
        name,
        to,
        countShared: countShared(modelPatterns.get(name) ?? [], authorPatterns.get(to) ?? []),
      })),
    )
    .filter((pair) => pair.countShared > 0)
    .sort((left, right) => right.countShared - left.countShared);
  const names = new Map<string, string>();
  const taken = new Set<string>();
  for (const { name, to } of pairs) {
    if (names.has(name) || taken.has(to)) continue;
    names.set(name, to);
    taken.add(to);
  }
  return names;
}

/** The patterns of each variable, as texts. */
function patternsByVariable(query: QueryModel): ReadonlyMap<string, readonly string[]> {
  const patterns = new Map<string, string[]>();
  const add = (term: Term | undefined, pattern?: string): void => {
    if (term?.kind !== 'variable') return;
    const list = patterns.get(term.name) ?? [];
    patterns.set(term.name, list);
    if (pattern !== undefined) list.push(pattern);
  };
  for (const term of termsOf(query)) add(term);
  visitSelect(query.query, add);
  return patterns;
}

type Add = (term: Term | undefined, pattern?: string) => void;

function visitSelect({ projection, groups }: Select, add: Add): void {
  for (const [at, { variable }] of projection.entries()) add(variable, `selected ${at}`);
  for (const group of groups) visitGroup(group, add);
}

function visitGroup(group: Group, add: Add): void {
  for (const { subject, predicate, object } of group.triples) {
    const relation = predicate.kind === 'variable' ? 'anything' : relationKey(predicate);
    add(subject, `${relation} → ${constantKey(object)}`);
    add(object, `${constantKey(subject)} → ${relation}`);
    add(subject, `${relation} →`);
    add(object, `→ ${relation}`);
  }
  for (const child of group.children) visitGroup(child, add);
  if (group.select) visitSelect(group.select, add);
}

function relationKey(path: PropertyPath): string {
  return path.kind === 'link' ? path.iri.iri : path.kind;
}

function constantKey(term: Term): string {
  return term.kind === 'iri' ? term.iri : term.kind;
}

function countShared(left: readonly string[], right: readonly string[]): number {
  const others = new Set(right);
  return [...new Set(left)].filter((pattern) => others.has(pattern)).length;
}
