/** Finds the names in gold, which a linker and a retriever should find. */
import { namesOf } from '../../core/edit/names';
import type { KbSchema } from '../../core/schema/schema';
import { isEntityId } from '../../core/language/rdf/ids';
import { canonicalStep } from '../../core/logical-form/same-graph';
import { operandsOf, type SExpr, type RelationExpr } from '../../core/logical-form/sexpr';
import { parseQuery } from '../../core/language/sparql/parse';
import type { GoldParse } from '../eval-question';

export interface GoldNames {
  readonly entities: readonly string[];
  readonly relations: readonly string[];
  readonly classes: readonly string[];
  /** Paths from each entity to the answer: steps `a.b.c` and `^a.b.c`, separated by spaces, normalized to one direction. */
  readonly paths: readonly string[];
}

/** Undefined if the parse has no valid query. `form` is the logical form of the parse. */
export function findGoldNames(
  { sparql, sexpr }: GoldParse,
  form: SExpr | undefined,
  schema: KbSchema,
): GoldNames | undefined {
  const paths = form ? findPaths(form, schema) : [];
  if (form && (sexpr !== undefined || sparql === undefined)) return { ...namesInForm(form), paths };
  // A logical form derived from the query may contain classes that the query does not.
  const names = sparql === undefined ? undefined : namesInQuery(sparql, schema);
  return names && { ...names, paths };
}

type Names = Omit<GoldNames, 'paths'>;

function namesInForm(form: SExpr): Names {
  const names = new NameCollector();
  const visit = (part: SExpr): void => {
    if (part.kind === 'entity') names.entities.add(part.id);
    else if (part.kind === 'class') names.classes.add(part.id);
    else if (part.kind === 'join') names.addRelation(part.step.relation);
    else if (part.kind === 'time') names.addRelation(part.relation);
    else if ('by' in part) for (const { relation } of part.by) names.addRelation(relation);
    operandsOf(part).forEach(visit);
    if (part.kind === 'minus') visit(part.without);
  };
  visit(form);
  return names.names();
}

function namesInQuery(sparql: string, schema: KbSchema): Names | undefined {
  const query = parseQuery(sparql, 'virtuoso');
  if (query.problems.length) return undefined;
  const names = new NameCollector();
  for (const { iri, declares } of namesOf(query)) {
    const id = declares || schema.typing.has(iri) ? undefined : schema.idOf(iri);
    if (id === undefined) continue;
    if (schema.machineIds && isEntityId(id)) names.entities.add(id);
    else if (schema.hasRelation(id)) names.addRelation(id);
    else if (schema.hasType(id)) names.classes.add(id);
    else if (!schema.machineIds) names.entities.add(id);
  }
  return names.names();
}

class NameCollector {
  readonly entities = new Set<string>();
  readonly classes = new Set<string>();
  private readonly relations = new Set<string>();

  /** Ignores relations for names and types, which are in every query. */
  addRelation(id: string): void {
    if (!/^type\./.test(id)) this.relations.add(id);
  }

  names(): Names {
    return { entities: [...this.entities], relations: [...this.relations], classes: [...this.classes] };
  }
}

function findPaths(form: SExpr, schema: KbSchema): readonly string[] {
  const paths = new Set<string>();
  const visit = (part: SExpr, onward: readonly RelationExpr[]): void => {
    if (part.kind === 'entity' && onward.length)
      paths.add(onward.map((step) => normalizeStep(step, schema)).join(' '));
    const before =
      part.kind === 'join'
        ? [{ relation: part.step.relation, reverse: !part.step.reverse }, ...onward]
        : onward;
    for (const operand of operandsOf(part)) visit(operand, before);
    if (part.kind === 'minus') visit(part.without, onward);
  };
  visit(form, []);
  return [...paths];
}

/** A relation and its reverse have the same normal form. */
function normalizeStep(step: RelationExpr, schema: KbSchema): string {
  const { relation, reverse } = canonicalStep(step, schema);
  return `${reverse ? '^' : ''}${relation}`;
}

export function normalizePath(path: string, schema: KbSchema): string {
  return path
    .trim()
    .split(/\s+/)
    .map((step) =>
      normalizeStep({ relation: step.replace(/^\^/, ''), reverse: step.startsWith('^') }, schema),
    )
    .join(' ');
}
