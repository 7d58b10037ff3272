/** Damages gold queries so that they have no answers, and checks whether "Why is it empty?" finds the damage. */
import type { KnowledgeBase } from '../../server/src/core/kb/knowledge-base';
import type { KbSchema } from '../../server/src/core/schema/schema';
import { isEntityId } from '../../server/src/core/language/rdf/ids';
import { EntityDirectory } from '../../server/src/core/query/entity-directory';
import { whyEmpty, type WhyEmpty } from '../../server/src/core/query/why-empty/why-empty';
import type {
  Expression,
  Group,
  IriTerm,
  QueryModel,
  Select,
  Triple,
} from '../../server/src/core/language/sparql/model';
import { parseQuery } from '../../server/src/core/language/sparql/parse';
import { applyEdits, type TextEdit } from '../../server/src/core/language/text/edit';
import type { TextRange } from '../../server/src/core/language/text/range';
import type { SeededRandom } from '../../server/src/evaluation/seeded-random';
import { collectParts } from './mutations';

export const EMPTYING_DAMAGES = [
  'relation turned round',
  'relation of the same domain',
  'relation of another domain',
  'misspelt id',
  'another class',
  'tightened filter',
] as const;
export type EmptyingDamage = (typeof EMPTYING_DAMAGES)[number];

export interface EmptiedQuery {
  readonly kind: EmptyingDamage;
  readonly query: string;
  /** The range of the damage in the new text. */
  readonly range: TextRange;
}

/** Creates one query for each kind of damage that applies. */
export function emptyQuery(gold: string, schema: KbSchema, random: SeededRandom): readonly EmptiedQuery[] {
  const model = parseQuery(gold, 'virtuoso');
  const { triples } = collectParts(model.query);
  const damaged: EmptiedQuery[] = [];
  const add = (kind: EmptyingDamage, edits: readonly TextEdit[], place: TextRange): void => {
    const grown = edits.reduce(
      (sum, { range, newText }) => sum + newText.length - (range.end - range.start),
      0,
    );
    damaged.push({
      kind,
      query: applyEdits(gold, edits),
      range: { start: place.start, end: place.end + grown },
    });
  };
  const slice = ({ start, end }: TextRange): string => gold.slice(start, end);
  const isTyping = ({ predicate }: Triple): boolean =>
    predicate.kind === 'link' && schema.isTyping(predicate.iri.iri);
  const relations = triples.filter((one) => one.predicate.kind === 'link' && !isTyping(one));
  const write = (iri: IriTerm, id: string): string =>
    gold[iri.range.start] === '<' ? `<${schema.namespace}${id}>` : `${iri.prefix ?? ''}:${id}`;
  if (relations.length) {
    const triple = random.pick(relations);
    const { iri } = triple.predicate as { readonly iri: IriTerm };
    const id = schema.idOf(iri.iri) ?? '';
    if (triple.object.kind !== 'literal')
      add(
        'relation turned round',
        [
          { range: triple.subject.range, newText: slice(triple.object.range) },
          { range: triple.object.range, newText: slice(triple.subject.range) },
        ],
        triple.range,
      );
    const domain = `${id.split('.')[0]}.`;
    const others = [...schema.relationIds()].filter(
      (other) =>
        other !== id &&
        !/^(?:base|user|freebase|type|common|kg|http)/.test(other) &&
        (schema.relation(other)?.use.facts ?? 0) > 3,
    );
    const same = others.filter((other) => other.startsWith(domain));
    if (same.length)
      add(
        'relation of the same domain',
        [{ range: iri.range, newText: write(iri, random.pick(same)) }],
        triple.range,
      );
    const elsewhere = others.filter((other) => !other.startsWith(domain));
    add(
      'relation of another domain',
      [{ range: iri.range, newText: write(iri, random.pick(elsewhere)) }],
      triple.range,
    );
  }
  const ids = findEntities(model, schema);
  if (ids.length) {
    const iri = random.pick(ids);
    const id = schema.idOf(iri.iri) ?? '';
    const wrong = `${id.slice(0, -1)}${random.pick('bcdfghjklmnpqrstvwxyz'.split('').filter((letter) => !id.endsWith(letter)))}`;
    // Changes only this occurrence, because the ID may also be in a FILTER.
    add('misspelt id', [{ range: iri.range, newText: write(iri, wrong) }], iri.range);
  }
  const classes = triples.filter((one) => isTyping(one) && one.object.kind === 'iri');
  if (classes.length) {
    const { object, range } = random.pick(classes);
    const other = random.pick(
      [...schema.typeIds()].filter(
        (type) => schema.type(type)?.kind === 'entity' && (schema.type(type)?.use.facts ?? 0) > 3,
      ),
    );
    add('another class', [{ range: object.range, newText: write(object as IriTerm, other) }], range);
  }
  const compared = findComparisons(model.query);
  if (compared.length) {
    const { literal, operator } = random.pick(compared);
    const written = slice(literal);
    const digits = operator.startsWith('>') ? '9' : '0';
    const newText = written.replace(/\d+/, (number) =>
      number.length === 4 ? (digits === '9' ? '9998' : '0002') : digits.repeat(number.length + 3),
    );
    if (newText !== written) add('tightened filter', [{ range: literal, newText }], literal);
  }
  return damaged;
}

