/** Mutates a right query in one place, to measure whether the verifiers report it. Deterministic. */
import { isEntityId } from '../../server/src/core/language/rdf/ids';
import type { KbSchema } from '../../server/src/core/schema/schema';
import { XSD } from '../../server/src/core/language/rdf/names';
import type {
  Expression,
  Group,
  IriTerm,
  LiteralTerm,
  QueryModel,
  Select,
  Term,
  Triple,
} from '../../server/src/core/language/sparql/model';
import { applyEdits } from '../../server/src/core/language/text/edit';
import type { SeededRandom } from '../../server/src/evaluation/seeded-random';

export type MutationKind =
  | 'relation of another commons domain'
  | 'misspelt relation'
  | 'invented relation'
  | 'misspelt class'
  | 'invented class'
  | 'relation of another domain'
  | 'relation of the same domain'
  | 'relation of the same type'
  | 'direction flipped'
  | 'literal kind changed';

export interface Mutant {
  readonly kind: MutationKind;
  readonly query: string;
  readonly what: string;
}

const INVENTED = ['related_thing', 'has_member', 'main_subject', 'linked_item', 'known_as', 'primary_value'];
const LITERAL_KINDS = ['float', 'integer', 'dateTime', 'string', 'boolean'];

export function mutate(query: QueryModel, schema: KbSchema, random: SeededRandom): readonly Mutant[] {
  const { triples, literals } = collectParts(query.query);
  const mutants: Mutant[] = [];
  const replace = (kind: MutationKind, iri: IriTerm, id: string): void => {
    const newText =
      query.text[iri.range.start] === '<' ? `<${schema.namespace}${id}>` : `${iri.prefix ?? ''}:${id}`;
    mutants.push({
      kind,
      what: `${schema.idOf(iri.iri) ?? ''} → ${id}`,
      query: applyEdits(query.text, [{ range: iri.range, newText }]),
    });
  };
  const relations = triples.filter(
    ({ predicate }) => predicate.kind === 'link' && !schema.isTyping(predicate.iri.iri),
  );
  const classes = triples.filter(
    ({ predicate, object }) =>
      predicate.kind === 'link' && schema.isTyping(predicate.iri.iri) && object.kind === 'iri',
  );
  const all = listRelations(schema);
  if (relations.length) {
    const triple = random.pick(relations);
    const iri = (triple.predicate as { readonly iri: IriTerm }).iri;
    const id = schema.idOf(iri.iri) ?? '';
    const [domain = ''] = id.split('.');
    const owner = id.slice(0, id.lastIndexOf('.'));
    const without = (list: readonly string[]): readonly string[] =>
      list.filter((other) => other !== id && other !== schema.relation(id)?.reverse);
    replace(
      'misspelt relation',
      iri,
      misspell(id, random, (name) => schema.hasRelation(name)),
    );
    replace(
      'invented relation',
      iri,
      `${owner}.${random.pick(INVENTED.filter((word) => !schema.hasRelation(`${owner}.${word}`)))}`,
    );
    replace(
      'relation of another domain',
      iri,
      random.pick(without(all.filter((other) => !other.startsWith(`${domain}.`)))),
    );
    replace(
      'relation of another commons domain',
      iri,
      random.pick(
        without(all.filter((other) => !other.startsWith(`${domain}.`) && !other.startsWith('base.'))),
      ),
    );
    const same = without(all.filter((other) => other.startsWith(`${domain}.`)));
    if (same.length) replace('relation of the same domain', iri, random.pick(same));
    const siblings = without(schema.relationsOf(schema.relation(id)?.domain ?? ''));
    if (siblings.length) replace('relation of the same type', iri, random.pick(siblings));
    if (triple.object.kind !== 'literal') {
      mutants.push({ kind: 'direction flipped', what: id, query: flipTriple(query.text, triple) });
    }
  }
  if (classes.length) {
    const { object } = random.pick(classes);
    const iri = object as IriTerm;
    const id = schema.idOf(iri.iri) ?? '';
    replace(
      'misspelt class',
      iri,
      misspell(id, random, (name) => schema.hasType(name)),
    );
    replace('invented class', iri, `${id.slice(0, id.lastIndexOf('.'))}.${random.pick(INVENTED)}`);
  }
  for (const literal of literals)
    mutants.push({ kind: 'literal kind changed', ...changeLiteralKind(query.text, literal, random) });
  return mutants;
}

