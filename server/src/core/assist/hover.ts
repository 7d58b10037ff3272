/** What the KB knows of the thing under the cursor, as Markdown. */
import { infer } from '../infer/inference';
import type { Node, Scope } from '../infer/scopes';
import type { TypeEvidence } from '../infer/type-evidence';
import { labelOf } from '../kb/labels';
import type { EntityType, KbSchema, Relation } from '../kb/schema';
import { isEntityId } from '../rdf/ids';
import type { IriTerm, QueryModel, VariableTerm } from '../sparql/model';
import type { TextRange } from '../text/range';
import { termAt } from './terms-of';

export interface Hover {
  readonly range: TextRange;
  readonly markdown: string;
}

export function hoverAt(query: QueryModel, schema: KbSchema | undefined, offset: number): Hover | undefined {
  const term = termAt(query, offset);
  if (!term || !schema) return undefined;
  const lines =
    term.kind === 'iri'
      ? describeIri(schema, term)
      : term.kind === 'variable'
        ? describeVariable(query, schema, term)
        : [];
  return lines.length ? { range: term.range, markdown: lines.join('\n\n') } : undefined;
}

const MOST_LISTED = 8;

function describeIri(schema: KbSchema, { iri }: IriTerm): readonly string[] {
  const id = schema.idOf(iri);
  if (id === undefined) return [];
  const relation = schema.relation(id);
  if (relation) return describeRelation(schema, relation);
  const type = schema.type(id);
  if (type) return describeType(schema, type);
  if (schema.machineIds && isEntityId(id))
    return [`**entity** \`${id}\``, 'Its name and types are known once a KB is connected.'];
  return [];
}

function describeRelation(schema: KbSchema, { id, domain, range, reverse }: Relation): readonly string[] {
  const lines = [`**${labelOf(id)}** — relation \`${id}\``, `${named(domain)} → ${named(range)}`];
  if (reverse !== undefined) lines.push(`Reverse: \`${reverse}\``);
  const reached = range === undefined ? undefined : schema.type(range);
  if (reached?.kind === 'literal') lines.push(`Its values are literals: ${labelOf(reached.id)}.`);
  if (reached?.kind === 'mediator') {
    const onward = schema.relationsOf(reached.id).filter((next) => next !== reverse);
    lines.push(
      `Leads to a mediator, which holds the parts of a fact together. Through it you reach:`,
      bullets(onward.map((next) => `\`${next}\` → ${named(schema.relation(next)?.range)}`)),
    );
  }
  return lines;
}

function describeType(schema: KbSchema, { id, kind }: EntityType): readonly string[] {
  const lines = [`**${labelOf(id)}** — ${kind === 'mediator' ? 'mediator' : 'class'} \`${id}\``];
  if (kind === 'mediator')
    lines.push('A mediator holds the parts of a fact together and has no name of its own.');
  const included = [...schema.included(id)].filter((type) => type !== id);
  if (included.length) lines.push(`Includes ${included.map((type) => `\`${type}\``).join(', ')}.`);
  const relations = schema.relationsOf(id);
  if (relations.length) {
    lines.push(
      'Relations:',
      bullets(relations.map((next) => `\`${next}\` → ${named(schema.relation(next)?.range)}`)),
    );
  }
  return lines;
}

function describeVariable(query: QueryModel, schema: KbSchema, term: VariableTerm): readonly string[] {
  const inference = infer(query, schema);
  const places = inference.scopes.all.flatMap((scope) => placesOf(scope, term));
  // The selected variable stands in no pattern itself: what is known of its name outside is meant.
  const place = places[0] ?? { scope: inference.scopes.root, node: inference.scopes.answerNode(term.name) };
  const evidence = [...inference.typesIn(place.scope).about(place.node.key)];
  const lines = [`**?${term.name}** — variable`];
  if (!evidence.length) return [...lines, 'Nothing in the query tells its type.'];
  return [...lines, bullets([...new Set(evidence.map(becauseOf))])];
}

function placesOf(
  scope: Scope,
  { range }: VariableTerm,
): readonly { readonly scope: Scope; readonly node: Node }[] {
  return scope.links
    .flatMap(({ subject, object }) => [subject, object])
    .filter(({ term }) => term?.range.start === range.start)
    .map((node) => ({ scope, node }));
}

function becauseOf({ types, because, position }: TypeEvidence): string {
  const what = types.map(named).join(' or ');
  return position === 'class'
    ? `${what}, as its class says`
    : `${what}, as ${position} of ${because.map((id) => `\`${id}\``).join(' or ')}`;
}

function named(type: string | undefined): string {
  return type === undefined ? '*anything*' : `${labelOf(type)} (\`${type}\`)`;
}

function bullets(items: readonly string[]): string {
  const shown = items.slice(0, MOST_LISTED).map((item) => `- ${item}`);
  const more = items.length - shown.length;
  return [...shown, ...(more > 0 ? [`- and ${more} more`] : [])].join('\n');
}
