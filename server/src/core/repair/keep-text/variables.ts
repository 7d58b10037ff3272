/** Maps variables of a proposal to the author's variables with the same role. */
import type { Group, Path, QueryModel, Select, Term } from '../../language/sparql/model';
import { termsOf } from '../../language/sparql/terms-of';

/** Never to a name that the proposal uses itself, so that nothing is captured. */
export function renamings(author: QueryModel, model: QueryModel): ReadonlyMap<string, string> {
  const [own, theirs] = [partsOf(author), partsOf(model)];
  const free = [...own.keys()].filter((name) => !theirs.has(name));
  const strange = [...theirs.keys()].filter((name) => !own.has(name));
  const pairs = strange
    .flatMap((name) =>
      free.map((to) => ({ name, to, likeness: likeness(theirs.get(name) ?? [], own.get(to) ?? []) })),
    )
    .filter((pair) => pair.likeness > 0)
    .sort((left, right) => right.likeness - left.likeness);
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
function partsOf(query: QueryModel): ReadonlyMap<string, readonly string[]> {
  const parts = new Map<string, string[]>();
  const add = (term: Term | undefined, part?: string): void => {
    if (term?.kind !== 'variable') return;
    const list = parts.get(term.name) ?? [];
    parts.set(term.name, list);
    if (part !== undefined) list.push(part);
  };
  for (const term of termsOf(query)) add(term);
  inSelect(query.query, add);
  return parts;
}

type Add = (term: Term | undefined, part?: string) => void;

function inSelect({ projection, groups }: Select, add: Add): void {
  for (const [at, { variable }] of projection.entries()) add(variable, `selected ${at}`);
  for (const group of groups) inGroup(group, add);
}

function inGroup(group: Group, add: Add): void {
  for (const { subject, predicate, object } of group.triples) {
    const relation = predicate.kind === 'variable' ? 'anything' : relationOf(predicate);
    add(subject, `${relation} → ${constant(object)}`);
    add(object, `${constant(subject)} → ${relation}`);
    add(subject, `${relation} →`);
    add(object, `→ ${relation}`);
  }
  for (const child of group.children) inGroup(child, add);
  if (group.select) inSelect(group.select, add);
}

function relationOf(path: Path): string {
  return path.kind === 'link' ? path.iri.iri : path.kind;
}

function constant(term: Term): string {
  return term.kind === 'iri' ? term.iri : term.kind;
}

function likeness(left: readonly string[], right: readonly string[]): number {
  const others = new Set(right);
  return [...new Set(left)].filter((part) => others.has(part)).length;
}