/** The query with one literal of another datatype. */
export function changeLiteralKind(
  text: string,
  literal: LiteralTerm,
  random: SeededRandom,
): Omit<Mutant, 'kind'> {
  const datatype = literal.datatype.slice(XSD.length);
  const family = (name: string): string =>
    /date|gYear/i.test(name)
      ? 'date'
      : /float|double|decimal/.test(name)
        ? 'float'
        : /int/.test(name)
          ? 'int'
          : name;
  const other = random.pick(LITERAL_KINDS.filter((kind) => family(kind) !== family(datatype)));
  const newText = `"${literal.value}"^^<${XSD}${other}>`;
  return {
    what: `${datatype} → ${other}`,
    query: applyEdits(text, [{ range: literal.range, newText }]),
  };
}

/** The query with subject and object of one triple exchanged. */
export function flipTriple(text: string, { subject, object }: Triple): string {
  return applyEdits(text, [
    { range: subject.range, newText: slice(text, object) },
    { range: object.range, newText: slice(text, subject) },
  ]);
}

const relationLists = new WeakMap<KbSchema, readonly string[]>();

function listRelations(schema: KbSchema): readonly string[] {
  let ids = relationLists.get(schema);
  if (!ids) {
    ids = [...schema.relationIds()].filter(
      (id) => !id.startsWith('http') && !/^(user|freebase|type|common|dataworld|kg|topic_server)\./.test(id),
    );
    relationLists.set(schema, ids);
  }
  return ids;
}

/** Removes, inserts, replaces or swaps one letter, by default in the last part of the ID. */
export function misspell(
  id: string,
  random: SeededRandom,
  exists: (id: string) => boolean,
  from = id.lastIndexOf('.') + 1,
): string {
  for (;;) {
    const at = from + Math.floor(random.next() * (id.length - from));
    const letter = random.pick('abcdefghijklmnopqrstuvwxyz'.split(''));
    const result = random.pick([
      id.slice(0, at) + id.slice(at + 1),
      id.slice(0, at) + letter + id.slice(at),
      id.slice(0, at) + letter + id.slice(at + 1),
      id.slice(0, at) + (id[at + 1] ?? '') + (id[at] ?? '') + id.slice(at + 2),
    ]);
    if (result !== id && !exists(result) && !result.endsWith('.')) return result;
  }
}

export function collectParts(select: Select): {
  readonly triples: readonly Triple[];
  readonly literals: readonly LiteralTerm[];
} {
  const triples: Triple[] = [];
  const literals: LiteralTerm[] = [];
  const readTerm = (term: Term): void => {
    if (
      term.kind === 'literal' &&
      term.written === 'typed' &&
      term.datatype.startsWith(XSD) &&
      !term.datatype.endsWith('#string')
    )
      literals.push(term);
  };
  const readExpression = (expression: Expression): void => {
    if (expression.kind === 'term') readTerm(expression.term);
    else if (expression.kind === 'operation' && /^[<>=!]/.test(expression.operator))
      expression.args.forEach(readExpression);
  };
  const readGroup = (group: Group): void => {
    triples.push(...group.triples);
    for (const triple of group.triples) readTerm(triple.object);
    for (const filter of group.filters) readExpression(filter);
    for (const { rows } of group.values)
      for (const row of rows) for (const term of row) if (term) readTerm(term);
    for (const child of group.children) readGroup(child);
    if (group.select) group.select.groups.forEach(readGroup);
  };
  select.groups.forEach(readGroup);
  return { triples, literals };
}

export function slice(text: string, { range }: Term): string {
  return text.slice(range.start, range.end);
}

/** The schema can judge only queries with a class; for others, a KB is needed. */
export function statesClass(query: QueryModel, schema: KbSchema): boolean {
  return collectParts(query.query).triples.some(
    ({ predicate, object }) =>
      predicate.kind === 'link' &&
      schema.isTyping(predicate.iri.iri) &&
      object.kind === 'iri' &&
      !isEntityId(schema.idOf(object.iri) ?? ''),
  );
}
