/** Formats the context for a model. Names of the KB are untrusted, so each is reduced to one line. */
import { RDF_TYPE, XSD } from '../../language/rdf/names';
import type { KbSchema } from '../../schema/schema';
import type { QueryModel } from '../../language/sparql/model';
import type { ModelContext, ShownEntity, ShownRelation } from '../context';
import { oneLine } from '../feedback';
import type { RetrievedContext } from '../repair-ports';
import { isMediator } from './relations';

const MAX_TYPES = 6;
const MAX_NAME_LENGTH = 120;

type ContextContents = Pick<ModelContext, 'relations' | 'classes' | 'entities'> &
  Partial<Pick<RetrievedContext, 'values' | 'paths' | 'forms'>>;

export function contextText(schema: KbSchema, query: QueryModel | undefined, shown: ContextContents): string {
  const prefix = query?.prefixes.find(({ iri }) => iri === schema.namespace)?.prefix ?? 'ns';
  const write = (id: string): string => writeName(schema, prefix, id);
  const [typing] = [...schema.typing].filter((iri) => iri !== RDF_TYPE);
  const membership = typing === undefined ? 'a' : write(schema.idOf(typing) ?? typing);
  const part = (title: string, lines: readonly string[]): readonly string[] =>
    lines.length ? ['', title, ...lines] : [];
  return [
    'Prefixes:',
    `PREFIX ${prefix}: <${schema.namespace}>`,
    `PREFIX xsd: <${XSD}>`,
    `Membership in a class: ?x ${membership} CLASS .`,
    ...part(
      'Entities:',
      shown.entities.length ? shown.entities.map((entity) => entityLine(entity, write)) : ['NONE'],
    ),
    ...part('Values that the question names:', shown.values ?? []),
    ...part('Queries that have answers, the likeliest first:', (shown.forms ?? []).map(oneLine)),
    ...part(
      'Paths of the schema, the likeliest first; take one over, extend it, or join several:',
      (shown.paths ?? []).map(oneLine),
    ),
    ...part(
      'Relations, as relation (class of the subject → class of the object): name',
      shown.relations.flatMap((relation) => relationLines(schema, relation, write)),
    ),
    ...part(
      'Classes:',
      shown.classes.map(({ id, label }) => `${write(id)}: ${label}`),
    ),
  ].join('\n');
}

function entityLine({ id, name, types, unknown }: ShownEntity, write: (id: string) => string): string {
  if (unknown) return `${write(id)}: the KB has no such entity`;
  const shown = types.filter((type) => type !== 'common.topic').slice(0, MAX_TYPES);
  const called = name === undefined ? 'has no name' : JSON.stringify(oneLine(name).slice(0, MAX_NAME_LENGTH));
  return `${write(id)}: ${called}${shown.length ? ` (${shown.join(', ')})` : ''}`;
}

function relationLines(
  schema: KbSchema,
  relation: ShownRelation,
  write: (id: string) => string,
): readonly string[] {
  const line = (each: Omit<ShownRelation, 'onward'>): string => {
    const mediator = isMediator(schema, each.range) ? ', a mediator' : '';
    const onEntity = each.isOnEntity ? ' [the entities have it]' : '';
    return `${write(each.id)} (${each.domain ?? 'anything'} → ${each.range ?? 'anything'}${mediator}): ${each.label}${onEntity}`;
  };
  return [line(relation), ...relation.onward.map((each) => `  then ${line(each)}`)];
}

/** A name that cannot be prefixed is written as a full IRI. */
function writeName(schema: KbSchema, prefix: string, id: string): string {
  if (id.includes('://')) return `<${id}>`;
  return /^[\w][\w.-]*$/.test(id) && !id.endsWith('.') ? `${prefix}:${id}` : `<${schema.namespace}${id}>`;
}
