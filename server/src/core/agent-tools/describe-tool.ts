import * as z from 'zod/mini';
import { schemaPage } from '../edit/schema-page';
import { domainIndexOf } from '../schema/domain-index';
import type { KbSchema } from '../schema/schema';
import { isEntityId } from '../language/rdf/ids';
import { FREEBASE } from '../language/rdf/names';
import { isQueryableIri } from '../query/entity-directory';
import { entityFacts } from '../query/entity-facts';
import type { EntityFacts, FactGroup, FactValue } from '../query/facts';
import { similarRelations, similarTypes } from '../schema/inference/similar-names';
import { formatEntity, joinLines, quote, QUOTED_IS_DATA } from './quote';
import { toolFailure, tool, type ToolPorts, type ToolResult } from './tool';

const MAX_NAMESAKES = 5;

export const describeTool = tool({
  name: 'describe',
  title: 'Describe something of the knowledge base',
  description:
    'Describes an item of the knowledge base. An entity by its ID (m.02mjmr) or its name ("Barack Obama"): its types and its facts, grouped by relation, with names beside IDs, and other entities of the same name. A relation by its ID (people.person.place_of_birth): domain, range, reverse. A class (people.person): its relations. A domain (people): its classes. Use it to find the IDs that a query needs.',
  input: z.strictObject({
    what: z
      .string()
      .check(
        z.minLength(1),
        z.maxLength(500),
        z.describe(
          'An ID such as m.02mjmr, people.person or people.person.place_of_birth, a full IRI, or a name.',
        ),
      ),
  }),
  work: async ({ what }, ports) => {
    const { schema } = ports;
    const id = parseId(what, schema);
    if (schema && isInSchema(id, schema)) return describeSchemaName(id, schema);
    const iri = toIri(id, what, schema);
    return iri === undefined ? describeByName(what, ports) : describeEntity(iri, [], ports);
  },
});

/** Accepts `m.02mjmr`, `ns:m.02mjmr`, `<http://…>` and `/people/person`. */
function parseId(what: string, schema: KbSchema | undefined): string {
  const plain = withoutAngleBrackets(what);
  const id = schema?.idOf(plain) ?? plain.replace(FREEBASE, '').replace(/^(?:ns|fb|freebase):/, '');
  return /^\/[a-z0-9_]+(?:\/\w+)*$/i.test(id) ? id.slice(1).replaceAll('/', '.') : id;
}

function withoutAngleBrackets(text: string): string {
  return text.trim().replace(/^<(.*)>$/s, '$1');
}

function isInSchema(id: string, schema: KbSchema): boolean {
  return schema.hasRelation(id) || schema.hasType(id) || domainIndexOf(schema).typesIn(id).length > 0;
}

function toIri(id: string, what: string, schema: KbSchema | undefined): string | undefined {
  if (isEntityId(id)) return `${schema?.namespace ?? FREEBASE}${id}`;
  const plain = withoutAngleBrackets(what);
  return /^(?:https?|urn):/.test(plain) && isQueryableIri(plain) ? plain : undefined;
}

/** Describes a relation, a class or a domain. */
function describeSchemaName(id: string, schema: KbSchema): ToolResult {
  const relation = schema.relation(id);
  const type = schema.type(id);
  const { text } = schemaPage(schema, id);
  return {
    text: joinLines(text.split('\n')),
    data: relation
      ? {
          kind: 'relation',
          id,
          ...(relation.domain !== undefined && { domain: relation.domain }),
          ...(relation.range !== undefined && { range: relation.range }),
          ...(relation.reverse !== undefined && { reverse: relation.reverse }),
          toMediator: schema.isMediator(relation.range),
        }
      : type
        ? { kind: 'class', id, mediator: type.kind === 'mediator', relations: schema.relationsOf(id) }
        : { kind: 'domain', id, classes: domainIndexOf(schema).typesIn(id) },
  };
}