function findEntities(model: QueryModel, schema: KbSchema): readonly IriTerm[] {
  const found: IriTerm[] = [];
  const visit = (group: Group): void => {
    const terms = [
      ...group.triples.flatMap(({ subject, object }) => [subject, object]),
      ...group.values.flatMap(({ rows }) => (rows.length === 1 ? rows.flat() : [])),
    ];
    for (const term of terms)
      if (term?.kind === 'iri' && isEntityId(schema.idOf(term.iri) ?? '')) found.push(term);
    group.children.filter(({ kind }) => kind !== 'optional' && kind !== 'union-branch').forEach(visit);
    group.select?.groups.forEach(visit);
  };
  model.query.groups.forEach(visit);
  return found;
}

function findComparisons(
  select: Select,
): readonly { readonly literal: TextRange; readonly operator: string }[] {
  const found: { literal: TextRange; operator: string }[] = [];
  const visit = (expression: Expression): void => {
    if (expression.kind !== 'operation') return;
    const literal = expression.args[1];
    if (/^[<>]=?$/.test(expression.operator) && literal?.kind === 'term' && literal.term.kind === 'literal')
      found.push({ literal: literal.range, operator: expression.operator });
    if (expression.operator === '&&') expression.args.forEach(visit);
  };
  const inside = (group: Group): void => {
    group.filters.forEach(visit);
    group.children.filter(({ kind }) => kind === 'group' || kind === 'subselect').forEach(inside);
    group.select?.groups.forEach(inside);
  };
  select.groups.forEach(inside);
  return found;
}

export interface Diagnosis {
  readonly damaged: EmptiedQuery;
  readonly why: WhyEmpty;
  /** Whether the reported part is the damaged one. */
  readonly hit: boolean;
  readonly milliseconds: number;
}

export async function diagnose(
  kb: KnowledgeBase,
  schema: KbSchema,
  damaged: EmptiedQuery,
): Promise<Diagnosis> {
  const directory = new EntityDirectory(kb, { schema, language: 'en' });
  const model = parseQuery(damaged.query, 'virtuoso');
  const began = performance.now();
  const why = await whyEmpty(
    model,
    { kb, schema, directory, now: () => performance.now() },
    new AbortController().signal,
  );
  const nothing = why.probes.find(({ outcome }) => outcome === 'nothing');
  const { start, end } = damaged.range;
  const hit = nothing !== undefined && nothing.start < end && nothing.end > start;
  return { damaged, why, hit, milliseconds: performance.now() - began };
}