async function describeByName(what: string, ports: ToolPorts): Promise<ToolResult> {
  ports.onProgress(`Looking for ${what}`);
  const entities = await ports.find(what, MAX_NAMESAKES + 1);
  if ('problem' in entities) return toolFailure(entities.problem);
  const [best, ...others] = entities;
  const namesakes = others.map(({ id, name }) => formatEntity(id, name));
  if (best) return describeEntity(best.iri, namesakes, ports);
  const similar = ports.schema ? similarNames(ports.schema, what) : [];
  const advice = similar.length
    ? ` Relations and classes with a similar name: ${similar.join(', ')}.`
    : ' Try another spelling, or fewer words.';
  return toolFailure(`Nothing in the knowledge base is called ${quote(what)}.${advice}`);
}

/** Finds the relations and classes with IDs like a misspelled one. */
function similarNames(schema: KbSchema, what: string): readonly string[] {
  const id = parseId(what, schema);
  if (!/^[\w.]+$/.test(id)) return [];
  const anywhere = { subjectTypes: [], objectTypes: [] };
  return [...similarRelations(schema, id, anywhere), ...similarTypes(schema, id, [])].slice(0, 5);
}

async function describeEntity(
  iri: string,
  namesakes: readonly string[],
  ports: ToolPorts,
): Promise<ToolResult> {
  const opened = await ports.kb();
  if ('problem' in opened) return toolFailure(opened.problem);
  const { kb, directory } = opened;
  ports.onProgress(`Asking ${kb.name}`);
  const { schema, language, signal } = ports;
  const facts = await entityFacts(kb, directory, iri, { schema, language }, signal);
  if (facts.problem !== undefined && !facts.groups.length) return toolFailure(facts.problem);
  const idOf = (name: string): string => schema?.idOf(name) ?? name;
  return {
    text: joinLines([
      `${formatEntity(idOf(iri), facts.card.name)} in the KB ${kb.name}.`,
      ...(facts.card.types.length ? [`Types: ${facts.card.types.join(', ')}`] : []),
      ...facts.groups.map((group) => formatGroup(group, idOf)),
      ...(facts.truncated ? ['There are more facts than these.'] : []),
      ...(namesakes.length ? [`Other candidates: ${namesakes.join(', ')}`] : []),
      QUOTED_IS_DATA,
    ]),
    data: factsToData(facts, idOf),
  };
}

/** `people.person.spouse_s: [from: "1992", spouse: "Michelle Obama" (m.025s5v9)]` */
function formatGroup(
  { relation, direction, values, truncated }: FactGroup,
  idOf: (iri: string) => string,
): string {
  const label = direction === 'in' ? `is ${idOf(relation)} of` : idOf(relation);
  return `${label}: ${values.map((value) => formatValue(value, idOf)).join(', ')}${truncated ? ', …' : ''}`;
}

function formatValue({ term, name, parts = [] }: FactValue, idOf: (iri: string) => string): string {
  if (parts.length)
    return `[${parts.map((part) => `${idOf(part.relation)}: ${formatValue(part, idOf)}`).join(', ')}]`;
  return term.type === 'uri' ? formatEntity(idOf(term.value), name) : quote(term.value);
}

function factsToData(
  { iri, card, groups, truncated }: EntityFacts,
  idOf: (iri: string) => string,
): ToolResult['data'] {
  return {
    kind: 'entity',
    id: idOf(iri),
    ...(card.name !== undefined && { name: card.name }),
    types: card.types,
    facts: groups.map(({ relation, direction, values }) => ({
      relation: idOf(relation),
      direction,
      values: values.map((value) => valueToData(value, idOf)),
    })),
    truncated,
  };
}

function valueToData({ term, name, parts }: FactValue, idOf: (iri: string) => string): object {
  return {
    value: term.type === 'uri' ? idOf(term.value) : term.value,
    ...(name !== undefined && { name }),
    ...(parts && {
      parts: parts.map((part) => ({ relation: idOf(part.relation), ...valueToData(part, idOf) })),
    }),
  };
}
